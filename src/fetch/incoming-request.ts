/**
 * The incoming request of a server in which calls are made. In workerd, a request must not use what another one has
 * opened. To read a signal of the other one throws, even after its end. On other platforms, reading never throws.
 *
 * For a page, it is the time until Chromium freezes it, in the background or in the back/forward cache. What is in flight
 * then is old when the page is thawed: Chromium keeps the answer for as long as the page is frozen.
 */
export class IncomingRequest {
  /** A signal that belongs to the incoming request, and aborts when the page is frozen. */
  #probe: AbortSignal | undefined;

  /** Returns false once when another incoming request has begun since the last call, or the page was frozen. */
  isCurrent(): boolean {
    const isFirst = !this.#probe;
    try {
      if (this.#probe?.aborted === false) return true;
    } catch {}
    this.#probe = new AbortController().signal;
    // Without `{ once: true }`: the browser would read members of `Object.prototype`, too.
    const end = () => void (this.#probe = AbortSignal.abort());
    if (isFirst) globalThis.document?.addEventListener?.('freeze', end);
    return isFirst;
  }
}
