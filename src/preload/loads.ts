// The images in flight and those held ready: one table of flights, whose work are places in one queue.

import { Flights, type Seat } from '../core/flights.ts';
import { type LaneWork, Place } from '../core/place.ts';
import type { Queue } from '../core/queue.ts';
import type { Held } from './held.ts';
import type { Wanted } from './source.ts';

/** How a load ended: `cancelled` when everybody who wanted it had left. */
export type Outcome = 'done' | 'failed' | 'cancelled';

/** How one image is loaded. */
export interface Loading {
  launch(wanted: Wanted<unknown>, urgent: boolean): LaneWork<unknown>;
  again(error: unknown, failures: number): PromiseLike<unknown> | undefined;
  settled(wanted: Wanted<unknown>, outcome: Outcome, error?: unknown): void;
  readonly grouped: boolean;
}

export class Loads {
  readonly queue: Queue;
  readonly held: Held;
  readonly #loading: Loading;
  readonly #flights = new Flights<string, unknown, Place>();
  /** Results that somebody has: the next caller of the same flight gets a copy. */
  readonly #given = new WeakSet<object>();

  constructor(queue: Queue, held: Held, loading: Loading) {
    this.queue = queue;
    this.held = held;
    this.#loading = loading;
  }

  /** A seat aboard the flight of that image, which waits for a lane when nobody wanted it so far. */
  join<Result>(wanted: Wanted<Result>): Seat<Result, Place<Result>> {
    const seat = this.#flights.join(wanted.key, (flight) => {
      const { launch, again, settled, grouped } = this.#loading;
      let failures = 0;
      const place = new Place<unknown>(this.queue, {
        launch: (urgent) => launch(wanted, urgent),
        again: (error) => again(error, ++failures),
        priority: wanted.priority,
        group: grouped ? new URL(wanted.src).origin : undefined,
      });
      place.result.then(
        () => settled(wanted, 'done'),
        (error) => settled(wanted, flight.aboard ? 'failed' : 'cancelled', error),
      );
      return place;
    });
    return seat as Seat<Result, Place<Result>>;
  }

  /** Hands the image over that is held. */
  take<Result>(wanted: Wanted<Result>): Result | undefined {
    const result = this.held.take(wanted);
    if (result) this.#given.add(result as object);
    return result;
  }

  /** What a flight came to, for one caller alone: the first gets the thing itself. */
  own<Result extends object>(wanted: Wanted<Result>, result: Result): Result | PromiseLike<Result> {
    if (this.#given.has(result)) return wanted.as.copy(result);
    this.held.take(wanted);
    this.#given.add(result);
    return result;
  }

  /** Keeps the image until it is shown, unless somebody has it already. */
  hold<Result extends object>(wanted: Wanted<Result>, result: Result): void {
    if (!this.#given.has(result)) this.held.put(wanted, result);
  }
}
