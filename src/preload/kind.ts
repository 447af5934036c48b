import type { LaneWork, StartOptions } from '../core/lane-work.ts';

/** The properties of an `<img>` that loads the image. Properties that the caller did not give are missing. */
export interface Attributes {
  readonly crossOrigin?: string;
  readonly referrerPolicy?: string;
  readonly sizes?: string;
  readonly srcset?: string;
  /** Absolute. */
  readonly src: string;
}

/** A request as the network sees it. Its members have the names that they have in a `Request`. */
export interface SentRequest {
  /** Absolute. With a `srcset`, the browser may have chosen another candidate. */
  readonly url: string;
  readonly destination: 'image' | '';
  readonly mode: RequestMode;
  readonly credentials: RequestCredentials;
  /** Empty when the policy of the page applies. */
  readonly referrerPolicy: ReferrerPolicy;
  /** The headers that the page has set. */
  readonly headers: Iterable<readonly [name: string, value: string]>;
}

/** A kind of image: how it is loaded, and what the preloader must know about the result. */
export interface Kind<Result> {
  /** Part of the identity of an image: two kinds with one name share their images. */
  readonly name: string;
  /** Starts the request, with high network priority when the image is urgent, else with low priority. */
  load(attributes: Attributes, options: StartOptions): LaneWork<Result>;
  /** Returns the request that `load` sends; undefined when that is unknown. */
  request?(attributes: Attributes): SentRequest | undefined;
  /** Returns a copy for another caller. Default: all callers share the result. */
  copy?(result: Result): Result | PromiseLike<Result>;
  /** Returns the bytes that the result takes in memory. Default 0. */
  memoryBytes?(result: Result): number;
  /** Returns the bytes that came over the network; undefined or 0 when they are unknown. */
  networkBytes?(result: Result): number | undefined;
  /** Frees the memory of a result that no caller got. */
  release?(result: Result): void;
  /** Returns a promise to wait for before the next try, after so many failures; undefined for no retry. */
  retry?(error: unknown, failures: number): PromiseLike<unknown> | undefined;
}
