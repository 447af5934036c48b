// Images of the page that load through the queue: `<img data-src="1.jpg">` gets its `src` when its image has come.

import { checkOptions, checkValue, type Kinds } from '../options/check.ts';
import { pagePreloader } from './page-preloader.ts';
import type { Preloader } from './preloader.ts';
import { Watcher } from './watcher.ts';

/** How `watchImages` loads. */
export interface WatchOptions {
  /** Whose queue the images go through. Default: the queue of `preload`. */
  readonly images?: Preloader | undefined;
}

const kinds: Kinds<WatchOptions> = {
  images: { expected: 'a preloader', accepts: (value) => typeof Object(value).preload === 'function' },
};
const aNode = {
  expected: 'a document or an element',
  accepts: (value: unknown) => typeof Object(value).querySelectorAll === 'function',
};

/**
 * Loads the elements `<img data-src>` below a node through a queue, those in view first. It follows the page: elements
 * that are added, changed or removed, and what comes into view. `data-srcset` goes along, also that of the `<source>`
 * elements of a `<picture>`. `sizes`, `crossorigin` and `referrerpolicy` are the element's own.
 *
 * An element that cannot be loaded keeps its attributes and gets an `error` event. Where preloads wait or are skipped
 * because the connection is slow, elements in view are loaded all the same. `clear` and `replace` of the queue do not
 * concern these images. Without a document and its observers it does nothing.
 *
 * @param root what to watch. Default: the document. A document of a frame has to be watched by itself.
 * @returns a function that ends it: it gives up what has not come, and leaves no observer behind
 *
 * @example
 * const stop = watchImages();
 */
export function watchImages(
  root: (Node & ParentNode) | undefined = globalThis.document,
  options: WatchOptions = {},
): () => void {
  checkOptions(options, kinds);
  // Simulated documents have none.
  if (!globalThis.IntersectionObserver) return () => {};
  checkValue('root', root, aNode);
  const watcher = new Watcher(root, options.images ?? pagePreloader());
  return () => watcher.stop();
}
