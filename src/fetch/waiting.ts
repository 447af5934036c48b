// A caller that waits for a promise. That promise may take long after the caller has left, and holds what waits for it.
// So nothing of the caller stays here once it waits no longer.

import type { Subscriber } from '../core/subscriber.ts';
import type { Download } from './download.ts';

/** Makes the caller's answer from the value, or from undefined when the value did not come in time. */
export type Answer<Value, Made> = (value: Value | undefined) => Made | Promise<Made>;

/** What belongs to the caller. */
interface Held<Value, Made> {
  readonly subscriber: Subscriber<string, Download, Download>;
  readonly answer: Answer<Value, Made>;
  readonly resolve: (made: Made | Promise<Made>) => void;
  readonly reject: (reason: unknown) => void;
}

export class Waiting<Value, Made> {
  /** Undefined when the caller waits no longer. */
  #held: Held<Value, Made> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(held: Held<Value, Made>) {
    this.#held = held;
    const { work } = held.subscriber.flight;
    if (work) work.waiting++;
  }

  /** Waits for the promise, or until that many milliseconds have passed. 0 sets no limit. */
  until(promise: Promise<Value>, milliseconds: number): void {
    const succeed = (value?: Value) => this.#end((answer) => answer(value));
    if (milliseconds) this.#timer = setTimeout(succeed, milliseconds);
    promise.then(succeed, (error) => this.fail(error));
  }

  /** Makes the caller leave, and rejects. */
  fail(reason: unknown): void {
    this.#end(() => {
      throw reason;
    });
  }

  #end(make: (answer: Answer<Value, Made>) => Made | Promise<Made>): void {
    if (!this.#held) return;
    const { subscriber, answer, resolve, reject } = this.#held;
    this.#held = undefined;
    // Few callers have a timer, and the question costs less than the call.
    if (this.#timer) clearTimeout(this.#timer);
    try {
      resolve(make(answer));
    } catch (error) {
      subscriber.leave(error);
      reject(error);
    }
    subscriber.flight.work?.handedOut();
  }
}
