// The callers of the worker, until their bodies have arrived: which of them has left, and whose browser is asked whether
// one still waits.

import type { Abort } from '../protocol/messages.ts';
import { Asks } from './asks.ts';
import type { Caller } from './caller.ts';
import { isNamed } from './request-name.ts';
import type { Tally } from './tally.ts';

/** The most milliseconds that a busy page takes to note that it has sent a request, while that is on its way. */
const noteDelay = 100;

export class Callers {
  readonly #tally: Tally;
  /** The callers whose body may still be arriving. */
  readonly #arriving = new Set<Caller>();
  readonly #asks = new Asks();

  constructor(tally: Tally) {
    this.#tally = tally;
  }

  /** Adds a caller that waits for a response. */
  add(caller: Caller): void {
    const { subscriber, transfer } = caller;
    transfer.waiting.add(caller);
    this.#arriving.add(caller);
    // The caller may abort its body, too.
    const { onAbort } = subscriber;
    subscriber.onAbort = (reason) => {
      this.remove(caller);
      onAbort?.(reason);
    };
    transfer.arrival.ended.then(() => {
      this.#arriving.delete(caller);
      subscriber.release();
    });
  }

  /** Takes a caller off the flight, because it has come back, or sends a request that its browser ends. */
  release(caller: Caller): void {
    caller.left = true;
    this.#arriving.delete(caller);
    caller.subscriber.leave();
  }

  /** Returns true for a request that comes back after its browser was asked. */
  expects(request: Request): boolean {
    return this.#asks.expects(request);
  }

  /** Returns the caller that still waits and has come back. It stays on its flight. */
  returned(request: Request, event: ExtendableEvent | undefined): Caller | undefined {
    const caller = this.#asks.take(request);
    if (!caller) return;
    const subscriber = caller.subscriber.fork();
    this.release(caller);
    const back = { ...caller, event, subscriber, left: false };
    this.#asks.doubt(back, () => this.#doubt(back));
    return back;
  }

  /**
   * Called when a page has aborted a request. Returns the callers that came after that and joined it, because their
   * requests overtook the message. They are off the flight, and wait for another one.
   */
  leave(client: string, { request: name, sent = 0, time, onlyKnown }: Abort): readonly Caller[] {
    const own = [...this.#arriving].filter((caller) => caller.client === client);
    // A request that came before the aborted one was sent is another one.
    const named = own.filter(
      (one) => !one.left && one.time >= sent - noteDelay && isNamed(one.request, name),
    );
    // When the page names no policy, that of its document applies: this one, unless the site sets another.
    const usual = ({ request }: Caller) => request.referrerPolicy === 'strict-origin-when-cross-origin';
    // A browser may have come back before it knew of the abort. So it is asked again when the page says so again.
    const known = own.find(({ abortTime }) => abortTime === time);
    const caller = known ?? (onlyKnown ? undefined : (named.find(usual) ?? named[0]));
    if (!caller || caller.left) return [];
    caller.left = true;
    caller.abortTime = time;
    if (!known) this.#tally.note(client, 'left');
    const { flight } = caller.subscriber;
    const repeats = named.filter(
      (one) =>
        one !== caller &&
        one.time >= Math.floor(time) &&
        one.subscriber.flight === flight &&
        one.transfer.waiting.delete(one),
    );
    if (repeats[0]) flight.close();
    for (const repeat of repeats) this.release(repeat);
    this.#endUnlessWanted(caller);
    return repeats;
  }

  /** Called when a client is closed. All its callers leave. */
  depart(client: string): void {
    for (const caller of this.#arriving) if (caller.client === client) this.remove(caller);
  }

  /** Makes a caller leave. If it comes back, its request is like any other. */
  remove(caller: Caller): void {
    if (!caller.left) this.#tally.note(caller.client, 'left');
    caller.left = true;
    caller.transfer.waiting.delete(caller);
    this.#arriving.delete(caller);
    this.#asks.forget(caller);
    caller.subscriber.leave();
    this.#endUnlessWanted(caller);
  }

  /**
   * Ends the flight of a caller that has left, when all callers have left that look the same. Elements of a page may
   * share one request, and the page may send another one that looks the same. So each browser is asked before.
   */
  #endUnlessWanted({ client, abortTime = Infinity, subscriber: { flight } }: Caller): void {
    const like = [...this.#arriving].filter(
      ({ subscriber, ...caller }) =>
        subscriber.flight === flight ||
        (caller.client === client &&
          subscriber.flight.key === flight.key &&
          caller.time < Math.floor(abortTime)),
    );
    if (!like.every(({ left }) => left)) return;
    for (const caller of like) {
      caller.subscriber.flight.close();
      caller.transfer.stopCopy();
      this.#asks.ask(caller);
    }
  }

  /** Asks the browser again, unless other callers of the flight wait for sure. */
  #doubt(caller: Caller): void {
    caller.left = true;
    this.#endUnlessWanted(caller);
  }
}
