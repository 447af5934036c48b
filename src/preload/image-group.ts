import { bare } from '../http/bare.ts';
import { checkValue } from '../options/check.ts';
import type { ImageOutcome } from './events.ts';
import type { Group, Progress } from './group.ts';
import type { ImageSubscriber, Loads } from './loads.ts';
import { aPriority, type ImageSource, type Wanted, wanted } from './source.ts';
import type { Wish } from './wish.ts';

const secondLoop = 'A loop over this group is under way. Call `preload` again for a second loop.';

/** The images of one list: a group wants each of them, counts how they end, and hands them to a loop. */
export class ImageGroup<Result> extends EventTarget implements Group<Result> {
  readonly done: Promise<Progress>;
  readonly #loads: Loads;
  /** Aborts when the preloader drops all preloads. */
  readonly #round: AbortSignal;
  /** The wishes by key: an image that is listed twice is wanted once, with the highest priority. */
  readonly #wishes: ReadonlyMap<string, Wish<Result>>;
  /** Exactly the images that are in flight for this group. */
  readonly #subscribers = new Map<Wish<Result>, ImageSubscriber>();
  readonly #progress = { total: 0, done: 0, failed: 0, aborted: 0, left: 0, bytes: 0 };
  /** Called at the next change, and then forgotten. They are no listeners: a program's listener may stop an event. */
  readonly #waiting: (() => void)[] = [];

  /** With `skip`, takes only images that are held. */
  constructor(loads: Loads, images: readonly Wanted<Result>[], { skip }: { readonly skip: boolean }) {
    super();
    this.#loads = loads;
    this.#round = loads.round;
    const ascending = [...images].sort((one, other) => one.priority - other.priority);
    this.#wishes = new Map([...images, ...ascending].map((image) => [image.key, bare(image)]));
    this.#progress.total = this.#progress.left = this.#wishes.size;
    for (const [key, wish] of this.#wishes) {
      if (loads.held.get(key)?.claim(wish)) this.#settle(wish, 'done');
      else if (skip) this.#settle(wish, 'aborted');
      else this.#preload(wish);
    }
    this.done = this.#finish();
  }

  get progress(): Progress {
    return { ...this.#progress };
  }

  cancel(...sources: ImageSource<Result>[]): void {
    const named = sources.map((source) => this.#wishes.get(wanted(source).key));
    for (const wish of sources.length ? named : this.#wishes.values()) if (wish) this.#cancel(wish);
  }

  /** Aborts images that wait, and gives up those that are held, except for a loop under way. */
  drop(): void {
    this.skip();
    for (const wish of this.#wishes.values())
      if (wish.outcome === 'done' && !wish.awaited) this.#cancel(wish);
  }

  /** Aborts images that wait, also for a retry. Images that have loaded are still handed over. */
  skip(): void {
    for (const [wish, { flight }] of this.#subscribers) {
      if (!flight.work.job.waiting) continue;
      this.#cancel(wish);
      if (!flight.subscribers) flight.close(); // a later caller is the last in the queue
    }
  }

  prioritize(priority: number): void {
    checkValue('priority', priority, aPriority);
    for (const wish of this.#wishes.values()) wish.priority = priority;
    for (const { flight } of this.#subscribers.values()) flight.work.prioritize();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Result, void> {
    for (const wish of this.#wishes.values()) {
      if (wish.awaited) throw new TypeError(secondLoop);
      wish.awaited = true;
    }
    try {
      for (const wish of this.#wishes.values())
        for (const image of await this.#take(wish).catch(() => [])) yield image;
    } finally {
      for (const wish of this.#wishes.values()) wish.awaited = false;
    }
  }

  /** Waits for an image, and loads it again when it is no longer held. Resolves with an empty list when it fails. */
  async #take(wish: Wish<Result>): Promise<Result[]> {
    const own: unknown[] = [];
    wish.hand = (result) => void own.push(result);
    while (!wish.outcome) await this.#change();
    if (!own.length && wish.outcome === 'done' && !this.#round.aborted) {
      const held = this.#loads.held.get(wish.key);
      if (held) own.push(held.take(wish));
      // A listener may cancel it when it has come already.
      else await this.#join(wish).catch(() => {});
    }
    // `own` keeps the image that it got.
    delete wish.hand;
    return (await Promise.all(own)) as Result[];
  }

  #join(wish: Wish<Result>): Promise<number> {
    const subscriber = this.#loads.join(wish, wish, this.#round);
    const { work } = subscriber.flight;
    this.#subscribers.set(wish, subscriber);
    wish.order = work.job.order;
    // The image may still come for other callers. A copy for this group would have no owner.
    subscriber.result.catch(() => work.disclaim(wish));
    return subscriber.result.finally(() => this.#subscribers.delete(wish));
  }

  #preload(wish: Wish<Result>): void {
    this.#join(wish).then(
      (bytes) => this.#settle(wish, 'done', bytes),
      () => this.#settle(wish, this.#round.aborted ? 'aborted' : 'failed'),
    );
  }

  #cancel(wish: Wish<Result>): void {
    if (wish.outcome === 'aborted') return;
    const subscriber = this.#subscribers.get(wish);
    this.#settle(wish, 'aborted');
    // The image is not handed over, even if it was done.
    wish.outcome = 'aborted';
    const image = subscriber?.flight.work ?? this.#loads.held.get(wish.key);
    image?.disclaim(wish);
    subscriber?.abort(undefined);
  }

  #settle(wish: Wish<Result>, outcome: ImageOutcome, bytes = 0): void {
    if (wish.outcome) return;
    wish.outcome = outcome;
    this.#progress[outcome]++;
    this.#progress.left--;
    this.#progress.bytes += bytes;
    for (const go of this.#waiting.splice(0)) go();
    this.dispatchEvent(new Event('progress'));
  }

  /** Resolves at the next change of the progress. */
  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async #finish(): Promise<Progress> {
    while (this.#progress.left) await this.#change();
    return this.progress;
  }
}
