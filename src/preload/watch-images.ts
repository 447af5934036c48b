// Images of the page that load through the queue: `<img data-src="1.jpg">` gets its `src` when its turn has come.

import { isSlow } from './conditions.ts';
import type { Group } from './group.ts';
import { pagePreloader } from './page-preloader.ts';
import type { Preloader } from './preloader.ts';
import { attributes, selector, show, sourceOf } from './waiting-image.ts';

/** How `watchImages` loads. */
export interface WatchOptions {
  /** Whose queue the images go through: by default that of `preload`. */
  readonly images?: Preloader | undefined;
}

/**
 * Loads the elements `<img data-src>` below a node through a queue, those in view first; also those that are added or
 * changed later. `data-srcset` goes along; `sizes`, `crossorigin` and `referrerpolicy` are the element's own. An
 * element that cannot be loaded keeps its attributes and gets an `error` event. One that is taken out of the page
 * leaves the queue. Where preloads wait or are skipped because the connection is slow, those in view are loaded all
 * the same. `clear` and `replace` of the queue do not concern them.
 *
 * @returns what ends it: gives up what has not come, and leaves no observer behind
 *
 * @example
 * const stop = watchImages();
 */
export function watchImages(root: Node & ParentNode = document, options: WatchOptions = {}): () => void {
  const watcher = new Watcher(root, options.images ?? pagePreloader());
  return () => watcher.stop();
}

/** How an element's image comes: in a group of its own, or, without one, by a load. */
interface Way {
  readonly group?: Group;
  cancel(): void;
}

class Watcher {
  readonly #root: Node & ParentNode;
  readonly #images: Preloader;
  /** Exactly those that are not done; without a way while it is not known where they are. */
  readonly #elements = new Map<HTMLImageElement, Way | undefined>();
  readonly #view: IntersectionObserver;
  readonly #changes: MutationObserver;

  constructor(root: Node & ParentNode, images: Preloader) {
    this.#root = root;
    this.#images = images;
    this.#view = new IntersectionObserver((reports) => {
      for (const { target, isIntersecting } of reports)
        this.#seen(target as HTMLImageElement, isIntersecting);
    });
    this.#changes = new MutationObserver((records) => {
      for (const record of records) this.#changed(record);
    });
    this.#changes.observe(root, { childList: true, subtree: true, attributeFilter: [...attributes] });
    this.#addAll(root);
  }

  stop(): void {
    this.#changes.disconnect();
    for (const element of this.#elements.keys()) this.#drop(element);
    this.#view.disconnect();
  }

  #changed({ type, target, addedNodes, removedNodes }: MutationRecord): void {
    if (type === 'attributes') this.#add(target);
    for (const node of addedNodes) if (node instanceof Element) this.#addAll(node);
    // What was moved is still there.
    if (removedNodes.length)
      for (const element of this.#elements.keys()) if (!this.#root.contains(element)) this.#drop(element);
  }

  #addAll(node: Node & ParentNode): void {
    this.#add(node);
    for (const element of node.querySelectorAll(selector)) this.#add(element);
  }

  #add(node: Node): void {
    if (!(node instanceof HTMLImageElement)) return;
    this.#drop(node);
    if (!node.matches(selector)) return;
    this.#elements.set(node, undefined);
    this.#view.observe(node);
  }

  #drop(element: HTMLImageElement): void {
    this.#view.unobserve(element);
    this.#elements.get(element)?.cancel();
    this.#elements.delete(element);
  }

  /** The first report on an element says where it is: only then its place in the queue is known. */
  #seen(element: HTMLImageElement, inView: boolean): void {
    const way = this.#elements.get(element);
    if (!this.#elements.has(element)) return;
    if (inView && isSlow()) this.#load(element);
    else if (way) way.group?.prioritize(inView ? 1 : 0);
    else this.#preload(element, inView ? 1 : 0);
  }

  #load(element: HTMLImageElement): void {
    const control = new AbortController();
    this.#await(element, { cancel: () => control.abort() }, this.#images.load(sourceOf(element), control));
  }

  #preload(element: HTMLImageElement, priority: number): void {
    try {
      const group = this.#images.preload({ ...sourceOf(element), priority });
      // Skipped at once: it may come into view yet.
      if (group.progress.aborted) return;
      this.#await(element, { group, cancel: () => group.cancel() }, firstOf(group));
    } catch {
      this.#fail(element);
    }
  }

  async #await(
    element: HTMLImageElement,
    way: Way,
    coming: Promise<HTMLImageElement | undefined>,
  ): Promise<void> {
    const former = this.#elements.get(element);
    this.#elements.set(element, way);
    former?.cancel();
    const image = await coming.catch(() => undefined);
    if (this.#elements.get(element) !== way) return;
    // Whoever cleared the queue did not mean the page.
    if (way.group?.progress.aborted) return this.#add(element);
    if (!image) return this.#fail(element);
    this.#drop(element);
    show(element, image);
  }

  #fail(element: HTMLImageElement): void {
    this.#drop(element);
    element.dispatchEvent(new Event('error'));
  }
}

async function firstOf(group: Group): Promise<HTMLImageElement | undefined> {
  for await (const image of group) return image;
  return undefined;
}
