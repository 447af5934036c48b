import type { Outcome } from './loads.ts';
import type { ImageSource } from './source.ts';

/** How far a group is, in images. */
export interface Progress extends Readonly<Record<Outcome, number>> {
  readonly total: number;
  /** Neither done nor failed nor cancelled. */
  readonly left: number;
  /** Bytes that came over the network for those done, as far as the browser tells. */
  readonly bytes: number;
}

/**
 * Images being preloaded. Iterating hands them over in the order of the list, each when it is there, without those
 * that failed or were cancelled. A `progress` event tells of each that is done, failed or cancelled.
 */
export interface Group<Result = HTMLImageElement> extends EventTarget, AsyncIterable<Result> {
  /** Resolves when nothing is left; never rejects. */
  readonly done: Promise<Progress>;
  /** How far it is now. */
  readonly progress: Progress;
  /** Gives up what has not come yet: all of it, or these images. What somebody else wants too goes on for them. */
  cancel(...sources: ImageSource<Result>[]): void;
  /** Larger goes first in the queue, from now on. */
  prioritize(priority: number): void;
}
