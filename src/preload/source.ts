// What to load, and what makes two images the same: everything that decides which bytes come and how.

import type { Kind } from './kind.ts';

/** An image to load: its address, or its address with what else decides which bytes come. */
export type ImageSource<Result = HTMLImageElement> = string | URL | ImageRequest<Result>;

/** The parts of an image request. They have the names and the meaning of the attributes of `<img>`. */
export interface ImageRequest<Result = HTMLImageElement> {
  /** Relative to the document. */
  readonly src: string | URL;
  readonly srcset?: string | undefined;
  readonly sizes?: string | undefined;
  readonly crossOrigin?: string | null | undefined;
  readonly referrerPolicy?: string | undefined;
  /** What becomes of it: an element, by default. */
  readonly as?: Kind<Result> | undefined;
  /** Larger goes first in the queue; not part of the identity. By default 0. */
  readonly priority?: number | undefined;
}

/** An image request with everything decided. */
export interface Wanted<Result> {
  /** Equal for two requests exactly when one load serves both. */
  readonly key: string;
  /** Absolute. */
  readonly src: string;
  readonly srcset: string;
  readonly sizes: string;
  readonly crossOrigin: string | null;
  readonly referrerPolicy: string;
  readonly as: Kind<Result>;
  readonly priority: number;
}

/** Reads a source; a `TypeError` says what is wrong with it. */
export function wanted<Result>(source: ImageSource<Result>, usual: Kind<Result>): Wanted<Result> {
  const request = typeof source === 'object' && 'src' in source ? source : { src: source };
  const { srcset = '', sizes = '', crossOrigin = null, referrerPolicy = '' } = request;
  const { as = usual, priority = 0 } = request;
  const cors = crossOrigin === null || crossOrigin === 'use-credentials' ? crossOrigin : 'anonymous';
  const src = absolute(request.src);
  const key = JSON.stringify([as.name, src, srcset, sizes, cors, referrerPolicy]);
  return { key, src, srcset, sizes, crossOrigin: cors, referrerPolicy, as, priority };
}

function absolute(src: string | URL): string {
  try {
    if (!src) throw src;
    return new URL(src, document.baseURI).href;
  } catch (cause) {
    throw new TypeError(`Expected the address of an image, got \`${src}\`.`, { cause });
  }
}
