// What callers give as the source of an image.

import { isPlain } from '../options/check.ts';
import { isString } from '../options/kinds.ts';
import type { Kind } from './kind.ts';

/**
 * An image to load: its address, or an object with everything that decides which bytes come. Without `as`, callers get
 * an element.
 */
export type ImageSource<Result = HTMLImageElement> =
  | (HTMLImageElement extends Result ? string | URL | ImageRequest<Result> : never)
  | (ImageRequest<Result> & { readonly as: Kind<Result> });

/** The parts of an image request. They have the names and the meaning of the properties of `<img>`. */
export interface ImageRequest<Result = HTMLImageElement> {
  /** Relative to the document. */
  readonly src: string | URL;
  /** Its addresses are relative to the document. */
  readonly srcset?: string | undefined;
  readonly sizes?: string | undefined;
  readonly crossOrigin?: string | null | undefined;
  readonly referrerPolicy?: string | undefined;
  /** The kind of image that callers get. Default: an element. */
  readonly as?: Kind<Result> | undefined;
  /** Larger goes first in the queue. It is not part of the identity. Default 0. */
  readonly priority?: number | undefined;
}

/** Returns a source as an object. A `URL` may come from another realm. What is no source becomes a wrong address. */
export function requestOf<Result>(source: ImageSource<Result>): ImageRequest<Result> {
  const given = source as ImageRequest<Result>;
  // Strings inherit members that a page has added to `Object.prototype`.
  const isAddress = isString(given) || (given?.src === undefined && !isPlain(given));
  return isAddress ? { src: source as string } : given;
}
