// A job as the queue sees it, and which of two jobs starts first.

export interface QueueEntry {
  /** Larger goes first. It may change while the job waits. */
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

/** True when the job starts before the other one. */
export function goesBefore(job: QueueEntry, other: QueueEntry): boolean {
  return job.priority === other.priority ? job.order < other.order : job.priority > other.priority;
}
