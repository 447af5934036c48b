// Calls the network, and recognises calls that come back from it.
//
// The global function is looked up at each call, so that a mock that is installed later works. But a page may put a
// wrapper on top of the wrapped fetch. Then the global function leads back here, perhaps after a while:
//
//   page ──→ wrapper ──→ wrapped fetch ──→ wrapper (it is the global one) ──→ wrapped fetch: the call comes back
//
// From then on, the network is the function that was global when the wrapped fetch was made. See docs/decisions/007.

import { bare } from '../http/bare.ts';
import { isMarked, Marks } from './marks.ts';
import { asWrapped, type Fetch, invoke, isPlatforms, ownNetwork } from './platform-fetch.ts';
import { callsItself, mostLayers, timeoutFor } from './self-wait.ts';
import { send } from './send.ts';
import { type Arguments, copyOf, dressed, type SentCall, type Suspicion, targetOf } from './sent-call.ts';

export class Network {
  readonly #chosen: Fetch | undefined;
  /** The global function: `#below` when the wrapped fetch was made, `#last` at the last call. `null` for none. */
  readonly #below: Fetch = globalThis.fetch;
  #last: Fetch | null = this.#below;
  readonly #isBelowNative = isPlatforms(this.#below);
  /** The wrapped fetch itself, and functions above it, which call it. None of them can be its network. */
  readonly #above = new WeakSet<Fetch>();
  /** Functions that have answered a call that did not come back, each with the global function of that time. */
  readonly #answered = new WeakMap<Fetch, Fetch>();
  /** Those that have also answered a call that had a mark in its URL because its callers had waited for long. */
  readonly #slow = new WeakSet<Fetch>();
  readonly #marks = new Marks();

  /** Calls `chosen`, by default the global function. */
  constructor(chosen: Fetch | undefined) {
    this.#chosen = chosen;
  }

  /** Returns a function for the milliseconds after which a follower may be its flight's own request; 0 for never. */
  selfWaitTimeout(waitedFor: number): () => number {
    return timeoutFor(() => {
      const through = this.#through();
      const suspicion = this.#suspicion(through);
      return suspicion === 'mild' && this.#slow.has(through) ? 'none' : suspicion;
    }, waitedFor);
  }

  /** The platform's own function, while nothing else is called: it never calls back. */
  get native(): Fetch | undefined {
    return this.#isBelowNative && this.#through() === this.#below ? this.#below : undefined;
  }

  /** Returns true at the first call after another function, such as a mock, became the network. It has sent no flight. */
  hasChanged(): boolean {
    const last = this.#last;
    this.#last = globalThis.fetch ?? null;
    return this.#last !== last && this.#through(last) !== this.#through();
  }

  /** Sends the request of a flight with the flight's own signal. Its callers may have waited for themselves for so long. */
  launch(args: Arguments, waitedFor: number): Promise<Response> {
    return this.#send(undefined, args, { isShared: true, isAgain: waitedFor >= 1 });
  }

  /** Sends a call past all flights. */
  pass(receiver: unknown, args: Arguments): Promise<Response> {
    if (this.native) return invoke(this.native, receiver, args);
    const through = this.#through();
    const held = this.#marks.repeats.hold(args, this.#suspicion(through));
    if (!held) return this.#send(receiver, args, { isShared: false });
    const copy = copyOf(args);
    return held.then((loops) => {
      if (!loops) return this.pass(receiver, copy);
      // A function that has answered may be slow. A wrapped fetch below has counted one call less, so it gets this one.
      const suspicion = this.#suspicion(through);
      if (suspicion === 'none' || (loops === 1 && (suspicion === 'mild' || through === this.#below)))
        return this.#send(receiver, copy, { isShared: false });
      if (through === this.#below) throw new TypeError(callsItself);
      this.putBelow(through);
      return invoke(this.#below, receiver, copy);
    });
  }

  /**
   * Answers a call that has come back, here or to a wrapped fetch that calls this one. Returns undefined for any other
   * call, and for a read that its wrapper has sent to another URL: it is sent again as a new call.
   */
  answerComingBack(args: Arguments): Promise<Response> | undefined {
    const sent = this.#marks.find(args);
    // The flight that it would join may wait for it. A second mark shows whether the function on top has sent it.
    if (!sent && isMarked(args))
      return this.#through() === this.#below
        ? this.#callBelow(args)
        : this.#send(undefined, args, { isShared: true, isAgain: true });
    if (!sent) return asWrapped(this.#chosen ?? this.#below)?.[ownNetwork].answerComingBack(args);
    sent.returns++;
    // Each wrapped fetch below may call the global one once. It recognises its own call when that comes back.
    if (sent.through === this.#below)
      return sent.returns > mostLayers ? Promise.reject(new TypeError(callsItself)) : this.#callBelow(args);
    this.putBelow(sent.through);
    return this.#chosen || targetOf(sent.args) === targetOf(args)
      ? this.#callBelow(this.#marks.without(sent, args))
      : this.#answerElsewhere(sent);
  }

  /** Notes a function above this wrapped fetch: it has called this one, or one above. So it is also above those below. */
  putBelow(above: Fetch): void {
    this.#above.add(above);
    asWrapped(this.#chosen ?? this.#below)?.[ownNetwork].putBelow(above);
  }

  /** Closes the flights of a wrapped fetch that is called for the network. */
  forgetBelow(matches: (request: Request) => boolean): void {
    asWrapped(this.#through())?.forget(matches);
  }

  /** Settles a call whose wrapper changes URLs, or fetches a token first. A write must not be sent twice. */
  #answerElsewhere(sent: SentCall): Promise<Response> | undefined {
    // A call that was answered sends nothing: then `?.` does not evaluate the argument either.
    sent.settle?.((sent.below ??= this.#callBelow(sent.args)));
    return sent.isShared ? undefined : sent.below?.then((response) => response.clone());
  }

  #callBelow(args: Arguments): Promise<Response> {
    return invoke(this.#below, undefined, args);
  }

  #through(fetch: Fetch | null = globalThis.fetch): Fetch {
    return this.#chosen ?? (this.#above.has(fetch as Fetch) ? this.#below : (fetch as Fetch));
  }

  #suspicion(through: Fetch): Suspicion {
    const { fetch } = globalThis;
    const isBelow = through === this.#below;
    const hasAnswered =
      this.#answered.has(through) && this.#answered.get(through) === fetch && !this.#above.has(through);
    if (isBelow && (this.#isBelowNative || fetch === through)) return 'none';
    if (fetch === this.#below) return hasAnswered ? 'none' : 'faint';
    return hasAnswered ? 'mild' : isBelow ? 'slight' : 'strong';
  }

  #send(receiver: unknown, args: Arguments, how: Pick<SentCall, 'isShared' | 'isAgain'>): Promise<Response> {
    const { fetch } = globalThis;
    const through = this.#through();
    const suspicion = this.#suspicion(through);
    const sent: SentCall = bare({ ...how, args: dressed(args), through, suspicion, returns: 0 });
    return send(sent, receiver, this.#marks, () => {
      if (sent.returns) return;
      this.#answered.set(through, fetch);
      if (how.isAgain) this.#slow.add(through);
    });
  }
}
