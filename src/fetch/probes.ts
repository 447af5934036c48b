// Recognises a call by a probe. A wrapper that makes a `Request` of a URL keeps no mark, but the signal of that request
// follows ours. So ours is aborted once. If that aborts the request, the call is ours; if not, it is sent again.

import { type SentCall, signalOf, targetOf } from './sent-call.ts';

/** Requests of flights that wait for their headers, and have no mark that such a wrapper keeps. */
export class Probes {
  readonly #probes = new Map<SentCall, AbortController>();

  get size(): number {
    return this.#probes.size;
  }

  /** Adds a call. Returns a signal that follows the flight's own one, and that can be aborted as a probe. */
  add(sent: SentCall): AbortSignal {
    const probe = new AbortController();
    const own = signalOf(sent.args) as AbortSignal;
    own.addEventListener('abort', () => probe.abort(own.reason));
    this.#probes.set(sent, probe);
    return probe.signal;
  }

  remove(sent: SentCall): void {
    this.#probes.delete(sent);
  }

  /** Returns the call whose signal this one follows. */
  find(target: string, signal: AbortSignal): SentCall | undefined {
    if (signal.aborted) return;
    // A copy, because a call that is sent again is added again.
    for (const [sent, probe] of [...this.#probes]) {
      sent.target ??= targetOf(sent.args);
      if (sent.target !== target || !this.#probes.delete(sent)) continue;
      probe.abort();
      if (signal.aborted) return sent;
      sent.send?.();
      // Another wrapped fetch on the way would abort its own request only after this turn. So the next try has a name.
      sent.isAgain = true;
    }
    return;
  }
}
