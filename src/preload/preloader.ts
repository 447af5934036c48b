import type { ImageDetail, PreloaderEvent } from './events.ts';
import type { ForgetTarget } from './forget-target.ts';
import type { Group } from './group.ts';
import type { ImageSource } from './source.ts';

/** Options of `load`. */
export interface LoadOptions {
  /** Rejects the load with its reason when it aborts. The request goes on for other callers that want the image. */
  readonly signal?: AbortSignal | null | undefined;
}

/** The counters at this moment. */
export interface PreloaderStats {
  /** Requests that are under way, for preloads and for loads. */
  readonly inFlight: number;
  /** Images that wait in the queue. */
  readonly waiting: number;
  /** Images that have been loaded and that no caller has got. */
  readonly held: number;
  /** The bytes that the held images take, decoded. */
  readonly heldBytes: number;
}

/** A queue for the images of a page. */
export interface Preloader {
  /**
   * Loads these images one after another when the page is not busy, and holds each until a caller wants it. Throws a
   * `TypeError` or `RangeError` for a wrong source; then it loads none of them.
   */
  preload<Result = HTMLImageElement>(...sources: ImageSource<Result>[]): Group<Result>;
  /**
   * Preloads these images, and drops images that waited before. Images that are loading go on. Throws a `TypeError` or
   * `RangeError` for a wrong list or source; then it drops none.
   */
  replace<Result = HTMLImageElement>(sources: Iterable<ImageSource<Result>>): Group<Result>;
  /**
   * Loads an image now, before all preloads. Resolves with a decoded element that belongs to the caller. Rejects when
   * the image cannot be loaded, and with the signal's reason when the signal aborts. Rejects with a `NotSupportedError`
   * where there is no document, with an `AbortError` after `destroy()`, and with a `TypeError` or `RangeError` for a wrong
   * argument.
   */
  load<Result = HTMLImageElement>(source: ImageSource<Result>, options?: LoadOptions): Promise<Result>;
  /** Stops starting preloads. Images that are loading go on, and `load` still works. */
  pause(): void;
  /** Starts preloads again. */
  resume(): void;
  /**
   * Drops all preloads, whether they wait or load, and all images that are held. Call it when a user logs out. Loads go
   * on, but later callers do not join them.
   */
  clear(): void;
  /**
   * Closes images that are in flight or held to later callers: all images, or those that `target` names. Callers that
   * wait get their images. The next caller asks the browser again, which may have an element's image in its memory.
   * Throws a `TypeError` for any other target.
   */
  forget(target?: ForgetTarget): void;
  /** Ends the preloader for good. Loads reject with an `AbortError`. */
  destroy(): void;
  /** Returns how many images are in flight, wait and are held now. */
  stats(): PreloaderStats;
  /** Calls the listener for each event of this type. The event's `detail` says what happened. */
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
