import type { ImageOutcome } from './events.ts';
import type { ImageSource } from './source.ts';

/** The progress of a group, in images. */
export interface Progress extends Readonly<Record<ImageOutcome, number>> {
  readonly total: number;
  /** Images that are neither done nor failed nor aborted. */
  readonly left: number;
  /** Bytes that came over the network for the images that are done, as far as the browser knows. */
  readonly bytes: number;
}

/**
 * Images that are being preloaded. Iterating yields them in the order of the list, each when it has loaded, without
 * those that fail or are aborted. A second loop rejects with a `TypeError` while the first one is under way.
 */
export interface Group<Result = HTMLImageElement> extends AsyncIterable<Result> {
  /** Resolves when nothing is left. Never rejects. */
  readonly done: Promise<Progress>;
  /** The progress now. */
  readonly progress: Progress;
  /** Aborts images that have not loaded: all of them, or these. Other callers that want an image still get it. */
  cancel(...sources: ImageSource<Result>[]): void;
  /** Sets the priority of all images of the group that wait in the queue. Larger goes first. */
  prioritize(priority: number): void;
  /** `progress` is fired when an image is done, has failed or was aborted. */
  addEventListener(
    type: 'progress',
    listener: (event: Event) => void,
    options?: AddEventListenerOptions | boolean,
  ): void;
  removeEventListener(
    type: 'progress',
    listener: (event: Event) => void,
    options?: EventListenerOptions | boolean,
  ): void;
}
