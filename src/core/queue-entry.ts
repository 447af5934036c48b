// A job as the queue sees it, and the order in which jobs start.

export interface QueueEntry {
  /** Larger goes first. The queue is told when it changes. */
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

/** Sorts jobs in the order in which they start. */
export const byStart = (one: QueueEntry, other: QueueEntry): number =>
  other.priority - one.priority || one.order - other.order;
