// A place in the queue: one task from arrival to the end, waiting, running, stepping aside, resting.
//
// It is work itself, so that a flight can be launched with it; its result outlives every stepping aside.

import type { Work } from './flight.ts';
import type { Contender, Queue } from './queue.ts';
import type { LaneWork, Task } from './task.ts';

let arrivals = 0;

/** A task's place in the queue: it waits for a lane from the moment it is made. */
export class Place<Value = unknown> implements Work<Value>, Contender {
  readonly result: Promise<Value>;
  readonly order: number = arrivals++;
  readonly group: string | undefined;
  asides = 0;
  readonly #queue: Queue;
  readonly #task: Task<Value>;
  /** What runs: undefined exactly while there is nothing to abort. */
  #work: LaneWork<Value> | undefined;
  #priority: number;
  /** How many want it now. */
  #urgent = 0;
  #failures = 0;
  #over = false;
  #resolve!: (value: Value) => void;
  #reject!: (error: unknown) => void;

  constructor(queue: Queue, task: Task<Value>) {
    this.#queue = queue;
    this.#task = task;
    this.group = task.group;
    this.#priority = task.priority ?? 0;
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    queue.wait(this);
  }

  /** Its work is under way. */
  get running(): boolean {
    return !!this.#work;
  }

  get urgent(): boolean {
    return this.#urgent > 0;
  }

  get priority(): number {
    return this.#priority;
  }

  set priority(priority: number) {
    const waited = this.#queue.leave(this);
    this.#priority = priority;
    if (waited) this.#queue.wait(this);
  }

  /** Runs now, beside the lanes, whether it was waiting, resting after a failure, or running in a lane. */
  promote(): void {
    this.#urgent++;
    if (this.#over) return;
    // What has freed its lane needs nobody's way.
    if (!this.#work || this.#queue.isRunning(this)) this.#queue.makeWay();
    if (!this.#work) this.#queue.start(this);
  }

  /** Takes one promotion back. When nobody is in a hurry any more, what runs takes up a lane. */
  demote(): void {
    this.#urgent--;
    this.#queue.tend();
  }

  /** Gives the place up, wherever it is. */
  abort(reason?: unknown): void {
    if (this.#over) return;
    const work = this.#work;
    this.#queue.leave(this);
    this.#end();
    this.#reject(reason);
    work?.abort(reason);
  }

  run(): void {
    const launching: LaneWork<Value> = { result: this.result, abort() {} };
    this.#work = launching;
    try {
      const work = this.#task.launch(this.urgent);
      // The launch itself may have given the place up, or made something urgent that it must step aside for.
      if (this.#work === launching) this.#await(work);
      else work.abort();
    } catch (error) {
      if (this.#work === launching) this.#fail(error);
    }
  }

  stepAside(): void {
    const work = this.#work;
    this.asides++;
    this.#work = undefined;
    work?.abort();
  }

  #await(work: LaneWork<Value>): void {
    this.#work = work;
    // What comes of work that has stepped aside concerns nobody.
    const ifCurrent =
      <Argument>(then: (argument: Argument) => void) =>
      (argument: Argument): void => {
        if (this.#work === work) then(argument);
      };
    const free = ifCurrent(() => this.#queue.free(this));
    const land = (value: Value) => {
      this.#end();
      this.#resolve(value);
    };
    work.freed?.then(free, free);
    work.result.then(
      ifCurrent(land),
      ifCurrent((error) => this.#fail(error)),
    );
  }

  #fail(error: unknown): void {
    const rested = this.#task.again?.(error, ++this.#failures);
    if (rested) {
      this.#work = undefined;
      this.#queue.free(this);
      const again = () => {
        if (this.#over || this.#work) return;
        this.#queue.leave(this);
        this.#queue.wait(this);
      };
      rested.then(again, again);
    } else {
      this.#end();
      this.#reject(error);
    }
  }

  #end(): void {
    this.#over = true;
    this.#work = undefined;
    this.#queue.free(this);
  }
}
