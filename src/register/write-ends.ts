// A worker sees a write begin, but not end. So it asks the page, which knows it in two ways. A wrapped fetch knows when
// its call was answered. The browser's timeline of resources lists an answer that was read to its end.

import type { PageMessage, Write } from '../protocol/messages.ts';
import type { RequestDetail, Sent, SourceEvent } from './sources.ts';

/** A request that is over. */
interface Ended {
  readonly url: string;
  /** When it was sent, in milliseconds since 1970. */
  readonly time: number;
  /** The method. The timeline does not know it. */
  readonly method?: string | undefined;
}

/** The most milliseconds that a request takes to a running worker. */
const wayTimeout = 100;
/** Milliseconds by which the clocks of page and worker may differ. */
const clockError = 5;
/** How many finished requests are remembered until the worker asks. */
const mostEnded = 100;

const isEnd = (write: Write, { url, time, method = write.method }: Ended) =>
  url === write.url &&
  method === write.method &&
  time >= write.time - wayTimeout &&
  time <= write.time + clockError;

export class WriteEnds {
  readonly #tell: (message: PageMessage) => void;
  /** The writes that the worker has asked about, in order. Later writes push out those that never end. */
  #asked: readonly Write[] = [];
  /** The last finished requests that the worker has not asked about. */
  #ended: readonly Ended[] = [];
  #observer: PerformanceObserver | undefined;

  constructor(tell: (message: PageMessage) => void) {
    this.#tell = tell;
  }

  hear(type: SourceEvent, { role }: RequestDetail, sent: Sent | undefined): void {
    if (type !== 'settle' || role !== 'bypass' || !sent) return;
    const { url, method } = sent.request;
    this.#end({ url, method, time: sent.time });
  }

  /** Called when the worker asks when a write is over. */
  ask(write: Write): void {
    this.#observer ??= this.#observe();
    const ended = this.#ended.find((one) => isEnd(write, one));
    this.#ended = this.#ended.filter((one) => one !== ended);
    if (ended) this.#answer(write);
    else this.#asked = [...this.#asked, write].slice(-mostEnded);
  }

  stop(): void {
    this.#observer?.disconnect();
  }

  #end(ended: Ended): void {
    const write = this.#asked.find((one) => isEnd(one, ended));
    this.#asked = this.#asked.filter((one) => one !== write);
    if (write) this.#answer(write);
    else this.#ended = [...this.#ended, ended].slice(-mostEnded);
  }

  #answer({ url, method }: Write): void {
    this.#tell({ type: 'coflight:answered', url, method });
  }

  #observe(): PerformanceObserver {
    const observer = new PerformanceObserver((list) => {
      for (const { name, startTime } of list.getEntries())
        this.#end({ url: name, time: performance.timeOrigin + startTime });
    });
    observer.observe({ type: 'resource', buffered: true });
    return observer;
  }
}
