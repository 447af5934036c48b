import type { Seat } from '../core/flights.ts';
import type { Place } from '../core/place.ts';
import type { Loads, Outcome } from './loads.ts';
import type { Wanted } from './source.ts';

/** One image that a group wants: a seat aboard the flight that loads it. */
export class Wish<Result extends object> {
  /** How it ended; never rejects. */
  readonly outcome: Promise<Outcome>;
  /** Bytes that came over the network, where they are known. */
  bytes = 0;
  readonly #loads: Loads;
  readonly #wanted: Wanted<Result>;
  #seat: Seat<Result, Place<Result>> | undefined;
  #settle!: (outcome: Outcome) => void;

  /** Where the image is held there is nothing to do; `skip` makes do with that. */
  constructor(loads: Loads, wanted: Wanted<Result>, skip: boolean) {
    this.#loads = loads;
    this.#wanted = wanted;
    this.outcome = new Promise((resolve) => {
      this.#settle = resolve;
    });
    if (loads.held.has(wanted.key)) this.#settle('done');
    else if (skip) this.#settle('cancelled');
    else this.#join();
  }

  /** It does not run just now. */
  get idle(): boolean {
    return !this.#seat?.flight.work?.running;
  }

  cancel(): void {
    this.#settle('cancelled');
    this.#seat?.leave(new DOMException('The preload was cancelled.', 'AbortError'));
  }

  prioritize(priority: number): void {
    const place = this.#seat?.flight.work;
    if (place) place.priority = priority;
  }

  /** Hands the image over; where it is held no more, it waits for its turn again. */
  async take(): Promise<Result> {
    const held = this.#loads.take(this.#wanted);
    return held ?? this.#loads.own(this.#wanted, await this.#join().result);
  }

  #join(): Seat<Result, Place<Result>> {
    const seat = this.#loads.join(this.#wanted);
    this.#seat = seat;
    seat.result.then(
      (result) => {
        if (!seat.aboard) return;
        this.bytes = this.#wanted.as.transferred?.(result) ?? 0;
        this.#loads.hold(this.#wanted, result);
        this.#settle('done');
      },
      () => this.#settle('failed'),
    );
    return seat;
  }
}
