// The queue: most jobs run in a few lanes, and urgent jobs run at once beside the lanes.
//
// While an urgent job runs, no lane starts a job, and jobs in lanes step aside: each is aborted and waits again at
// its old position. Jobs start at the end of the turn, so that all jobs enqueued in one turn are compared.
// Like the flights, the queue knows no platform: promises and a list; no DOM, no timers.

/** A job as the queue sees it. */
export interface QueueEntry {
  /** Larger goes first. */
  readonly priority: number;
  /** The number of the arrival. Of jobs with equal priority the earlier goes first, also after stepping aside. */
  readonly order: number;
  /** Jobs of one group together use at most the lanes of one group. */
  readonly group?: string | undefined;
  /** True while a caller wants the job to run now. */
  readonly urgent: boolean;
  /** How often the job has stepped aside. Infinity for a job that must not step aside. */
  timesAside: number;
  /** Starts the work. The job calls `queue.free` when it no longer needs its lane. */
  run(): void;
  /** Aborts the work. The job runs again later. */
  stepAside(): void;
}

/** Decides which job runs. */
export class Queue {
  /** The waiting jobs in the order in which they start: by priority, then by arrival. */
  readonly #waiting: QueueEntry[] = [];
  /** Exactly the jobs that run and have not freed their lane. Urgent jobs use no lane. */
  readonly #running = new Set<QueueEntry>();
  readonly #lanesPerGroup: number;
  #lanes: number;
  /** True while the queue will look for jobs to start at the end of this turn. */
  #scheduled = false;

  /** Runs up to `lanes` jobs at a time, up to `lanesPerGroup` of them from one group. */
  constructor(lanes = 1, lanesPerGroup: number = Infinity) {
    this.#lanes = lanes;
    this.#lanesPerGroup = lanesPerGroup;
  }

  /** Counts the jobs that wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Counts the jobs that run, in lanes and beside them. */
  get running(): number {
    return this.#running.size;
  }

  /** Counts the jobs that run in lanes. */
  get inLanes(): number {
    let count = 0;
    for (const job of this.#running) if (!job.urgent) count++;
    return count;
  }

  /** True while the job runs and has not freed its lane. */
  isRunning(job: QueueEntry): boolean {
    return this.#running.has(job);
  }

  /** Sets how many jobs may run in lanes. With 0 no job starts, and running jobs go on. */
  set lanes(lanes: number) {
    this.#lanes = lanes;
    this.schedule();
  }

  /** Adds a job at the position that its priority and its arrival give it. It does not start in this turn. */
  enqueue(job: QueueEntry): void {
    this.#waiting.splice(this.#positionOf(job), 0, job);
    this.schedule();
  }

  /** Removes a waiting job. Returns false when it did not wait. */
  remove(job: QueueEntry): boolean {
    const at = this.#positionOf(job);
    const waited = this.#waiting[at] === job;
    if (waited) this.#waiting.splice(at, 1);
    return waited;
  }

  /** Starts a job now, with or without a lane. */
  start(job: QueueEntry): void {
    this.remove(job);
    this.#running.add(job);
    job.run();
  }

  /** Starts the first waiting job, although no lane is open. That job never steps aside. */
  startFirst(): void {
    const [first] = this.#waiting;
    if (!first) return;
    first.timesAside = Infinity;
    this.start(first);
  }

  /** Frees the lane of a job. */
  free(job: QueueEntry): void {
    if (this.#running.delete(job)) this.schedule();
  }

  /** Makes the jobs in lanes step aside, except those that have already done so `most` times. */
  preempt(most: number = Infinity): void {
    for (const job of this.#running) {
      if (job.urgent || job.timesAside >= most) continue;
      this.#running.delete(job);
      job.stepAside();
      this.enqueue(job);
    }
  }

  /** Looks for jobs to start at the end of this turn. */
  schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    Promise.resolve().then(() => {
      this.#scheduled = false;
      this.#startJobs();
    });
  }

  /** Returns where the job is in the list, or would be. It searches by halving, because thousands of jobs may wait. */
  #positionOf(job: QueueEntry): number {
    let [from, to] = [0, this.#waiting.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (goesBefore(this.#waiting[middle] as QueueEntry, job)) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  #startJobs(): void {
    while (this.#hasLane()) {
      const next = this.#waiting.find(this.#mayStart);
      if (!next) return;
      this.start(next);
    }
  }

  #hasLane(): boolean {
    return this.#running.size < this.#lanes && ![...this.#running].some((job) => job.urgent);
  }

  readonly #mayStart = ({ group }: QueueEntry): boolean => {
    if (group === undefined) return true;
    let taken = 0;
    for (const job of this.#running) if (job.group === group) taken++;
    return taken < this.#lanesPerGroup;
  };
}

function goesBefore(job: QueueEntry, other: QueueEntry): boolean {
  return job.priority === other.priority ? job.order < other.order : job.priority > other.priority;
}
