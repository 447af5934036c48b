// The queue: most jobs run in a few lanes, and urgent jobs run at once beside the lanes.
//
// While an urgent job runs, no lane starts a job, and jobs in lanes step aside. Each is aborted and waits again at its
// old position. Jobs start at the end of the turn, so that all jobs enqueued in one turn are compared.
// Like the flights, the queue knows no platform: promises and lists; no DOM, no timers.

import { byStart, type QueueEntry } from './queue-entry.ts';

/** How often a job steps aside for urgent jobs. Without a limit, it would never end where they are frequent. */
const mostAsideForUrgent = 10;

export class Queue {
  /** Sorted before a start: thousands of jobs may come, go and change their priority between two starts. */
  readonly #waiting: QueueEntry[] = [];
  #sorted = true;
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
    return [...this.#running].filter(({ urgent }) => !urgent).length;
  }

  /** True while the job runs and has not freed its lane. */
  holdsLane(job: QueueEntry): boolean {
    return this.#running.has(job);
  }

  /** Sets how many jobs may run in lanes. With 0 no job starts, and running jobs go on. */
  set lanes(lanes: number) {
    this.#lanes = lanes;
    this.schedule();
  }

  /** Makes a job wait. It does not start in this turn. */
  enqueue(job: QueueEntry): void {
    const last = this.#waiting.at(-1);
    if (last && byStart(job, last) < 0) this.reorder();
    this.#waiting.push(job);
    this.schedule();
  }

  /** Called when a job has another priority than before. */
  reorder(): void {
    this.#sorted = false;
  }

  /** Removes the job, if it waits. */
  remove(job: QueueEntry): void {
    const at = this.#waiting.indexOf(job);
    if (at >= 0) this.#waiting.splice(at, 1);
  }

  /** Starts a job now, with or without a lane. */
  start(job: QueueEntry): void {
    this.remove(job);
    this.#running.add(job);
    job.run();
  }

  /** Starts the first waiting job, although no lane is open. That job never steps aside. */
  startFirst(): void {
    const [first] = this.#inOrder();
    if (!first) return;
    first.timesAside = Infinity;
    this.start(first);
  }

  /** Frees the lane of a job. */
  free(job: QueueEntry): void {
    if (this.#running.delete(job)) this.schedule();
  }

  /** Makes the jobs in lanes step aside, except those that have already done so `most` times. */
  preempt(most: number = mostAsideForUrgent): void {
    for (const job of this.#running) {
      if (job.urgent || job.timesAside >= most) continue;
      this.#running.delete(job);
      job.timesAside++;
      // The job waits before its `abort` is called, which may promote it or end it.
      this.enqueue(job);
      job.stepAside();
    }
  }

  /** Called when a job may no longer be urgent. While it was, it did not step aside for other urgent jobs. */
  demoted(): void {
    if (this.#hasUrgent()) this.preempt();
    this.schedule();
  }

  /** Looks for jobs to start at the end of this turn. */
  schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    // One microtask later, because callers that leave in this turn abort their jobs in the next microtask.
    Promise.resolve()
      .then()
      .then(() => {
        this.#scheduled = false;
        this.#startNext();
      });
  }

  /** Starts one job, and looks for the next one later: jobs may be given up when this one starts. */
  #startNext(): void {
    if (this.#running.size >= this.#lanes || this.#hasUrgent()) return;
    const next = this.#inOrder().find(this.#mayStart);
    if (!next) return;
    this.start(next);
    this.schedule();
  }

  #inOrder(): readonly QueueEntry[] {
    if (!this.#sorted) this.#waiting.sort(byStart);
    this.#sorted = true;
    return this.#waiting;
  }

  #hasUrgent(): boolean {
    return [...this.#running].some(({ urgent }) => urgent);
  }

  readonly #mayStart = ({ group }: QueueEntry): boolean =>
    group === undefined ||
    [...this.#running].filter((job) => job.group === group).length < this.#lanesPerGroup;
}
