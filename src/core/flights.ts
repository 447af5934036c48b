// Flights: callers that ask for one key at one time share one run of the work.
//
// A caller subscribes and may leave. No caller owns the flight, so only the last caller to leave aborts it.
// The core knows no platform: promises and maps; no DOM, no fetch, no timers.

import type { Launch, Work } from './flight.ts';
import { misuse } from './misuse.ts';
import { Run, type Table } from './run.ts';
import { reasonOf, type Signal } from './signals.ts';
import { Subscriber } from './subscriber.ts';

/** Options of `join`. */
export interface JoinOptions {
  /** Makes the caller leave when it aborts. A caller that is already aborted neither launches nor joins. */
  readonly signal?: Signal | null | undefined;
}

/**
 * A table of what is in flight.
 *
 * @example
 * const files = new Flights<string, Buffer>();
 * const one = files.join(path, (key) => readFile(key), { signal });
 * const bytes = await one.result;
 */
export class Flights<Key = unknown, Value = unknown, Started extends Work<Value> = Work<Value>> {
  readonly #table: Table<Key, Value, Started> = { joinable: new Map(), inFlight: 0 };

  /** Counts the flights that have been launched and have not ended. */
  get inFlight(): number {
    return this.#table.inFlight;
  }

  /**
   * Joins the flight of the key, or launches it. Keys are compared as a `Map` compares them. Throws a `TypeError` when
   * `launch` is no function, or `signal` no signal.
   */
  join(
    key: Key,
    launch: Launch<Key, Value, Started>,
    options?: JoinOptions,
  ): Subscriber<Key, Value, Started> {
    if (typeof launch !== 'function') throw misuse('`launch` to be a function', launch);
    const signal = options?.signal ?? undefined;
    if (signal !== undefined && !signal.removeEventListener)
      throw misuse('`signal` to be an AbortSignal', signal);
    if (signal?.aborted) return new Subscriber(refused(key, reasonOf(signal)), 'leader', signal);
    const flight = this.#table.joinable.get(key);
    // A flight without work is being launched. Its launch asks for its own key: by joining it would wait for itself.
    if (flight?.work) return new Subscriber(flight, 'follower', signal);
    return new Subscriber(new Run(this.#table, key, launch), 'leader', signal);
  }

  /**
   * Closes current flights to later callers: all flights, or those that `matches`. Subscribers are not affected. The
   * next caller launches a new flight. Throws a `TypeError` when `matches` is no function.
   */
  forget(matches: (key: Key, work: Started | undefined) => boolean = () => true): void {
    if (typeof matches !== 'function') throw misuse('`matches` to be a function', matches);
    // A copy, because `matches` may launch flights, which the loop over the table itself would reach, too.
    for (const [key, flight] of [...this.#table.joinable]) if (matches(key, flight.work)) flight.close();
  }
}

/** Returns a flight that is in no table and whose launch fails at once. */
const refused = <Key, Value, Started extends Work<Value>>(key: Key, reason: unknown) =>
  new Run<Key, Value, Started>({ joinable: new Map(), inFlight: 0 }, key, () => {
    throw reason;
  });
