/** The platform's `fetch`. */
export type Fetch = typeof globalThis.fetch;

/**
 * What is called for the network: the global function, looked up at each call, so that whoever patches it is heard.
 * But the wrapped fetch may have become the global one itself, and must not call itself.
 */
export class Network {
  readonly #chosen: Fetch | undefined;
  readonly #original = globalThis.fetch;
  /** The wrapped fetch is the global one, or was. */
  #installed = false;
  /** The network is being called at this moment. */
  #calling = false;

  constructor(chosen: Fetch | undefined) {
    this.#chosen = chosen;
  }

  /** Whether the wrapped fetch was called by its own network: it was the global one, and another was put on top. */
  reenters(wrapped: Fetch): boolean {
    this.#installed ||= globalThis.fetch === wrapped;
    const back = this.#calling && !this.#chosen;
    this.#installed ||= back;
    return back;
  }

  /** Who was chosen may throw, or return no promise. */
  call(self: unknown, args: Parameters<Fetch>): Promise<Response> {
    this.#calling = true;
    try {
      const network = this.#chosen ?? (this.#installed ? this.#original : globalThis.fetch);
      return Promise.resolve(network.apply(self as typeof globalThis, args));
    } catch (error) {
      return Promise.reject(error);
    } finally {
      this.#calling = false;
    }
  }
}
