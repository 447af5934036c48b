/**
 * The incoming request of a server in which calls are made. In workerd, a request must not use what another one has
 * opened: reading its signal throws there, even after the other request has ended. On other platforms it never throws.
 */
export class IncomingRequest {
  /** A signal that belongs to the incoming request. */
  #probe: AbortSignal | undefined;

  /** Returns false once when another incoming request has begun since the last call. */
  isCurrent(): boolean {
    let isCurrent = true;
    try {
      if (this.#probe?.aborted === false) return true;
    } catch {
      isCurrent = false;
    }
    this.#probe = new AbortController().signal;
    return isCurrent;
  }
}
