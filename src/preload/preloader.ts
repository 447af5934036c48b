import type { ImageDetail, PreloaderEvent } from './events.ts';
import type { Group } from './group.ts';
import type { ImageSource } from './source.ts';

/** How to load. */
export interface LoadOptions {
  /** Rejects the load with its reason when it aborts. The request goes on for others who want the image. */
  readonly signal?: AbortSignal | null | undefined;
}

/** What to forget: the images of an address, or those that a function picks. */
export type ForgetTarget = string | URL | Request | ((image: { readonly url: string }) => boolean);

/** Counts of this moment. */
export interface PreloaderStats {
  /** Requests under way, of preloads and of loads. */
  readonly inFlight: number;
  /** Images that wait in the queue. */
  readonly waiting: number;
  /** Images that were loaded and not handed to anybody yet. */
  readonly held: number;
  /** The memory that these take, decoded. */
  readonly heldBytes: number;
}

/** A queue for the images of a page. */
export interface Preloader {
  /**
   * Loads these images one after another when the page is not busy, and holds each until somebody asks for it. Throws a
   * `TypeError` or `RangeError` for a wrong source; then none of them is loaded.
   */
  preload<Result = HTMLImageElement>(...sources: ImageSource<Result>[]): Group<Result>;
  /** Preloads these images and drops what waited so far. What is loading goes on. */
  replace<Result = HTMLImageElement>(sources: Iterable<ImageSource<Result>>): Group<Result>;
  /**
   * Loads an image now, beside and before all that is preloaded. Resolves with a decoded element of the caller's own.
   * Rejects when the image cannot be loaded, and with the reason of the signal. Rejects with a `NotSupportedError`
   * where there is no document, and with an `AbortError` after `destroy()`.
   */
  load<Result = HTMLImageElement>(source: ImageSource<Result>, options?: LoadOptions): Promise<Result>;
  /** Starts no more preloads. What is loading goes on, and so does `load`. */
  pause(): void;
  /** Starts preloads again. */
  resume(): void;
  /**
   * Gives up everything that was preloaded so far: what waits, what is loading, and what is held. Call it when a user
   * logs out. Loads go on.
   */
  clear(): void;
  /**
   * Lets no newcomer have what is in flight or held now: everything, or what `target` names. Callers that wait get
   * their images; the next one sends a request.
   */
  forget(target?: ForgetTarget): void;
  /** Gives up everything for good, loads too: they reject with an `AbortError`. */
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
