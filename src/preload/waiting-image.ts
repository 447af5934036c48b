// An `<img>` that waits to be loaded: what it asks for stands in its `data-` attributes.

import type { ImageRequest } from './source.ts';

export const selector: string = 'img[data-src]';
export const attributes: readonly string[] = ['data-src', 'data-srcset'];

/** What it asks for. */
export function sourceOf({ dataset, sizes, crossOrigin, referrerPolicy }: HTMLImageElement): ImageRequest {
  const { src = '', srcset } = dataset;
  return { src, srcset, sizes: sizes || undefined, crossOrigin, referrerPolicy: referrerPolicy || undefined };
}

/** The image that was loaded is still there: the browser shows it without a second request. */
export function show(element: HTMLImageElement, { src, srcset }: HTMLImageElement): void {
  if (srcset) element.srcset = srcset;
  element.src = src;
  for (const name of attributes) element.removeAttribute(name);
}
