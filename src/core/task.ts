import type { Work } from './flight.ts';

/** Work that may free its lane before its result is there: an image that has arrived and is being decoded. */
export interface LaneWork<Value> extends Work<Value> {
  /** Settles when the lane is free; by default the lane is free when the result is there. */
  readonly freed?: PromiseLike<unknown> | undefined;
}

/** What waits for a lane. */
export interface Task<Value> {
  /** Starts the work, and again after each stepping aside or failure. A throw is a rejection. */
  launch(urgent: boolean): LaneWork<Value>;
  /** Larger goes first; equal keeps the order of arrival. By default 0. */
  readonly priority?: number | undefined;
  /** Tasks of one group share the lanes that a group may have. */
  readonly group?: string | undefined;
  /** When to try again after this failure, of so many; undefined lets it stand. */
  readonly again?: ((error: unknown, failures: number) => PromiseLike<unknown> | undefined) | undefined;
}
