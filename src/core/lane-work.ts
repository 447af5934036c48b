// The work of a job in its lane, as the queue sees it.

import type { Work } from './flight.ts';

/** Work in a lane. It may free its lane before it has its result, as an image does that is being decoded. */
export interface LaneWork<Value> extends Work<Value> {
  /** Settles when the lane is free. Default: the lane is free when the result has settled. */
  readonly freed?: PromiseLike<unknown> | undefined;
}

/** How a job starts. */
export interface StartOptions {
  /** True while a caller wants the job to run now. */
  readonly urgent: boolean;
}

/** The work of a job, and its position in the queue. */
export interface JobOptions<Value> {
  /** Starts the work, also after each stepping aside and for each retry. An error that it throws is a failure. */
  start(options: StartOptions): LaneWork<Value>;
  /** Larger goes first. Jobs of equal priority keep their order of arrival. Default 0. */
  readonly priority?: number | undefined;
  /** The `order` of a former job, whose position this one takes. Default: after all jobs so far. */
  readonly order?: number | undefined;
  /** Jobs of one group together use at most the lanes of one group. */
  readonly group?: string | undefined;
  /** Returns a promise to wait for before the next try, after so many failures; undefined for no retry. */
  readonly retry?: ((error: unknown, failures: number) => PromiseLike<unknown> | undefined) | undefined;
}
