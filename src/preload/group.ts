import type { ImageOutcome } from './events.ts';
import type { ImageSource } from './source.ts';

/** How far a group is, in images. */
export interface Progress extends Readonly<Record<ImageOutcome, number>> {
  readonly total: number;
  /** Neither done nor failed nor aborted. */
  readonly left: number;
  /** Bytes that came over the network for those done, as far as the browser tells. */
  readonly bytes: number;
}

/**
 * Images that are being preloaded. Iterating hands them over in the order of the list, each when it is there, without
 * those that failed or were aborted. The event `progress` tells of each that is done, has failed or was aborted.
 */
export interface Group<Result = HTMLImageElement> extends EventTarget, AsyncIterable<Result> {
  /** Resolves when nothing is left. Never rejects. */
  readonly done: Promise<Progress>;
  /** How far the group is now. */
  readonly progress: Progress;
  /** Gives up what has not come yet: everything, or these images. Others who want an image still get it. */
  cancel(...sources: ImageSource<Result>[]): void;
  /** Sets the priority of all its images that wait in the queue. Larger goes first. */
  prioritize(priority: number): void;
}
