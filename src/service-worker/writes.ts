// Read your own writes, across tabs: requests made after a write join no flight from before or during the write.
//
// The worker sees writes begin, and leaves them to the browser. Their page says when they are over. For a write of a
// wrapped fetch, the page says in advance that it will. A page that has not called `register` says nothing. No page knows
// the end of a write whose answer no one reads. A form that opens a page is over when that page sends a request.

import type { Fences } from '../http/fence.ts';
import { isSafe } from '../http/methods.ts';
import { isHttp, withoutQuery } from '../http/url.ts';
import { timeAsName } from '../protocol/clock.ts';
import type { Write } from '../protocol/messages.ts';
import { tellClosed } from './pages.ts';

/** Milliseconds for which a write fences all reads that it can fence, unless its page promises to report its end. */
const tellTimeout = 1_000;
/** Milliseconds for which the worker does not wait for a page that has not answered in time. */
const silenceTimeout = 20_000;
/** Milliseconds after which a write counts as over. */
const writeTimeout = 60_000;

/** Names a write by the time at which it comes. */
export const writeOf = ({ url, method }: Request): Write => ({ url, method, time: timeAsName() });

interface UnderWay {
  readonly request: Request;
  readonly client: string;
  /** The time that names it. */
  readonly time: number;
  /** When it began, by `performance.now()`. */
  readonly begin: number;
  /** The time until which it fences everything that it can fence. From then on it fences the same resource alone. */
  until: number;
}

/** Closes the flights whose reads match to later callers, for a write of that client. */
type Close = (matches: (read: Request) => boolean, client: string) => void;

export class Writes {
  readonly #fences: Fences;
  readonly #close: Close;
  /** Writes that may be under way, in order: until their page says that they are over, or time is up. */
  readonly #underWay = new Set<UnderWay>();

  constructor(fences: Fences, close: Close) {
    this.#fences = fences;
    this.#close = close;
  }

  /** Called when a write begins. Later requests join no flight that is in flight now or is launched before its end. */
  begin(write: Write, client: string): void {
    const request = requestOf(write);
    if (!request) return;
    const begin = performance.now();
    this.#forgetOld(begin);
    const isSilent = (one: UnderWay) =>
      one.client === client && one.until < begin && begin < one.begin + silenceTimeout;
    const until = begin + (client && ![...this.#underWay].some(isSilent) ? tellTimeout : 0);
    // The new write also fences for an equal earlier one, about which the page has said nothing in time.
    for (const one of this.#equal(write, client)) if (one.until < begin) this.#underWay.delete(one);
    this.#underWay.add({ request, client, time: write.time, begin, until });
    this.#closeFenced(request, client);
  }

  /** Called when the page of a write says that it will report the end. */
  watch(write: Write, client: string): void {
    const one = this.#find(write, client);
    if (!one) return;
    one.until = one.begin + writeTimeout;
    // When the page was slow to say so, reads may have been launched that can be joined.
    this.#closeFenced(one.request, client);
  }

  /** Called when a write is over. Later requests join no flight that is in flight now. */
  end(write: Write, client: string): void {
    const request = requestOf(write);
    if (!request) return;
    const one = this.#find(write, client);
    if (one) this.#underWay.delete(one);
    this.#closeFenced(request, client);
  }

  /**
   * Called when a new page sends a request: the form that has opened it, if one has, is answered. After redirects by way
   * of another origin, the page has another id than its form. So any form may have opened it.
   */
  opened(form: string): void {
    for (const { request, client } of this.#underWay)
      if (/^form/.test(client)) this.#closeFenced(request, client);
    for (const one of this.#underWay) if (one.client === form) this.#underWay.delete(one);
  }

  /** Called when a client is closed: it will report no end. */
  clientClosed(client: string): void {
    for (const one of this.#underWay)
      if (one.client === client) one.until = Math.min(one.until, one.begin + tellTimeout);
  }

  /**
   * Called when a client launches a read. Returns true when no one may join it, because a write that fences it may be
   * under way. Its page is told, too.
   */
  fence(read: Request, reader: string): boolean {
    const time = performance.now();
    this.#forgetOld(time);
    const write = [...this.#underWay].find(
      ({ request, until }) => this.#fences(request, read) && (time < until || sameResource(request, read)),
    );
    if (write) tellClosed([{ client: reader, request: read }], write.client);
    return !!write;
  }

  /** Returns the writes of a client that look the same. */
  #equal({ url, method }: Write, client: string): UnderWay[] {
    return [...this.#underWay].filter(
      ({ request, client: owner }) => owner === client && request.url === url && request.method === method,
    );
  }

  /** Returns the write of that name. */
  #find(write: Write, client: string): UnderWay | undefined {
    return this.#equal(write, client).find(({ time }) => time === write.time);
  }

  #forgetOld(time: number): void {
    for (const one of this.#underWay) if (time > one.begin + writeTimeout) this.#underWay.delete(one);
  }

  #closeFenced(write: Request, client: string): void {
    this.#close((read) => this.#fences(write, read), client);
  }
}

/** True when the URLs differ only in query and fragment. */
const sameResource = (one: Request, other: Request) => withoutQuery(one.url) === withoutQuery(other.url);

/** Returns a write without its body, which belongs to the network. Returns undefined for anything else: a page may name it. */
function requestOf({ url, method }: Write): Request | undefined {
  if (!isHttp(url) || isSafe(method)) return;
  try {
    return new Request(url, { method });
  } catch {
    return;
  }
}
