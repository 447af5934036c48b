// The images in flight and those held ready. What is handed over is held no more: nobody gets a stale image, and
// no two callers get the same element.

import type { Flight } from '../core/flight.ts';
import { Flights } from '../core/flights.ts';
import { Job, type LaneWork } from '../core/job.ts';
import { Queue } from '../core/queue.ts';
import type { Subscriber } from '../core/subscriber.ts';
import type { Settings } from './options.ts';
import type { Wanted } from './source.ts';

/** How a load ended: `cancelled` where everybody who wanted it had left. */
export type Outcome = 'done' | 'failed' | 'cancelled';

/** What the events tell. */
export interface ImageDetail {
  /** Absolute address of the image. */
  readonly url: string;
  /** From what the browser chooses, with `launch` alone. */
  readonly srcset?: string | undefined;
  /** Wanted now: with `launch` alone. */
  readonly urgent?: boolean;
  /** How it ended: with `settle` alone. */
  readonly outcome?: Outcome;
  /** Why it failed. */
  readonly error?: unknown;
}

export type Boarded<Result> = Subscriber<string, Result, Job<Result>>;

export class Loads extends Flights<string, unknown, Job> {
  /** Its lanes are closed until the preloader opens them. */
  readonly queue: Queue;
  /** By key, the oldest first: what is loaded and nobody was handed. */
  readonly #held = new Map<string, readonly [image: Wanted<unknown>, result: unknown]>();
  readonly #settings: Settings;
  readonly #tell: (type: 'launch' | 'settle', detail: ImageDetail) => unknown;

  constructor(settings: Settings, tell: (type: 'launch' | 'settle', detail: ImageDetail) => unknown) {
    super();
    this.queue = new Queue(0, settings.lanesPerOrigin);
    this.#settings = settings;
    this.#tell = tell;
  }

  /** How many are held, and the bytes that they take in memory. */
  get stats(): { readonly held: number; readonly heldBytes: number } {
    let heldBytes = 0;
    for (const [{ as }, result] of this.#held.values()) heldBytes += as.memory(result);
    return { held: this.#held.size, heldBytes };
  }

  /** The image is held. */
  has({ key }: Wanted<unknown>): boolean {
    return this.#held.has(key);
  }

  /** A seat aboard the flight of that image. What lands is held until somebody takes it. */
  board<Result>(image: Wanted<Result>): Boarded<Result> {
    const seat = this.join(image.key, (_, flight) => this.#job(image, flight)) as unknown as Boarded<Result>;
    const { maxHeld, maxHeldBytes } = this.#settings;
    // The first to hear of it holds it, those who waited for it take it, and only then it is too much, if it is.
    if (seat.role === 'leader')
      seat.result
        .then((result) => this.#held.set(image.key, [image as Wanted<unknown>, result]))
        .then(
          () => this.release(maxHeld, maxHeldBytes),
          () => {},
        );
    return seat;
  }

  /** Hands over what is held. */
  take<Result>({ key }: Wanted<Result>): Result | undefined {
    const held = this.#held.get(key);
    this.#held.delete(key);
    return held?.[1] as Result | undefined;
  }

  /** One for each who waited for the flight: the first gets the thing itself. */
  own<Result>(image: Wanted<Result>, result: Result): Result | PromiseLike<Result> {
    return this.take(image) ?? image.as.copy(result);
  }

  /** Lets go of the oldest, until no more are held than this. */
  release(most = 0, mostBytes = 0): void {
    for (const [image] of this.#held.values()) {
      const { held, heldBytes } = this.stats;
      if (held <= most && heldBytes <= mostBytes) return;
      const result = this.take(image);
      image.as.release?.(result);
    }
  }

  /** Gives up all that is in flight. */
  abort(reason: unknown): void {
    this.forget((_, job) => {
      job?.abort(reason);
      return true;
    });
  }

  #job(image: Wanted<unknown>, flight: Flight<string, unknown, Job>): Job {
    const { as, attributes, priority } = image;
    const url = attributes.src;
    const job: Job = new Job<unknown>(this.queue, {
      start: (urgent) => this.#launch(image, urgent, job),
      retry: as.again,
      priority,
      group: new URL(url).origin,
    });
    job.result.then(
      () => this.#tell('settle', { url, outcome: 'done' }),
      (error) => this.#tell('settle', { url, outcome: flight.subscribers ? 'failed' : 'cancelled', error }),
    );
    return job;
  }

  #launch({ as, attributes }: Wanted<unknown>, urgent: boolean, job: Job): LaneWork<unknown> {
    const { src, srcset } = attributes;
    this.#tell('launch', { url: src, srcset, urgent });
    const work = as.load(attributes, urgent);
    // Longer ones overflow: 24 days must do for "for ever".
    const late = AbortSignal.timeout(Math.min(this.#settings.timeout, 2 ** 31 - 1));
    late.onabort = () => job.abort(late.reason);
    const stop = () => {
      late.onabort = null;
    };
    work.result.then(stop, stop);
    return work;
  }
}
