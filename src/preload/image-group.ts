import type { Group, Progress } from './group.ts';
import type { Boarded, Loads, Outcome } from './loads.ts';
import { type ImageSource, type Wanted, wanted } from './source.ts';

/** One image that a group wants. */
interface Wish<Result> {
  readonly image: Wanted<Result>;
  /** Once it has one, that is final. */
  outcome?: Outcome;
  seat?: Boarded<Result>;
}

/** A seat for each image of a list. */
export class ImageGroup<Result> extends EventTarget implements Group<Result> {
  readonly done: Promise<Progress>;
  readonly #loads: Loads;
  /** An image that is listed twice is wanted once. */
  readonly #wishes: readonly Wish<Result>[];
  readonly #progress = { total: 0, done: 0, failed: 0, cancelled: 0, left: 0, bytes: 0 };

  /** What is held needs no seat; `skip` makes do with that. */
  constructor(loads: Loads, images: readonly Wanted<Result>[], skip: boolean) {
    super();
    this.#loads = loads;
    this.#wishes = [...new Map(images.map((image) => [image.key, { image }])).values()];
    this.#progress.total = this.#progress.left = this.#wishes.length;
    for (const wish of this.#wishes) {
      if (loads.has(wish.image)) this.#settle(wish, 'done');
      else if (skip) this.#settle(wish, 'cancelled');
      else this.#load(wish);
    }
    this.done = this.#finish();
  }

  get progress(): Progress {
    return { ...this.#progress };
  }

  cancel(...sources: ImageSource<Result>[]): void {
    const keys = sources.map((source) => wanted(source).key);
    this.#cancel(({ image }) => !keys.length || keys.includes(image.key));
  }

  /** Gives up what is not loading just now. */
  drop(): void {
    this.#cancel(({ seat }) => !seat?.flight.work?.running);
  }

  prioritize(priority: number): void {
    for (const { seat } of this.#wishes) if (seat?.flight.work) seat.flight.work.priority = priority;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Result, void> {
    for (const wish of this.#wishes) {
      while (!wish.outcome) await this.#progressed();
      const image = wish.outcome === 'done' && (await this.#take(wish).catch(() => undefined));
      if (image) yield image;
    }
  }

  #cancel(which: (wish: Wish<Result>) => boolean): void {
    for (const wish of this.#wishes.filter(which)) {
      this.#settle(wish, 'cancelled');
      wish.seat?.leave();
    }
  }

  #join(wish: Wish<Result>): Promise<Result> {
    wish.seat = this.#loads.board(wish.image);
    return wish.seat.result;
  }

  #load(wish: Wish<Result>): void {
    this.#join(wish).then(
      (result) => this.#settle(wish, 'done', wish.image.as.bytes(result)),
      () => this.#settle(wish, 'failed'),
    );
  }

  /** Hands the image over; where it is held no more, it waits for its turn again. */
  async #take(wish: Wish<Result>): Promise<Result> {
    return this.#loads.take(wish.image) ?? this.#loads.own(wish.image, await this.#join(wish));
  }

  #settle(wish: Wish<Result>, outcome: Outcome, bytes = 0): void {
    if (wish.outcome) return;
    wish.outcome = outcome;
    this.#progress[outcome]++;
    this.#progress.left--;
    this.#progress.bytes += bytes;
    this.dispatchEvent(new Event('progress'));
  }

  #progressed(): Promise<unknown> {
    return new Promise((resolve) => this.addEventListener('progress', resolve, { once: true }));
  }

  async #finish(): Promise<Progress> {
    while (this.#progress.left) await this.#progressed();
    return this.progress;
  }
}
