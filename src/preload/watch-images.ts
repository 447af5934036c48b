// Images of the page that load through the queue: `<img data-src="1.jpg">` gets its `src` when its turn has come.

import type { Group } from './group.ts';
import { pagePreloader } from './page-preloader.ts';
import type { Preloader } from './preloader.ts';

/** How `watchImages` loads. */
export interface WatchOptions {
  /** Whose queue the images go through: by default that of `preload`. */
  readonly images?: Preloader | undefined;
}

const selector = 'img[data-src]';
const attributes = ['data-src', 'data-srcset'];

/**
 * Loads the elements `<img data-src>` below a node through a queue, those in view first; also those that are added or
 * changed later. `data-srcset` goes along; `sizes`, `crossorigin` and `referrerpolicy` are the element's own. An
 * element that cannot be loaded keeps its attributes and gets an `error` event. One that is taken out of the page
 * leaves the queue.
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

class Watcher {
  readonly #root: Node & ParentNode;
  readonly #images: Preloader;
  /** Exactly those that are not done; without a group until it is known whether they are in view. */
  readonly #elements = new Map<HTMLImageElement, Group | undefined>();
  readonly #view: IntersectionObserver;
  readonly #changes: MutationObserver;

  constructor(root: Node & ParentNode, images: Preloader) {
    this.#root = root;
    this.#images = images;
    this.#view = new IntersectionObserver((reports) => {
      for (const { target, isIntersecting } of reports)
        this.#seen(target as HTMLImageElement, isIntersecting ? 1 : 0);
    });
    this.#changes = new MutationObserver((records) => {
      for (const record of records) this.#changed(record);
    });
    this.#changes.observe(root, { childList: true, subtree: true, attributeFilter: attributes });
    this.#addAll(root);
  }

  stop(): void {
    this.#changes.disconnect();
    for (const element of this.#elements.keys()) this.#drop(element);
    this.#view.disconnect();
  }

  #changed({ type, target, addedNodes, removedNodes }: MutationRecord): void {
    if (type === 'attributes') this.#add(target as HTMLImageElement);
    for (const node of addedNodes) if (node instanceof Element) this.#addAll(node);
    // What was moved is still there.
    if (removedNodes.length)
      for (const element of this.#elements.keys()) if (!this.#root.contains(element)) this.#drop(element);
  }

  #addAll(node: ParentNode): void {
    this.#add(node);
    for (const element of node.querySelectorAll(selector)) this.#add(element);
  }

  #add(node: ParentNode): void {
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
  #seen(element: HTMLImageElement, priority: number): void {
    const group = this.#elements.get(element);
    if (group) group.prioritize(priority);
    else if (this.#elements.has(element)) this.#load(element, priority);
  }

  async #load(element: HTMLImageElement, priority: number): Promise<void> {
    const { src = '', srcset } = element.dataset;
    const { sizes, crossOrigin, referrerPolicy } = element;
    const isMine = () => this.#elements.get(element) === group;
    let group: Group | undefined;
    try {
      group = this.#images.preload({ src, srcset, sizes, crossOrigin, referrerPolicy, priority });
      this.#elements.set(element, group);
      // Held until the element has it: then the browser shows it without a second request.
      for await (const image of group) if (isMine()) show(element, image, srcset);
    } catch {
      // The element is told, as of any other image that does not come.
    } finally {
      if (isMine()) {
        this.#drop(element);
        if (element.matches(selector)) element.dispatchEvent(new Event('error'));
      }
    }
  }
}

function show(element: HTMLImageElement, { src }: HTMLImageElement, srcset: string | undefined): void {
  if (srcset) element.srcset = srcset;
  element.src = src;
  for (const name of attributes) element.removeAttribute(name);
}
