// What one call of `preload` asked for: its progress, its images, its end.

import type { ImageSource } from './source.ts';
import type { Wish } from './wish.ts';

/** How far a group is. */
export interface Progress {
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  /** Cancelled, or skipped on a slow connection. */
  readonly cancelled: number;
  /** None of these yet. */
  readonly left: number;
  /** Bytes that came over the network for those done, as far as the browser tells. */
  readonly bytes: number;
}

/**
 * A list of images being preloaded. Iterating it hands them over in the order of the list, each when it is there,
 * without those that failed or were cancelled. It fires `progress` when an image is done, failed or cancelled.
 */
export class Group<Result extends object = HTMLImageElement>
  extends EventTarget
  implements AsyncIterable<Result>
{
  /** Resolves when nothing is left; never rejects. */
  readonly done: Promise<Progress>;
  readonly #wishes: ReadonlyMap<string, Wish<Result>>;
  readonly #key: (source: ImageSource<Result>) => string;
  readonly #counts = { done: 0, failed: 0, cancelled: 0, bytes: 0 };

  /** Made by the preloader. */
  constructor(wishes: ReadonlyMap<string, Wish<Result>>, key: (source: ImageSource<Result>) => string) {
    super();
    this.#wishes = wishes;
    this.#key = key;
    const settled = [...wishes.values()].map(async (wish) => {
      this.#counts[await wish.outcome]++;
      this.#counts.bytes += wish.bytes;
      this.dispatchEvent(new CustomEvent('progress', { detail: this.progress }));
    });
    this.done = Promise.all(settled).then(() => this.progress);
  }

  /** How far it is now. */
  get progress(): Progress {
    const { done, failed, cancelled } = this.#counts;
    const total = this.#wishes.size;
    return { total, ...this.#counts, left: total - done - failed - cancelled };
  }

  /**
   * Gives up what has not come yet: all of it, or these images. What somebody else wants too goes on for them.
   */
  cancel(...sources: ImageSource<Result>[]): void {
    if (!sources.length) for (const wish of this.#wishes.values()) wish.cancel();
    for (const source of sources) this.#wishes.get(this.#key(source))?.cancel();
  }

  /** Gives up what does not run just now. */
  cancelWaiting(): void {
    for (const wish of this.#wishes.values()) if (wish.idle) wish.cancel();
  }

  /** Larger goes first in the queue, from now on. */
  prioritize(priority: number): void {
    for (const wish of this.#wishes.values()) wish.prioritize(priority);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Result, void> {
    for (const wish of this.#wishes.values()) {
      if ((await wish.outcome) !== 'done') continue;
      const image = await wish.take().catch(() => undefined);
      if (image) yield image;
    }
  }
}
