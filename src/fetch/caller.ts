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
      const timer = milliseconds ? setTimeout(resolve, milliseconds) : undefined;
      let waiting: { resolve(value: Value): void; reject(reason: unknown): void } | undefined = {
        resolve,
        reject,
      };
      /** Returns the functions once. The promise must not hold them any longer. */
      const end = () => {
        const ended = waiting;
        waiting = undefined;
        clearTimeout(timer);
        return ended;
      };
      this.#stopWaiting = (reason) => end()?.reject(reason);
      promise.then(
        (value) => end()?.resolve(value),
        (error) => end()?.reject(error),
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
