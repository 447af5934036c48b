// The reads that callers in their page may still join. The worker may be done with them: a page reads a body for longer
// than the worker sends it, and a request may have gone to the network unshared.

import { joinTimeout } from '../http/limits.ts';
import { type Read, tellClosed } from './pages.ts';

/** The most milliseconds that a busy page takes to get the headers. */
const headersDelay = 10_000;
/** The most reads that are kept. */
const mostKept = 1_000;
/** How many reads are closed when there are more. Each message to a page delays the requests of that moment. */
const closedAtOnce = 100;

interface PageRead extends Read {
  /** The time, by `performance.now()`, until which callers in the page may join it. */
  until: number;
}

export class PageReads {
  /** In the order in which they came: those that callers may join, and old ones, until there are too many. */
  readonly #reads = new Map<Request, PageRead>();

  /** Adds a read of a client, which gets that answer. No script of a page can share one with a destination. */
  add(request: Request, client: string, answer: Promise<unknown>): void {
    if (!client || request.destination) return;
    const read = { client, request, until: Infinity };
    const age = () => {
      read.until = performance.now() + joinTimeout + headersDelay;
    };
    answer.then(age, age);
    this.#reads.set(request, read);
    if (this.#reads.size > mostKept) this.#closeOldest();
  }

  /** Tells pages that no one may join the reads that match. The client that has caused this knows it. */
  close(matches: (read: Request) => boolean, cause: string): void {
    this.#forgetOld();
    tellClosed(
      [...this.#reads.values()].filter(({ request }) => matches(request)),
      cause,
    );
  }

  /** Makes room. No write will close the oldest reads, so they are closed now. */
  #closeOldest(): void {
    this.#forgetOld();
    if (this.#reads.size <= mostKept) return;
    const oldest = [...this.#reads.values()].slice(0, closedAtOnce);
    for (const { request } of oldest) this.#reads.delete(request);
    tellClosed(oldest, '');
  }

  #forgetOld(): void {
    const now = performance.now();
    for (const { request, until } of this.#reads.values()) if (until < now) this.#reads.delete(request);
  }
}
