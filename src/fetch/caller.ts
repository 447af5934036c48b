import { type Abortable, listen, reasonOf, unlisten } from '../core/signals.ts';
import type { Subscriber } from '../core/subscriber.ts';
import type { Owner } from '../response/owner.ts';
import type { Download } from './download.ts';
import { type Answer, Waiting } from './waiting.ts';

/**
 * One caller of a flight, from the join to the last byte that it reads. It listens to the signal itself: a subscriber with a
 * signal makes a promise of its own, which no one would read.
 */
export class Caller implements Owner, Abortable {
  readonly subscriber: Subscriber<string, Download, Download>;
  fail: Owner['fail'];
  /** Undefined once the caller no longer listens: a used signal must not be kept alive. */
  #signal: AbortSignal | undefined;
  /** Counts its own response and the clones of it that have not left. One that was read to its end stays counted. */
  readonly #open: { responses: number };

  constructor(
    subscriber: Subscriber<string, Download, Download>,
    signal: AbortSignal | undefined,
    open = { responses: 0 },
  ) {
    this.subscriber = subscriber;
    this.#signal = signal;
    this.#open = open;
    open.responses++;
  }

  /** Leaves when the signal aborts, or now when it has aborted. It may be a page's own, which throws. */
  listen(): void {
    const signal = this.#signal;
    try {
      if (signal?.aborted) throw reasonOf(signal);
      if (signal) listen(signal, this);
    } catch (reason) {
      this.abort(reason);
    }
  }

  get isLast(): boolean {
    const { subscribers, joinable } = this.subscriber.flight;
    return subscribers === 1 && !joinable;
  }

  /**
   * Resolves with what `answer` makes from the promise's value, or from undefined after that many milliseconds. Rejects when
   * the promise or `answer` fails, and in the same turn when the signal aborts.
   */
  wait<Value, Made>(promise: Promise<Value>, answer: Answer<Value, Made>, milliseconds = 0): Promise<Made> {
    return new Promise((resolve, reject) => {
      const waiting = new Waiting({ caller: this, answer, resolve, reject });
      this.fail = waiting.fail.bind(waiting);
      waiting.until(promise, milliseconds);
    });
  }

  leave(reason?: unknown): void {
    if (this.subscriber.left) return;
    this.leaveSilently(reason); // first, because a listener of `leave` may abort the signal
    this.#report();
  }

  leaveSilently(reason: unknown): void {
    this.subscriber.leave(reason);
    this.release();
  }

  abort(reason: unknown): void {
    const { fail } = this;
    // The flight may go on for long, and `fail` may hold the signal.
    this.fail = undefined;
    this.leaveSilently(reason);
    if (fail?.(reason) ?? true) this.#report();
  }

  release(): void {
    if (this.#signal) unlisten(this.#signal, this);
    this.#signal = undefined;
  }

  fork(): Caller {
    const twin = new Caller(this.subscriber.fork(), this.#signal, this.#open);
    twin.listen();
    return twin;
  }

  #report(): void {
    if (--this.#open.responses > 0) return;
    const { flight, role } = this.subscriber;
    flight.work?.note('leave', { role });
  }
}
