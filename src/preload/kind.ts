import type { LaneWork } from '../core/place.ts';
import type { Wanted } from './source.ts';

/** What an image becomes: how it is loaded, and what must be known about the result. */
export interface Kind<Result> {
  /** Part of the identity of an image: equal names may share one load. */
  readonly name: string;
  /** Starts loading, `urgent` at high network priority, else at low. */
  load(wanted: Wanted<Result>, urgent: boolean): LaneWork<Result>;
  /** One of its own for each further caller of the same load. */
  copy(result: Result): Result | PromiseLike<Result>;
  /** Bytes that the result takes in memory, decoded. */
  memory(result: Result): number;
  /** Bytes that came over the network; undefined where they cannot be known. */
  transferred?(result: Result): number | undefined;
  /** Gives the memory back at once. */
  release?(result: Result): void;
}
