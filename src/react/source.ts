// A source as the hooks compare it: components make new ones in each render.

import { crossOriginOf } from '../http/cross-origin.ts';
import { absoluteSrcset } from '../http/srcset.ts';
import { textOf } from '../http/text.ts';
import { absolute } from '../http/url.ts';
import { misuse } from '../options/check.ts';
import { isAddress } from '../options/kinds.ts';
import type { ImageRequest, ImageSource } from '../preload/index.ts';

/** Returns a source as an object. The preloader refuses what is no source. */
export const requestOf = (source: ImageSource): ImageRequest =>
  (isAddress(source) ? { src: source } : source) as ImageRequest;

/**
 * Returns equal keys for sources of one image. With a base, addresses are compared as absolute ones. The priority is no
 * part of it. Throws a `TypeError` for a source with `as`.
 */
export function keyOf(source: ImageSource, base = ''): string {
  const { src, srcset, sizes, crossOrigin, referrerPolicy, as } = requestOf(source);
  // No `<img>` shows a `Blob` or a bitmap.
  if (as) throw misuse('`as` to be undefined in a hook', as);
  const addresses = [absolute(String(src), base), srcset && absoluteSrcset(srcset, base)];
  const cors = crossOrigin != null && crossOriginOf(crossOrigin);
  const parts = [...addresses, sizes, cors, referrerPolicy];
  return textOf(parts.map((part) => part || ''));
}

/** Returns the absolute address of a source. The preloader throws an error for a source without one. */
export const addressOf = (source: ImageSource): string =>
  absolute(String(requestOf(source).src), document.baseURI);
