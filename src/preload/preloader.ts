// One queue for all images of a page: preloads go one at a time and step aside for whatever is wanted now.
//
// Who preloads takes a seat aboard the image's flight; who loads takes a seat and promotes the flight's place in
// the queue. What is left to do here is to decide how many lanes are open just now.

import type { LaneWork } from '../core/place.ts';
import { Queue } from '../core/queue.ts';
import { isSlow, onConditions, whenIdle } from './conditions.ts';
import { element } from './element.ts';
import { Foreground } from './foreground.ts';
import { Group } from './group.ts';
import { Held } from './held.ts';
import type { Kind } from './kind.ts';
import { limited } from './limited.ts';
import { Loads, type Outcome } from './loads.ts';
import type { Settings } from './options.ts';
import { type ImageSource, type Wanted, wanted } from './source.ts';
import { Wish } from './wish.ts';

/** What the events tell. */
export interface ImageDetail {
  /** Absolute address of the image. */
  readonly url: string;
  /** Milliseconds, as `performance.now()` counts them. */
  readonly time: number;
  /** Wanted now: with `launch` alone. */
  readonly urgent?: boolean;
  /** How it ended: with `settle` alone. */
  readonly outcome?: Outcome;
  /** Why it failed. */
  readonly error?: unknown;
}

/** Counts of this moment. */
export interface PreloaderStats {
  /** Images that are loading, preloads and others. */
  readonly inFlight: number;
  readonly waiting: number;
  /** Loaded, and not handed to anybody yet. */
  readonly held: number;
  /** The memory that these take, decoded. */
  readonly heldBytes: number;
}

type Cancellable = Record<'cancel' | 'cancelWaiting', () => void>;

export class Preloader extends EventTarget {
  readonly #settings: Settings;
  readonly #loads: Loads;
  readonly #foreground: Foreground;
  /** Exactly those that are not done. */
  readonly #groups = new Set<Cancellable>();
  readonly #end = new AbortController();
  #paused = false;
  /** Waiting for an idle moment starts with the first preload. */
  #idle: boolean | undefined;

  constructor(settings: Settings) {
    super();
    this.#settings = settings;
    const tend = () => this.#tend();
    this.#foreground = new Foreground(settings.busy, settings.patience, tend);
    this.#loads = new Loads(
      new Queue(0, settings.lanesPerOrigin),
      new Held(settings.maxHeld, settings.maxHeldBytes),
      {
        launch: (image, urgent) => this.#launch(image, urgent),
        again: () => undefined,
        settled: (image, outcome, error) => this.#tell('settle', image, { outcome, error }),
        grouped: settings.lanesPerOrigin < settings.lanes,
      },
    );
    onConditions(tend, this.#end.signal);
  }

  preload<Result extends object = HTMLImageElement>(...sources: ImageSource<Result>[]): Group<Result> {
    const wishes = new Map<string, Wish<Result>>();
    const skip = this.#end.signal.aborted || (this.#settings.slow === 'skip' && isSlow());
    // All are read before the first is wanted, so that a wrong one leaves nothing half-done.
    for (const image of sources.map(this.#read<Result>))
      if (!wishes.has(image.key)) wishes.set(image.key, new Wish(this.#loads, image, skip));
    const group = new Group(wishes, (source) => this.#read(source).key);
    this.#groups.add(group);
    group.done.then(() => this.#groups.delete(group));
    this.#start();
    return group;
  }

  async load<Result extends object = HTMLImageElement>(
    source: ImageSource<Result>,
    { signal }: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<Result> {
    const endings = [this.#end.signal, ...(signal ? [signal] : [])];
    for (const ending of endings) ending.throwIfAborted();
    const image = this.#read(source);
    const held = this.#loads.take(image);
    if (held) return held;

    const seat = this.#loads.join(image);
    const place = seat.flight.work;
    const over = new AbortController();
    const left = new Promise<never>((_, reject) => {
      for (const ending of endings) {
        const leave = () => {
          seat.leave(ending.reason);
          reject(ending.reason);
        };
        ending.addEventListener('abort', leave, { signal: over.signal });
      }
    });
    const own = seat.result.then((result) => (seat.aboard ? this.#loads.own(image, result) : result));
    place?.promote();
    try {
      return await Promise.race([own, left]);
    } finally {
      over.abort();
      place?.demote();
    }
  }

  replace<Result extends object = HTMLImageElement>(...sources: ImageSource<Result>[]): Group<Result> {
    for (const group of this.#groups) group.cancelWaiting();
    return this.preload(...sources);
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
    this.#loads.held.clear();
  }

  destroy(): void {
    this.clear();
    this.#foreground.stop();
    this.#end.abort(new DOMException('The preloader was destroyed.', 'AbortError'));
  }

  stats(): PreloaderStats {
    const { queue, held } = this.#loads;
    return { inFlight: queue.running, waiting: queue.waiting, held: held.size, heldBytes: held.bytes };
  }

  readonly #read = <Result>(source: ImageSource<Result>): Wanted<Result> =>
    wanted(source, element as unknown as Kind<Result>);

  #launch(image: Wanted<unknown>, urgent: boolean): LaneWork<unknown> {
    this.#tell('launch', image, { urgent });
    const work = this.#foreground.except(() => image.as.load(image, urgent));
    return limited(work, this.#settings.timeout, image.src);
  }

  #start(): void {
    if (this.#idle !== undefined) return;
    this.#idle = false;
    whenIdle(() => {
      this.#idle = true;
      this.#tend();
    }, this.#settings.idleTimeout);
  }

  /** Opens and closes the lanes. What runs goes on, but for the foreground's sake it steps aside. */
  #tend(): void {
    const { lanes, slow } = this.#settings;
    const { busy } = this.#foreground;
    const held = busy || this.#paused || !this.#idle || document.hidden || (slow === 'wait' && isSlow());
    this.#loads.queue.lanes = held ? 0 : lanes;
    if (busy) this.#loads.queue.makeWay();
  }

  #tell(type: string, image: Wanted<unknown>, more: Partial<ImageDetail>): void {
    const detail: ImageDetail = { url: image.src, time: performance.now(), ...more };
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
