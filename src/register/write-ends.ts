// A worker sees a write begin, but not end. So it asks the page, which knows it in two ways. A wrapped fetch knows when
// its call was answered. The browser's timeline of resources lists an answer that was read to its end. The page reports
// the end of each write of a wrapped fetch, also when the worker has not asked about it.

import { elapsed } from '../http/elapsed.ts';
import { isSafe } from '../http/methods.ts';
import { isSameUrl } from '../http/url.ts';
import { now } from '../protocol/clock.ts';
import type { PageMessage, Write } from '../protocol/messages.ts';
import type { RequestDetail, Sent, SourceEvent } from './sources.ts';

/** Milliseconds within which a request in the timeline has reached a worker that was running and busy. */
const wayTimeout = 100;
/**
 * The same for a request that the worker or a cache has answered. Most of these are reads, because the worker leaves
 * writes to the browser.
 */
const answeredWayTimeout = 20;
/** Milliseconds by which the clocks of page and worker may differ. */
const clockError = 5;
/** How many finished requests are remembered until the worker asks. */
const mostEnded = 100;

/** A write that the worker has asked about, and the call of a wrapped fetch that has sent it, if one has. */
interface Asked {
  readonly write: Write;
  readonly sent: Sent | undefined;
}

/** A request that is over. */
interface Ended {
  /** Returns true for this request's write, in case the worker asks about it later. */
  readonly matches: (write: Write) => boolean;
  /** The URL of the answer, after redirects. The timeline does not know it. */
  readonly finalUrl?: string | undefined;
}

/** True for a write that a wrapped fetch has sent. It came to the worker between the call and its end. */
const isSent = (write: Write, { request, time }: Omit<Sent, 'page'>, end = Infinity) =>
  request.url === write.url &&
  request.method === write.method &&
  time <= write.time + clockError &&
  write.time <= end + clockError;

/** True for an answer by the worker or a cache. Of other origins, the timeline may tell nothing. */
const isAnswered = ({ nextHopProtocol, requestStart, transferSize }: PerformanceResourceTiming) =>
  nextHopProtocol === '' && requestStart > 0 && !transferSize;

/** Returns a test for the write that an entry of the timeline is about. The timeline does not know the method. */
function matcherOf(entry: PerformanceResourceTiming): (write: Write) => boolean {
  const { name, startTime, workerStart } = entry;
  const time = now() - elapsed() + (workerStart || startTime);
  const way = isAnswered(entry) ? answeredWayTimeout : wayTimeout;
  // WebKit lists a URL without its fragment.
  return ({ url, time: came }) => isSameUrl(name, url) && time >= came - way && time <= came + clockError;
}

export class WriteEnds {
  readonly #tell: (message: PageMessage) => void;
  readonly #underWay: () => readonly Sent[];
  /** The writes that the worker has asked about, in order. Later ones push out those that may never end. */
  #asked: readonly Asked[] = [];
  /** The last finished requests that the worker has not asked about. */
  #ended: readonly Ended[] = [];
  #observer: PerformanceObserver | undefined;

  /** Takes a function that sends a message to the worker, and one that returns the page's requests under way. */
  constructor(tell: (message: PageMessage) => void, underWay: () => readonly Sent[]) {
    this.#tell = tell;
    this.#underWay = underWay;
  }

  hear(type: SourceEvent, { role, request, finalUrl }: RequestDetail, sent: Sent | undefined): void {
    if (type !== 'settle' || role !== 'bypass' || !request) return;
    const { url, method = 'GET' } = request;
    if (isSafe(method)) return;
    // The page may have sent it before it listened.
    const call = sent ?? { request, time: 0 };
    const end = now();
    const ended = { matches: (write: Write) => isSent(write, call, end), finalUrl };
    const wasAsked = this.#end((one) => one.sent === call, ended);
    // The worker may never ask: it does not serve this page, or the browser has sent the write past it.
    if (!wasAsked) this.#answer({ url, method, time: call.time }, ended);
  }

  /** Called when the worker asks when a write is over. */
  ask(write: Write): void {
    this.#observer ??= this.#observe();
    const taken = new Set(this.#asked.map(({ sent }) => sent));
    const sent = this.#underWay().find((one) => !taken.has(one) && isSent(write, one));
    const ended = sent ? undefined : this.#ended.find(({ matches }) => matches(write));
    this.#ended = this.#ended.filter((one) => one !== ended);
    if (ended) {
      this.#answer(write, ended);
      return;
    }
    this.#asked = [...this.#asked, { write, sent }];
    if (sent) this.#say('coflight:watched', write);
    // Those of a wrapped fetch end with their calls.
    const endless = this.#asked.filter((one) => !one.sent);
    if (endless.length > mostEnded) this.#asked = this.#asked.filter((one) => one !== endless[0]);
  }

  stop(): void {
    this.#observer?.disconnect();
    this.#observer = undefined;
  }

  /**
   * Called when a request is over. Takes a test for its write among those that the worker has asked about. Returns
   * whether the worker has.
   */
  #end(isAsked: (asked: Asked) => boolean, ended: Ended): boolean {
    const asked = this.#asked.find(isAsked);
    this.#asked = this.#asked.filter((one) => one !== asked);
    if (asked) this.#answer(asked.write, ended);
    else this.#ended = [...this.#ended, ended].slice(-mostEnded);
    return !!asked;
  }

  /** Says that a write is over, and at the URL to which it was redirected, too. */
  #answer(write: Write, { finalUrl }: Ended): void {
    this.#say('coflight:answered', write);
    if (finalUrl && finalUrl !== write.url) this.#say('coflight:answered', { ...write, url: finalUrl });
  }

  #say(type: 'coflight:answered' | 'coflight:watched', { url, method, time }: Write): void {
    this.#tell({ type, url, method, time });
  }

  #observe(): PerformanceObserver {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const matches = matcherOf(entry as PerformanceResourceTiming);
        // A wrapped fetch knows better when its own call was answered.
        this.#end(({ write, sent }) => !sent && matches(write), { matches });
      }
    });
    observer.observe({ type: 'resource', buffered: true });
    return observer;
  }
}
