// A caller that waits for a promise. That promise may take long after the caller has left, and holds what waits for it.
// So nothing of the caller stays here once it waits no longer.

import type { Subscriber } from '../core/subscriber.ts';
import type { Download } from './download.ts';

/** Makes the caller's answer from the value, or from undefined when the value did not come in time. */
export type Answer<Value, Made> = (value: Value | undefined) => Made | Promise<Made>;

/** A caller that can leave its flight. */
interface Leaving {
  readonly subscriber: Subscriber<string, Download, Download>;
  /** Leaves without an event. */
  leaveSilently(reason: unknown): void;
}

/** What belongs to the caller. */
interface Held<Value, Made> {
  readonly caller: Leaving;
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
    const { work } = held.caller.subscriber.flight;
    if (work) work.waiting++;
  }

  /** Waits for the promise, or until that many milliseconds have passed. 0 sets no limit. */
  until(promise: Promise<Value>, milliseconds: number): void {
    const succeed = this.#succeed.bind(this);
    if (milliseconds) this.#timer = setTimeout(succeed, milliseconds);
    promise.then(succeed, this.fail.bind(this));
  }

  #succeed(value?: Value): void {
    this.#end((answer) => answer(value));
  }

  /** Makes the caller leave, and rejects. Returns true. */
  fail(reason: unknown): boolean {
    this.#end(() => {
      throw reason;
    });
    return true;
  }

  #end(make: (answer: Answer<Value, Made>) => Made | Promise<Made>): void {
    if (!this.#held) return;
    const { caller, answer, resolve, reject } = this.#held;
    this.#held = undefined;
    // Few callers have a timer, and the question costs less than the call.
    if (this.#timer) clearTimeout(this.#timer);
    try {
      resolve(make(answer));
    } catch (error) {
      caller.leaveSilently(error);
      reject(error);
    }
    caller.subscriber.flight.work?.handedOut();
  }
}
