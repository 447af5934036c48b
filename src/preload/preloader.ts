import type { Group } from './group.ts';
import type { ImageDetail } from './loads.ts';
import type { ImageSource } from './source.ts';

/** How to load. */
export interface LoadOptions {
  /** Its abort rejects the load with its reason. The request goes on for others who want the image. */
  readonly signal?: AbortSignal | undefined;
}

/** Counts of this moment. */
export interface PreloaderStats {
  /** Images that are loading, preloads and others. */
  readonly inFlight: number;
  readonly waiting: number;
  /** Loaded, and not handed to anybody yet. */
  readonly held: number;
  /** The memory that these take, decoded. */
  readonly heldBytes: number;
}

/** `launch`: a request goes out, again where one had stepped aside; `settle`: an image is done, failed or cancelled. */
export type PreloaderEvent = 'launch' | 'settle';

/** A queue for the images of a page. */
export interface Preloader {
  /**
   * Loads these images one after another, when there is nothing better to do, and holds each until it is asked for.
   * Throws a `TypeError` for what is no address; then none of them is loaded.
   */
  preload<Result = HTMLImageElement>(...sources: ImageSource<Result>[]): Group<Result>;
  /** Preloads these and drops what waited so far; what is loading just now goes on. */
  replace<Result = HTMLImageElement>(sources: Iterable<ImageSource<Result>>): Group<Result>;
  /**
   * Loads an image now, beside and before all that is preloaded. Resolves with an element of the caller's own,
   * decoded. Rejects when it cannot be loaded, and with the reason of the signal.
   */
  load<Result = HTMLImageElement>(source: ImageSource<Result>, options?: LoadOptions): Promise<Result>;
  /** Starts no more preloads. What is loading goes on, and so does `load`. */
  pause(): void;
  resume(): void;
  /** Gives up all preloads, also those in flight, and lets go of what is held. */
  clear(): void;
  /** Gives up everything for good: what is loading rejects, and so does `load` from now on. */
  destroy(): void;
  stats(): PreloaderStats;
  addEventListener(
    type: PreloaderEvent,
    listener: (event: CustomEvent<ImageDetail>) => void,
    options?: AddEventListenerOptions | boolean,
  ): void;
  removeEventListener(
    type: PreloaderEvent,
    listener: (event: CustomEvent<ImageDetail>) => void,
    options?: EventListenerOptions | boolean,
  ): void;
}
