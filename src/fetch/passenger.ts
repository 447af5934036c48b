import type { Subscriber } from '../core/subscriber.ts';
import type { Download } from './download.ts';

/** All that a promise holds of those who wait for it: emptied when they leave, for others may wait much longer. */
interface Waiting {
  goOn?: ((promise: never) => void) | undefined;
  timer?: ReturnType<typeof setTimeout> | undefined;
}

/** One caller aboard, from boarding to the last byte, unless it leaves: a seat, and a signal that gives it up. */
export class Passenger implements EventListenerObject {
  readonly seat: Subscriber<string, Download, Download>;
  readonly signal: AbortSignal | undefined;
  /** What an abort comes to. */
  onAbort: (reason: unknown) => void = (reason) => this.leave(reason);
  readonly #waiting: Waiting = {};

  constructor(seat: Subscriber<string, Download, Download>, signal: AbortSignal | undefined) {
    this.seat = seat;
    this.signal = signal;
    signal?.addEventListener('abort', this);
  }

  handleEvent(): void {
    clearTimeout(this.#waiting.timer);
    this.#waiting.goOn = undefined;
    this.onAbort(this.signal?.reason);
  }

  /** What comes of a promise, but that an abort rejects it at once. */
  until<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.onAbort = (reason) => {
        reject(reason);
        this.leave(reason);
      };
      promise.then(resolve, reject);
    });
  }

  /** What comes of a promise; undefined when that many milliseconds are over, if any. After an abort, nothing ever. */
  wait<T>(promise: Promise<T>, milliseconds = 0): Promise<T | undefined> {
    return new Promise((resolve) => {
      this.#waiting.goOn = resolve;
      if (milliseconds) this.#waiting.timer = setTimeout(resolve, milliseconds);
      wait(promise, this.#waiting);
    });
  }

  /** Has all it came for: its signal means nothing any more. */
  arrive(): void {
    this.signal?.removeEventListener('abort', this);
  }

  /** Gives up. */
  leave(reason?: unknown): void {
    const { seat } = this;
    const { log, trip } = seat.flight.work?.plan ?? {};
    this.arrive();
    if (!seat.left && trip) log?.note('leave', trip, seat.role);
    seat.leave(reason);
  }
}

function wait(promise: Promise<unknown>, waiting: Waiting): void {
  const goOn = () => {
    clearTimeout(waiting.timer);
    waiting.goOn?.(promise as never);
  };
  promise.then(goOn, goOn);
}
