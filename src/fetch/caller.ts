import type { Subscriber } from '../core/subscriber.ts';
import type { Owner } from '../response/owner.ts';
import type { Download } from './download.ts';
import { type Answer, Waiting } from './waiting.ts';

/** One caller of a flight, from the join to the last byte that it reads. */
export class Caller implements Owner {
  readonly subscriber: Subscriber<string, Download, Download>;
  fail: Owner['fail'];
  /** Counts its own response and the clones of it that have not left. One that was read to its end stays counted. */
  readonly #open: { responses: number };

  constructor(subscriber: Subscriber<string, Download, Download>, open = { responses: 0 }) {
    this.subscriber = subscriber;
    this.#open = open;
    if (!subscriber.left) open.responses++;
    subscriber.onAbort = (reason) => {
      const { fail } = this;
      // The flight may go on for long, and `fail` may hold the signal.
      this.fail = undefined;
      if (fail?.(reason) ?? true) this.#report();
    };
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
      const waiting = new Waiting({ subscriber: this.subscriber, answer, resolve, reject });
      this.fail = (reason) => {
        waiting.fail(reason);
        return true;
      };
      waiting.until(promise, milliseconds);
    });
  }

  leave(reason?: unknown): void {
    if (this.subscriber.left) return;
    this.subscriber.leave(reason); // first, because a listener of `leave` may abort the signal
    this.#report();
  }

  release(): void {
    this.subscriber.release();
  }

  fork(): Caller {
    return new Caller(this.subscriber.fork(), this.#open);
  }

  #report(): void {
    if (--this.#open.responses > 0) return;
    const { flight, role } = this.subscriber;
    flight.work?.note('leave', { role });
  }
}
