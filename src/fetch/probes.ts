// Recognises a call by a probe. A wrapper that makes a `Request` of a URL keeps no mark, but the signal of that request
// follows ours. So ours is aborted once. If that aborts the request, the call is ours; if not, it is sent again.

import { type SentCall, signalOf, targetOf } from './sent-call.ts';

/** Requests of flights that wait for their headers, and have no mark that such a wrapper keeps. */
export class Probes {
  readonly #byTarget = new Map<string, SentCall>();

  get size(): number {
    return this.#byTarget.size;
  }

  /** Adds a call. Returns a signal that follows the flight's own one, and that can be aborted as a probe. */
  add(sent: SentCall): AbortSignal {
    sent.target = targetOf(sent.args);
    this.#byTarget.set(sent.target, sent);
    const probe = new AbortController();
    const own = signalOf(sent.args) as AbortSignal;
    own.addEventListener('abort', () => probe.abort(own.reason));
    sent.probe = probe;
    return probe.signal;
  }

  remove(sent: SentCall): void {
    const { target } = sent;
    if (target && this.#byTarget.get(target) === sent) this.#byTarget.delete(target);
  }

  /** Returns the call whose signal this one follows. */
  find(target: string, signal: AbortSignal): SentCall | undefined {
    const sent = this.#byTarget.get(target);
    if (!sent || signal.aborted) return;
    this.#byTarget.delete(target);
    sent.probe?.abort();
    if (signal.aborted) return sent;
    sent.send?.();
    return;
  }
}
