// One queue for all images of a page: preloads go one at a time and step aside for whatever is wanted now.
//
// Who preloads takes a seat aboard the image's flight; who loads takes a seat and promotes the flight's place in
// the queue. What is left to do here is to decide how many lanes are open just now.

import { isSlow, onConditions, whenIdle } from './conditions.ts';
import { type Foreground, watch } from './foreground.ts';
import type { Group } from './group.ts';
import { ImageGroup } from './image-group.ts';
import { Loads } from './loads.ts';
import { type PreloaderOptions, type Settings, settingsOf } from './options.ts';
import type { LoadOptions, Preloader, PreloaderStats } from './preloader.ts';
import { type ImageSource, wanted } from './source.ts';

/**
 * How often an image steps aside for a busy page. On a page that is busy again and again it would come down again
 * and again, and never arrive.
 */
const enough = 5;

export class ImagePreloader extends EventTarget implements Omit<Preloader, keyof EventTarget> {
  readonly #settings: Settings;
  readonly #loads: Loads;
  readonly #foreground: Foreground;
  /** Exactly those that are not done. */
  readonly #groups = new Set<Record<'cancel' | 'drop', () => void>>();
  readonly #end = new AbortController();
  #paused = false;
  /** The page has loaded and had a moment to spare. */
  #idle = false;

  constructor(options: PreloaderOptions) {
    super();
    const settings = settingsOf(options);
    this.#settings = settings;
    this.#loads = new Loads(settings, (type, detail) =>
      this.dispatchEvent(new CustomEvent(type, { detail })),
    );
    for (const one of settings.busy) one.heed?.(this);
    this.#foreground = watch(settings.busy, settings.patience, this.#tend);
    onConditions(this.#tend, this.#end.signal);
    whenIdle(() => {
      this.#idle = true;
      this.#tend();
    }, settings.idleTimeout);
  }

  preload<Result = HTMLImageElement>(...sources: ImageSource<Result>[]): Group<Result> {
    const skip = this.#end.signal.aborted || this.#isSlow('skip');
    const group = new ImageGroup(this.#loads, sources.map(wanted<Result>), skip);
    this.#groups.add(group);
    group.done.then(() => this.#groups.delete(group));
    return group;
  }

  replace<Result = HTMLImageElement>(sources: Iterable<ImageSource<Result>>): Group<Result> {
    const list = [...sources];
    list.map(wanted);
    for (const group of this.#groups) group.drop();
    return this.preload(...list);
  }

  async load<Result = HTMLImageElement>(
    source: ImageSource<Result>,
    { signal }: LoadOptions = {},
  ): Promise<Result> {
    signal?.throwIfAborted();
    this.#end.signal.throwIfAborted();
    const image = wanted(source);
    const held = this.#loads.take(image);
    if (held) return held;

    const seat = this.#loads.board(image);
    const job = seat.flight.work;
    let leave!: () => void;
    try {
      return await new Promise<Result>((resolve, reject) => {
        leave = () => {
          seat.leave(signal?.reason);
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', leave);
        job?.promote();
        // Whoever has left was told already, and takes nothing.
        seat.result.then((result) => !seat.left && resolve(this.#loads.own(image, result)), reject);
      });
    } finally {
      signal?.removeEventListener('abort', leave);
      job?.demote();
    }
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
    for (const group of this.#groups) group.cancel();
    this.#loads.release();
  }

  destroy(): void {
    this.clear();
    this.#foreground.stop();
    this.#end.abort();
    this.#loads.abort(this.#end.signal.reason);
  }

  stats(): PreloaderStats {
    const { queue, stats } = this.#loads;
    return { inFlight: queue.running, waiting: queue.waiting, ...stats };
  }

  #isSlow(policy: Settings['slow']): boolean {
    return this.#settings.slow === policy && isSlow();
  }

  /** Opens and closes the lanes. What runs goes on, but for the foreground's sake it steps aside. */
  readonly #tend = (): void => {
    const busy = this.#foreground.isBusy();
    const held = busy || this.#paused || !this.#idle || document.hidden || this.#isSlow('wait');
    this.#loads.queue.lanes = held ? 0 : this.#settings.lanes;
    if (busy) this.#loads.queue.preempt(enough);
  };
}
