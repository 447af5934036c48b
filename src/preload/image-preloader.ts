// One queue for all images of a page: preloads go one at a time and step aside for images that are wanted now.
//
// A preload joins the flight of its image. A load joins it, too, and promotes its job in the queue. This file decides
// how many lanes are open.

import { reasonOf } from '../core/signals.ts';
import { checkOptions, checkValue } from '../options/check.ts';
import { watchBusy } from './busy.ts';
import { isHidden, isSlow, onConditions, whenIdle } from './conditions.ts';
import type { Tell } from './events.ts';
import { type ForgetTarget, matcherOf } from './forget-target.ts';
import type { Group } from './group.ts';
import { ImageGroup } from './image-group.ts';
import { Loads } from './loads.ts';
import { loadKinds, type PreloaderOptions, type Settings, settingsOf } from './options.ts';
import type { LoadOptions, Preloader, PreloaderStats } from './preloader.ts';
import { aList, type ImageSource, type Wanted, wanted } from './source.ts';

/** After stepping aside this often, also for loads, an image ignores `busy`. Otherwise it might never arrive. */
const mostAsideForBusy = 5;

export class ImagePreloader extends EventTarget implements Omit<Preloader, keyof EventTarget> {
  readonly #settings: Settings;
  readonly #loads: Loads;
  readonly #foreground: (() => boolean)[] = [];
  /** Exactly the groups that are not done. */
  readonly #groups = new Set<{ drop(): void; skip(): void }>();
  /** Aborts when the preloader ends: by `destroy()`, or at once when there is no document. */
  readonly #end = new AbortController();
  #paused = false;
  /** True once the page has loaded and has been idle. */
  #idle = false;
  /** The timer that runs while the foreground keeps all preloads waiting. */
  #starving: ReturnType<typeof setTimeout> | 0 = 0;

  constructor(options: PreloaderOptions) {
    super();
    this.#settings = settingsOf(options);
    const { busy, busyTimeout, idleTimeout } = this.#settings;
    const end = this.#end.signal;
    const start = () => {
      this.#idle = true;
      this.#tend();
    };
    this.#loads = new Loads(this.#settings, this.#tell);
    if (!globalThis.document) {
      this.#end.abort(
        new DOMException('Images need a document: load them in the browser.', 'NotSupportedError'),
      );
      return;
    }
    for (const source of [busy].flat()) {
      source.exclude?.(this);
      this.#foreground.push(watchBusy(source, busyTimeout, { changed: this.#tend, end }));
    }
    onConditions(this.#tend, end);
    whenIdle(start, idleTimeout, end);
  }

  preload<Result = HTMLImageElement>(...sources: ImageSource<Result>[]): Group<Result> {
    return this.#preload(sources.map(wanted<Result>));
  }

  replace<Result = HTMLImageElement>(sources: Iterable<ImageSource<Result>>): Group<Result> {
    checkValue('sources', sources, aList);
    const images = [...sources].map(wanted<Result>);
    // A listener may start another group meanwhile, which did not wait before.
    for (const group of [...this.#groups]) group.drop();
    return this.#preload(images);
  }

  async load<Result = HTMLImageElement>(
    source: ImageSource<Result>,
    options: LoadOptions = {},
  ): Promise<Result> {
    const { signal } = checkOptions(options, loadKinds);
    const image = wanted(source);
    for (const end of [signal, this.#end.signal]) if (end?.aborted) throw reasonOf(end);
    const load = this.#loads.load(image, signal);
    this.#tend();
    return load.finally(this.#tend);
  }

  pause(): void {
    this.#paused = true;
    this.#tend();
  }

  resume(): void {
    this.#paused = false;
    this.#tend();
  }

  clear(): void {
    this.#loads.clear();
  }

  forget(target?: ForgetTarget): void {
    this.#loads.forget(matcherOf(target));
  }

  destroy(): void {
    this.#end.abort(new DOMException('This preloader was destroyed.', 'AbortError'));
    this.#loads.destroy(this.#end.signal.reason);
  }

  stats(): PreloaderStats {
    const { queue, held } = this.#loads;
    return { inFlight: queue.running, waiting: queue.waiting, ...held.stats };
  }

  readonly #tell: Tell = (type, detail) => {
    this.dispatchEvent(new CustomEvent(type, { detail }));
    this.#tend();
  };

  #preload<Result>(images: readonly Wanted<Result>[]): Group<Result> {
    const group = new ImageGroup(this.#loads, images, { skip: this.#end.signal.aborted });
    this.#groups.add(group);
    group.done.then(() => this.#groups.delete(group));
    this.#tend();
    return group;
  }

  /** Opens and closes the lanes. Jobs that run go on, but step aside for the foreground. */
  readonly #tend = (): void => {
    const { queue } = this.#loads;
    const { lanes, busyTimeout } = this.#settings;
    const slow = isSlow() ? this.#settings.slow : 'go';
    if (slow === 'skip') for (const group of this.#groups) group.skip();
    const isBusy = this.#foreground.some((isBusy) => isBusy());
    const isHeld = this.#end.signal.aborted || this.#paused || !this.#idle || isHidden() || slow === 'wait';
    queue.lanes = isBusy || isHeld ? 0 : lanes;
    if (isBusy) queue.preempt(mostAsideForBusy);
    if (isHeld || !queue.waiting || queue.inLanes) {
      clearTimeout(this.#starving);
      this.#starving = 0;
    } else
      this.#starving ||= setTimeout(() => {
        this.#starving = 0;
        queue.startFirst();
      }, busyTimeout);
  };
}
