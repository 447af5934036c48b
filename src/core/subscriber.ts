import type { Flight, Work } from './flight.ts';
import type { Run } from './run.ts';
import { listen, type Signal, unlisten } from './signals.ts';

/** One caller of a flight. */
export class Subscriber<Key, Value, Started extends Work<Value> = Work<Value>> {
  /** The leader launched the flight, a follower joined it later. They are equals after the launch. */
  declare readonly role: 'leader' | 'follower';
  /** Settles as the flight does. With a signal it belongs to this subscriber alone, and an abort rejects it at once. */
  declare readonly result: Promise<Value>;
  /**
   * Called with the signal's reason when an abort makes this subscriber leave. By default it rejects `result`, and
   * the subscriber stops listening when that has settled. Who replaces it calls `release()`.
   */
  onAbort: ((reason: unknown) => void) | undefined;
  readonly #run: Run<Key, Value, Started>;
  /** Undefined once it has nothing to say: a signal that was used must not be kept. */
  #signal: Signal | undefined;
  #left = false;

  constructor(run: Run<Key, Value, Started>, role: 'leader' | 'follower', signal?: Signal) {
    this.#run = run;
    this.#signal = signal;
    this.role = role;
    run.subscribers++;
    this.result = signal ? this.#ownResult() : run.result;
    // The launch itself may have aborted it.
    if (signal?.aborted) this.abort(signal.reason);
    else if (signal) listen(signal, this);
  }

  get flight(): Flight<Key, Value, Started> {
    return this.#run;
  }

  /** True once this subscriber has left. */
  get left(): boolean {
    return this.#left;
  }

  /** Adds another subscriber to the flight, with the same signal, even when the flight takes no newcomers. */
  fork(): Subscriber<Key, Value, Started> {
    return new Subscriber(this.#run, this.role, this.#signal);
  }

  /** Leaves the flight; a second time, or after the end, it does nothing. The last one to leave aborts the work. */
  leave(reason: unknown = new Error('Every caller has left.')): void {
    if (this.#left) return;
    this.#left = true;
    this.release();
    this.onAbort = undefined;
    this.#run.leave(reason);
  }

  /** Leaves because the signal has aborted. */
  abort(reason: unknown): void {
    const { onAbort } = this;
    this.leave(reason);
    onAbort?.(reason);
  }

  /** Stops listening to the signal: the subscriber has all that it came for. */
  release(): void {
    if (this.#signal) unlisten(this.#signal, this);
    this.#signal = undefined;
  }

  /** Closures in here live as long as the flight: they must not hold the signal. */
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
