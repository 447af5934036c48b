// A job as the queue sees it, and its position among the jobs that wait.

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

/** Returns where the job is in the ordered list, or would be. It halves the list, because thousands of jobs may wait. */
export function positionOf(job: QueueEntry, waiting: readonly QueueEntry[]): number {
  let [from, to] = [0, waiting.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (goesBefore(waiting[middle] as QueueEntry, job)) from = middle + 1;
    else to = middle;
  }
  return from;
}

function goesBefore(job: QueueEntry, other: QueueEntry): boolean {
  return job.priority === other.priority ? job.order < other.order : job.priority > other.priority;
}
