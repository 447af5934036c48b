// One job of the queue, from its arrival to its end: it waits for a lane from the moment it is made, runs, steps aside, and
// waits for a retry. A job is also work, so a flight can be launched with it. Its result stays pending while it steps aside.

import type { Work } from './flight.ts';
import { isPromise } from './is-promise.ts';
import type { JobOptions, LaneWork } from './lane-work.ts';
import type { Queue } from './queue.ts';
import type { QueueEntry } from './queue-entry.ts';

let arrivals = 0;

export class Job<Value = unknown> implements Work<Value>, QueueEntry {
  readonly result: Promise<Value>;
  readonly order: number;
  readonly group: string | undefined;
  timesAside = 0;
  readonly #queue: Queue;
  readonly #options: JobOptions<Value>;
  #priority: number;
  /** The work that runs. Undefined exactly while there is nothing to abort. */
  #work: LaneWork<Value> | undefined;
  /** Counts the promotions that have not been taken back. */
  #promotions = 0;
  #runs = 0;
  #failures = 0;
  #settled = false;
  #resolve!: (value: Value) => void;
  #reject!: (error: unknown) => void;

  constructor(queue: Queue, options: JobOptions<Value>) {
    this.#queue = queue;
    this.#options = options;
    this.group = options.group;
    this.#priority = options.priority ?? 0;
    this.order = options.order ?? arrivals++;
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    queue.enqueue(this);
  }

  /** True while it waits, for a lane or for a retry. */
  get waiting(): boolean {
    return !this.#work && !this.#settled;
  }

  get urgent(): boolean {
    return this.#promotions > 0;
  }

  get priority(): number {
    return this.#priority;
  }

  set priority(priority: number) {
    this.#priority = priority;
    this.#queue.reorder();
  }

  /** Makes the job run now, beside the lanes, whether it waits for a lane, waits for a retry, or runs in a lane. */
  promote(): void {
    this.#promotions++;
    if (!this.#settled) this.#startNow();
  }

  /** Takes one promotion back. A running job without promotions uses a lane. */
  demote(): void {
    this.#promotions--;
    this.#queue.demoted();
  }

  /** Ends the job, whether it waits or runs. */
  abort(reason?: unknown): void {
    if (this.#settled) return;
    const work = this.#work;
    this.#queue.remove(this);
    this.#end(this.#reject, reason);
    work?.abort?.(reason);
  }

  run(): void {
    const starting: LaneWork<Value> = (this.#work = { result: this.result });
    this.#runs++;
    try {
      const work = this.#options.start({ urgent: this.urgent });
      // `start` may have aborted this job, or promoted another job, for which this one has stepped aside.
      if (this.#work === starting) this.#await(work);
      else work.abort?.();
    } catch (error) {
      if (this.#work === starting) this.#fail(error);
    }
  }

  stepAside(): void {
    const work = this.#work;
    this.#work = undefined;
    work?.abort?.();
  }

  /** Starts the job, unless it runs. Makes jobs in lanes step aside, unless it has freed its own lane. */
  #startNow(): void {
    if (!this.#work || this.#queue.holdsLane(this)) this.#queue.preempt();
    // The `abort` of a job that stepped aside may have started, demoted or ended this one.
    if (this.waiting && this.urgent) this.#queue.start(this);
  }

  #await(work: LaneWork<Value>): void {
    this.#work = work;
    // Work that has stepped aside may still settle. Its result is ignored.
    const isCurrent = () => this.#work === work;
    const free = () => isCurrent() && this.#queue.free(this);
    work.freed?.then(free, free);
    work.result.then(
      (value) => isCurrent() && this.#end(this.#resolve, value),
      (error) => isCurrent() && this.#fail(error),
    );
  }

  #fail(error: unknown): void {
    let delay: PromiseLike<unknown> | undefined;
    try {
      delay = this.#options.retry?.(error, ++this.#failures);
    } catch (mistake) {
      error = mistake;
    }
    // Anything but a promise would keep the job for ever.
    if (isPromise(delay)) this.#waitForRetry(delay);
    else this.#end(this.#reject, error);
  }

  #waitForRetry(delay: PromiseLike<unknown>): void {
    this.#work = undefined;
    this.#queue.free(this);
    const runs = this.#runs;
    const again = () => {
      if (this.#settled || this.#runs !== runs) return; // a promotion does not wait for the delay
      this.#queue.enqueue(this);
      if (this.urgent) this.#startNow();
    };
    delay.then(again, again);
  }

  #end<Result>(settle: (result: Result) => void, result: Result): void {
    this.#settled = true;
    this.#work = undefined;
    this.#queue.free(this);
    settle(result);
  }
}
