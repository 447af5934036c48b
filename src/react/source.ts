// A source as the hooks compare it: components make new ones in each render.

import { isPlain } from '../options/check.ts';
import type { ImageRequest, ImageSource } from '../preload/index.ts';

/** Returns a source as an object. A `URL` may come from another realm. The preloader refuses what is no source. */
export function requestOf(source: ImageSource): ImageRequest {
  const request = source as ImageRequest;
  return request?.src === undefined && !isPlain(request) ? { src: source as string } : request;
}

/** Returns equal keys for sources with equal members. */
export function keyOf(source: ImageSource): string {
  const { src, srcset, sizes, crossOrigin, referrerPolicy, as, priority } = requestOf(source);
  const parts = [String(src), srcset, sizes, crossOrigin, referrerPolicy, as?.name, priority];
  // Quotes each one by itself: a page may have given arrays a `toJSON`, which a quoted list would use.
  return parts.map((part) => JSON.stringify(part ?? null)).join();
}

/** Returns the absolute address of a source. The preloader throws an error for a source without one. */
export function addressOf(source: ImageSource): string {
  const src = String(requestOf(source).src);
  const { baseURI } = document;
  // No test runs `: src` for a list: the preloader refuses such an address first.
  return URL.canParse(src, baseURI) ? new URL(src, baseURI).href : src;
}
