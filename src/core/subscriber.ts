import type { Flight, Work } from './flight.ts';
import type { Run } from './run.ts';
import { AbortError, listen, reasonOf, type Signal, unlisten } from './signals.ts';

/** One caller of a flight. */
export class Subscriber<Key, Value, Started extends Work<Value> = Work<Value>> {
  /** The leader launched the flight, a follower joined it later. They are equals after the launch. */
  readonly role: 'leader' | 'follower';
  /** Settles as the flight does. With a signal it is the subscriber's own promise, and an abort rejects it at once. */
  readonly result: Promise<Value>;
  /**
   * Called with the signal's reason when an abort makes this subscriber leave. By default it rejects `result`, and
   * the subscriber stops listening when `result` has settled. Code that replaces it must call `release()`. Browsers
   * report an error that it throws; Node does not.
   */
  onAbort: ((reason: unknown) => void) | undefined;
  readonly #run: Run<Key, Value, Started>;
  /** Undefined once the subscriber no longer listens: a used signal must not be kept alive. */
  #signal: Signal | undefined;
  #left = false;

  /** @internal */
  constructor(run: Run<Key, Value, Started>, role: 'leader' | 'follower', signal?: Signal) {
    this.#run = run;
    this.#signal = signal;
    this.role = role;
    this.result = signal ? this.#ownResult() : run.result;
    // The launch may have aborted the signal.
    const aborted = signal?.aborted;
    if (signal && !aborted) listen(signal, this);
    // Counted only now: a signal that throws makes no subscriber, and no one could make it leave.
    run.subscribers++;
    if (signal && aborted) this.abort(reasonOf(signal));
  }

  get flight(): Flight<Key, Value, Started> {
    return this.#run;
  }

  /** True once this subscriber has left. */
  get left(): boolean {
    return this.#left;
  }

  /** Adds another subscriber with the same signal, even when the flight is closed to callers. */
  fork(): Subscriber<Key, Value, Started> {
    return new Subscriber(this.#run, this.role, this.#signal);
  }

  /** Leaves the flight, once. The last subscriber to leave aborts the work, unless the flight has ended. */
  leave(reason: unknown = new AbortError('Every caller has left.')): void {
    if (this.#left) return;
    this.#left = true;
    this.onAbort = undefined;
    this.#run.leave(reason);
    this.release();
  }

  /** Leaves because the signal has aborted. */
  abort(reason: unknown): void {
    const { onAbort } = this;
    this.leave(reason);
    onAbort?.(reason);
  }

  /** Stops listening to the signal, because the subscriber has what it needs. */
  release(): void {
    if (this.#signal) unlisten(this.#signal, this);
    this.#signal = undefined;
  }

  /** Makes the subscriber's own promise. Its closures live as long as the flight, so they must not hold the signal. */
  #ownResult(): Promise<Value> {
    const result = new Promise<Value>((resolve, reject) => {
      this.onAbort = reject;
      const release = () => {
        if (this.onAbort === reject) this.release();
      };
      this.#run.result.then(resolve, reject).then(release);
    });
    result.catch(() => {}); // a caller need not read it
    return result;
  }
}
