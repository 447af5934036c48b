// The callers of the worker, until their bodies have arrived: which of them has left, and whose browser is asked whether
// one still waits.

import type { Abort } from '../protocol/messages.ts';
import { Asks } from './asks.ts';
import type { Caller, Sent } from './caller.ts';
import { isNamed, likeliest } from './request-name.ts';
import type { Tally } from './tally.ts';

/** A busy page may note a request up to this many milliseconds after it was sent. */
const noteDelay = 100;
/** Milliseconds from a message about an abort until the worker asks the browser, whatever the page says until then. */
const askDelay = 5_000;
/** How often the worker asks a browser again after it has come back. */
const mostAsksAgain = 4;
/** Milliseconds until the worker asks again for the first time. It waits four times as long before each next time. */
const askAgainDelay = 20;

export class Callers {
  readonly #tally: Tally;
  /** The callers whose body may still be arriving. */
  readonly arriving: Set<Caller> = new Set();
  /** The callers whose browser was asked whether they still wait. */
  readonly asks: Asks = new Asks();

  constructor(tally: Tally) {
    this.#tally = tally;
  }

  /** Adds a caller that waits for a response. */
  add(caller: Caller): void {
    const { subscriber, transfer } = caller;
    transfer.waiting.add(caller);
    this.arriving.add(caller);
    // The page may have aborted this caller on its former flight, and may not report that again.
    if (caller.left) this.#askLater(caller, askDelay);
    // The signal may also abort while the body arrives.
    const { onAbort } = subscriber;
    subscriber.onAbort = (reason) => {
      // The flight has a result already when the caller waits for the whole body.
      if (transfer.waiting.has(caller)) caller.respond?.(Promise.reject(reason));
      this.remove(caller);
      onAbort?.(reason);
    };
    transfer.arrival.ended.then(() => {
      this.arriving.delete(caller);
      subscriber.release();
    });
  }

  /** Makes a caller leave its flight. */
  release(caller: Caller): void {
    caller.left = true;
    caller.transfer.waiting.delete(caller);
    caller.transfer.asked?.delete(caller);
    this.arriving.delete(caller);
    caller.subscriber.leave();
  }

  /** Returns the caller that has come back. When its flight has no answer left for it, it joins another flight. */
  returned(request: Request, join: (sent: Sent) => Caller, event?: ExtendableEvent): Caller | undefined {
    const caller = this.asks.take(request);
    if (!caller) return;
    const sent = { ...caller, event, left: false };
    const back = caller.subscriber.left ? join(sent) : { ...sent, subscriber: caller.subscriber.fork() };
    this.release(caller);
    // Its browser may have followed before it carried out the abort.
    if (back.asks <= mostAsksAgain) this.#askLater(back, askAgainDelay * 4 ** (back.asks - 1));
    return back;
  }

  /**
   * Called when a page has aborted a request. Returns the callers that came after that and joined it, because their
   * requests overtook the message. They have left that flight, and wait for another one.
   */
  leave(client: string, { request: name, sent = 0, time, first, onlyKnown }: Abort): readonly Caller[] {
    const own = [...this.arriving].filter((caller) => caller.client === client);
    // A request that came before the aborted one was sent is another one.
    const named = own.filter(
      (one) => !one.left && one.time >= sent - noteDelay && isNamed(one.request, name),
    );
    const known = own.find(({ abortTime }) => abortTime === time);
    const caller = known ?? (onlyKnown ? undefined : likeliest(named, sent, time));
    if (!caller) return [];
    caller.left = true;
    caller.abortTime = time;
    const { flight } = caller.subscriber;
    if (!known) this.#tally.note(client, 'left');
    // The second message finds none: callers that came after the first message have a right to the answer.
    const repeats = (known ? [] : named).filter(
      (one) =>
        one !== caller &&
        one.time >= Math.floor(time) &&
        one.subscriber.flight === flight &&
        one.transfer.waiting.has(one),
    );
    if (repeats[0]) flight.close();
    for (const repeat of repeats) this.release(repeat);
    this.#endUnlessWanted(caller, first);
    this.#askLater(caller, askDelay);
    return repeats;
  }

  /** Called when a client is closed. All its callers leave. */
  clientClosed(client: string): void {
    for (const caller of this.arriving) if (caller.client === client) this.remove(caller);
  }

  /** Makes a caller leave, and ends what no one wants then. */
  remove(caller: Caller): void {
    if (!caller.left) this.#tally.note(caller.client, 'left');
    this.release(caller);
    caller.transfer.cancelUnwanted();
    this.#endUnlessWanted(caller);
  }

  /**
   * Ends the flight of a caller that has left, when all callers that look the same have left. Elements of a page may
   * share one request, and the page may send another one that looks the same. So the worker asks each browser before. After
   * the first message about an abort it waits: a busy page neither carries out its abort nor follows a redirect in time.
   */
  #endUnlessWanted({ client, abortTime = Infinity, subscriber: { flight } }: Caller, waits?: boolean): void {
    const like = [...this.arriving].filter(
      (one) =>
        one.subscriber.flight === flight ||
        (one.client === client &&
          one.subscriber.flight.key === flight.key &&
          one.time < Math.floor(abortTime)),
    );
    const isOver = like.every(({ left }) => left);
    if (isOver) for (const { subscriber } of like) subscriber.flight.close();
    if (waits) return;
    if (isOver) for (const { transfer } of like) transfer.stopCopy();
    // Other clients may wait. WebKit never cancels the body that a caller gets after it has left, so it must get none.
    const asked = isOver ? like : like.filter((caller) => caller.client === client);
    const wants = (caller: Caller) => !caller.left && caller.transfer.waiting.has(caller);
    if (!asked.some(wants)) for (const caller of asked) this.asks.ask(caller);
  }

  /** Asks the browser of a caller after that many milliseconds, if it still waits, unless another one like it does. */
  #askLater(caller: Caller, delay: number): void {
    setTimeout(() => {
      if (!caller.transfer.waiting.has(caller)) return;
      caller.left = true;
      this.#endUnlessWanted(caller);
    }, delay);
  }
}
