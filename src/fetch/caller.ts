import type { Subscriber } from '../core/subscriber.ts';
import type { Owner } from '../response/owner.ts';
import type { Download } from './download.ts';

/** One caller of a flight, from the join to the last byte that it reads. */
export class Caller implements Owner {
  readonly subscriber: Subscriber<string, Download, Download>;
  fail: ((reason: unknown) => boolean) | undefined;
  /** Rejects the promise of `wait`. */
  #stopWaiting: ((reason: unknown) => void) | undefined;

  constructor(subscriber: Subscriber<string, Download, Download>) {
    this.subscriber = subscriber;
    subscriber.onAbort = (reason) => {
      if (this.fail?.(reason) ?? true) this.#report();
      this.#stopWaiting?.(reason);
      // The flight may go on for long. These closures hold the reason, and the reason may hold the signal.
      this.fail = this.#stopWaiting = undefined;
    };
  }

  get isLast(): boolean {
    const { subscribers, joinable } = this.subscriber.flight;
    return subscribers === 1 && !joinable;
  }

  /** Settles as `answer` does, or rejects in the same turn when the signal aborts. */
  until<Answer>(answer: Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.fail = (reason) => {
        reject(reason);
        return true;
      };
      answer.then(resolve, reject);
    });
  }

  /**
   * Settles as the promise does, or resolves with undefined after that many milliseconds. An abort rejects it at once.
   * It also frees everything that waits here, because the promise may take much longer.
   */
  wait<Value>(promise: Promise<Value>, milliseconds = 0): Promise<Value | undefined> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { resolve, reject };
      if (milliseconds) waiting.timer = setTimeout(resolve, milliseconds);
      this.#stopWaiting = (reason) => end(waiting)?.reject(reason);
      promise.then(
        (value) => end(waiting)?.resolve(value as never),
        (error) => end(waiting)?.reject(error),
      );
    });
  }

  leave(reason?: unknown): void {
    if (this.subscriber.left) return;
    this.#report();
    this.subscriber.leave(reason);
  }

  release(): void {
    this.subscriber.release();
  }

  fork(): Caller {
    return new Caller(this.subscriber.fork());
  }

  #report(): void {
    const { work } = this.subscriber.flight;
    work?.log.note('leave', work.record, { role: this.subscriber.role });
  }
}

/** A caller that waits for a promise, as the promise holds it: closures beside the caller would keep it alive. */
interface Waiting {
  resolve: ((value: never) => void) | undefined;
  reject: ((reason: unknown) => void) | undefined;
  timer?: ReturnType<typeof setTimeout> | undefined;
}

/** Returns the functions of a waiting caller the first time, and clears them. */
function end(waiting: Waiting) {
  const { resolve, reject, timer } = waiting;
  clearTimeout(timer);
  waiting.resolve = waiting.reject = waiting.timer = undefined;
  return resolve && reject && { resolve, reject };
}
