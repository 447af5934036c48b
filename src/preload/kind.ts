import type { LaneWork } from '../core/job.ts';

/** The properties of an `<img>` that loads the image; what was not given is not there. */
export interface Attributes {
  readonly crossOrigin?: string;
  readonly referrerPolicy?: string;
  readonly sizes?: string;
  readonly srcset?: string;
  /** Absolute. */
  readonly src: string;
}

/** What an image becomes: how it is loaded, and what must be known about the result. */
export interface Kind<Result> {
  /** Part of the identity of an image: requests that differ in it do not share a load. */
  readonly name: string;
  /** Starts loading; `urgent` at high network priority, else at low. */
  load(attributes: Attributes, urgent: boolean): LaneWork<Result>;
  /** One of its own for each further caller of the same load. */
  copy(result: Result): Result | PromiseLike<Result>;
  /** Bytes that the result takes in memory. */
  memory(result: Result): number;
  /** Bytes that came over the network; undefined or 0 where they cannot be known. */
  bytes(result: Result): number | undefined;
  /** Gives the memory of a result back that nobody was handed. */
  release?(result: Result): void;
  /** Resolves when it is time to try again after this failure, of so many; undefined lets it stand. */
  again?(error: unknown, failures: number): PromiseLike<unknown> | undefined;
}
