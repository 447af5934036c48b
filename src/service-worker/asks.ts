// Finds out whether a caller still waits: redirects its browser to the request's own URL. The browser follows the redirect
// exactly while a caller waits.

import { now } from '../protocol/clock.ts';
import type { Caller } from './caller.ts';
import { redirectTo } from './redirect-to.ts';

/** Milliseconds within which a browser sends a request again while a caller still waits for it. */
const returnTimeout = 500;
/** The same for an idle page. */
const idleReturnTimeout = 100;
/**
 * Milliseconds for which its request is remembered. A busy browser may come back after its caller has left, and WebKit comes
 * back to another origin without `Authorization`.
 */
const lateTimeout = 10_000;
/** The most redirects with which one caller is asked. A browser follows 20, and fails at the next one. */
const mostAsks = 15;

export class Asks {
  /** Callers whose browser was asked, by the URL to which they come back. */
  readonly #asked = new Map<string, Caller>();

  /** Returns true for a request that comes back after it was asked. */
  expects({ url }: Request): boolean {
    return this.#asked.has(url);
  }

  /** Returns the caller that comes back by this request. It is no longer asked. */
  take({ url }: Request): Caller | undefined {
    const caller = this.#asked.get(url);
    this.#asked.delete(url);
    return caller;
  }

  /** Asks whether a caller waits, unless it has its answer. One that was asked too often gets its answer unasked. */
  ask(caller: Caller): void {
    const { request, transfer } = caller;
    if (caller.asks >= mostAsks || !transfer.waiting.delete(caller)) return;
    const backUrl = `${request.url}#${crypto.randomUUID()}`;
    caller.asks++;
    this.#asked.set(backUrl, caller);
    transfer.asked?.add(caller);
    caller.respond?.(redirectTo(backUrl));
    caller.askedAt = now();
    setTimeout(() => this.#end(caller), returnTimeout);
    setTimeout(() => this.#asked.delete(backUrl), lateTimeout);
  }

  /** Called when a page has been idle since its abort of that time. The aborted caller leaves, unless it was asked just now. */
  idle(client: string, abortTime: number): void {
    const latest = now() - idleReturnTimeout;
    for (const caller of this.#asked.values())
      if (caller.client === client && caller.abortTime === abortTime && caller.askedAt <= latest)
        this.#end(caller);
  }

  /** Makes a caller leave. One that has come back has left before, and is another caller now. */
  #end(caller: Caller): void {
    caller.transfer.asked?.delete(caller);
    caller.subscriber.leave();
    caller.transfer.cancelUnwanted();
  }
}
