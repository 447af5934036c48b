// Images of the page that load through the queue: `<img data-src="1.jpg">` gets its `src` when its image has loaded.

import { checkOptions, checkValue, type OptionKind, type OptionKinds } from '../options/check.ts';
import { isFunction, withMethod } from '../options/kinds.ts';
import { pagePreloader } from './page-preloader.ts';
import type { Preloader } from './preloader.ts';
import { Watcher } from './watcher.ts';

/** Options of `watchImages`. */
export interface WatchOptions {
  /** The preloader whose queue is used. Default: that of `preload`. */
  readonly images?: Preloader | undefined;
}

const kinds: OptionKinds<WatchOptions> = { images: /* @__PURE__ */ withMethod('preload', 'a preloader') };
const aNode: OptionKind = {
  expected: 'a document or an element (of a frame: its `contentDocument`)',
  accepts: (value) => {
    const { querySelectorAll, localName } = Object(value);
    return isFunction(querySelectorAll) && localName !== 'iframe';
  },
};

/**
 * Loads the elements `<img data-src>` below a node through a queue, those in view first. It follows elements that are
 * added, changed, removed or scrolled into view. It takes `data-srcset`, too, also of the `<source>` elements of a
 * `<picture>`. `sizes`, `crossorigin` and `referrerpolicy` are the element's own.
 *
 * An element that cannot be loaded keeps its attributes and gets an `error` event. When preloads wait or are skipped
 * because the connection is slow, elements in view are still loaded. `clear` and `replace` of the preloader do not
 * affect these images. It ends with its document. Without a document and its observers it does nothing.
 *
 * @param root the node to watch. Default: the document. The document of a frame and a shadow root each need their own
 *   call.
 * @returns a function that ends it: aborts images that have not loaded, and removes all observers
 *
 * @example
 * const stop = watchImages();
 */
export function watchImages(
  root: (Node & ParentNode) | undefined = globalThis.document,
  options: WatchOptions = {},
): () => void {
  const { images } = checkOptions(options, kinds);
  // Simulated documents have no observers.
  if (!globalThis.IntersectionObserver) return () => {};
  checkValue('root', root, aNode);
  const watcher = new Watcher(root, images ?? pagePreloader());
  const { defaultView } = root.ownerDocument ?? (root as Document);
  const frame = defaultView === globalThis.window ? undefined : defaultView;
  const stop = () => {
    frame?.removeEventListener('pagehide', leave);
    watcher.stop();
  };
  // The images of a frame that is removed or navigated never load, and fire no event.
  const leave = ({ persisted }: PageTransitionEvent) => persisted || stop();
  frame?.addEventListener('pagehide', leave);
  return stop;
}
