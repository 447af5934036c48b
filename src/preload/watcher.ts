// Follows the images of a page: which of them wait, where they are, and which were removed.

import { whenSized } from './auto-sizes.ts';
import { isSlow, onConditions } from './conditions.ts';
import type { Group } from './group.ts';
import type { Preloader } from './preloader.ts';
import type { ImageRequest } from './source.ts';
import { attributes, imagesIn, imagesOf, selector, show, sourceOf } from './watched-image.ts';

/** How the image of an element is loaded: in its own group, or by `load` when there is no group. */
interface Loading {
  priority: number;
  readonly isUrgent: boolean;
  group?: Group;
  /** True when the group was done at once, because preloads are skipped. */
  isSkipped?: boolean;
  /** Ends this loading. Until it has begun, ends the former one instead. */
  cancel?: (() => void) | undefined;
}

/** The page keeps its listeners. They must not keep a node that it has removed. */
const listen = (watcher: WeakRef<Watcher>, end: AbortSignal) =>
  onConditions(() => watcher.deref()?.lookAgain(), end);

export class Watcher {
  readonly #root: Node & ParentNode;
  readonly #images: Preloader;
  /** Exactly the images that are not done. Undefined while their position is unknown. */
  readonly #elements = new Map<HTMLImageElement, Loading | undefined>();
  readonly #view: IntersectionObserver;
  readonly #changes: MutationObserver;
  readonly #end = new AbortController();

  constructor(root: Node & ParentNode, images: Preloader) {
    this.#root = root;
    this.#images = images;
    this.#view = new IntersectionObserver((reports) => {
      for (const { target, isIntersecting } of reports)
        this.#seen(target as HTMLImageElement, isIntersecting);
    });
    this.#changes = new MutationObserver(this.#follow);
    this.#changes.observe(root, { childList: true, subtree: true, attributeFilter: [...attributes] });
    this.#addAll(root);
    listen(new WeakRef(this), this.#end.signal);
  }

  stop(): void {
    this.#end.abort();
    this.#changes.disconnect();
    for (const element of this.#elements.keys()) this.#drop(element);
    this.#view.disconnect();
  }

  /** The observer does not report again when the connection becomes slow. */
  lookAgain(): void {
    for (const [image, loading] of this.#elements) if (loading) this.#seen(image, loading.priority > 0);
  }

  readonly #follow = (records: readonly MutationRecord[]): void => {
    for (const record of records) {
      for (const image of imagesOf(record)) this.#add(image);
      for (const node of record.addedNodes) this.#addAll(node);
      // An element that was moved is still in the page.
      for (const node of record.removedNodes)
        for (const image of imagesIn(node))
          if (this.#elements.has(image) && !this.#root.contains(image)) this.#drop(image);
    }
  };

  #addAll(node: Node): void {
    for (const image of imagesIn(node)) if (!this.#elements.has(image)) this.#add(image);
  }

  #add(image: HTMLImageElement): void {
    this.#drop(image);
    // The observer also reports what happens to an element in the turn in which it is removed.
    if (!image.matches(selector) || !this.#root.contains(image)) return;
    this.#elements.set(image, undefined);
    this.#view.observe(image);
  }

  #drop(image: HTMLImageElement): void {
    this.#view.unobserve(image);
    this.#elements.get(image)?.cancel?.();
    this.#elements.delete(image);
  }

  /** The first report on an element says where it is, which decides its position in the queue. */
  #seen(element: HTMLImageElement, isInView: boolean): void {
    // The page may have dropped it since the report. Nothing loads in a document without a window, such as a template's.
    if (!this.#elements.has(element) || !element.ownerDocument.defaultView) return;
    const loading = this.#elements.get(element);
    const priority = isInView ? 1 : 0;
    const isUrgent = isInView && !loading?.isUrgent && isSlow();
    if (!loading || isUrgent) this.#start(element, { priority, isUrgent, cancel: loading?.cancel });
    else {
      loading.priority = priority;
      loading.group?.prioritize(priority);
    }
  }

  async #start(element: HTMLImageElement, loading: Loading): Promise<void> {
    const former = this.#elements.get(element);
    this.#elements.set(element, loading);
    const isCurrent = () => {
      // A listener may have changed the page in this turn.
      this.#follow(this.#changes.takeRecords());
      return this.#elements.get(element) === loading;
    };
    try {
      const source = await sourceOf(element);
      // No test drops an element, or takes it anew, while its source is chosen.
      if (!isCurrent()) return;
      const result = source && this.#begin(loading, source);
      // Only now, so that a request under way goes on.
      former?.cancel?.();
      const image = await result;
      if (!isCurrent()) return;
      if (image) {
        this.#drop(element);
        show(element, image);
      }
      // An element that gets a width may be in view already, so the other observer has nothing to report.
      else if (!source) loading.cancel = whenSized(element, () => this.#add(element));
      // A skipped image may come into view. `clear` does not affect images of the page.
      else if (loading.isSkipped) this.#elements.set(element, undefined);
      else this.#add(element);
    } catch {
      // The page may have dropped it before its image failed.
      if (!isCurrent()) return;
      this.#drop(element);
      element.dispatchEvent(new Event('error'));
    }
  }

  /** Resolves with undefined when a preload was skipped or cleared. */
  async #begin(loading: Loading, source: ImageRequest): Promise<HTMLImageElement | undefined> {
    if (loading.isUrgent) {
      const control = new AbortController();
      loading.cancel = () => control.abort();
      return this.#images.load(source, control);
    }
    const group = (loading.group = this.#images.preload({ ...source, priority: loading.priority }));
    loading.isSkipped = group.progress.aborted > 0;
    loading.cancel = () => group.cancel();
    for await (const image of group) return image;
    if (group.progress.failed) throw new Error('failed'); // the preloader's `settle` event has the error
    return undefined;
  }
}
