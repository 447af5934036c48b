// Flights: callers who ask for one key at one time share one run of the work.
//
// A caller takes a seat and may leave it. Nobody owns the flight, so only the last one out calls it off.
// The core knows no platform: promises and a map; no DOM, no fetch, no timers.

import { Flight, type Launch, type Seat, type Work } from './flight.ts';

/**
 * A table of what is in flight.
 *
 * @example
 * const files = new Flights<string, Buffer>();
 * const read = (path: string) => files.join(path, () => ({ result: readFile(path), abort() {} })).result;
 * // Quicker where very many ask at once: one function for all, which is handed the key.
 * const launch = (_: unknown, path: string) => ({ result: readFile(path), abort() {} });
 * const readOften = (path: string) => files.join(path, launch).result;
 */
export class Flights<Key = unknown, Value = unknown, Job extends Work<Value> = Work<Value>> {
  /** A key is in here exactly while its flight welcomes newcomers. */
  readonly #open = new Map<Key, Flight<Value, Job>>();

  /** How many flights may be joined. */
  get size(): number {
    return this.#open.size;
  }

  /** Joins the flight of that key, or launches it. Keys are compared as a `Map` compares them. */
  join(key: Key, launch: Launch<Value, Job, Key>): Seat<Value, Job> {
    const open = this.#open.get(key);
    if (open) return open.board('follower');
    const flight = new Flight(this.#open, key, launch);
    if (flight.open) this.#open.set(key, flight);
    return flight.board('leader');
  }

  /** Lets nobody join any more what is in flight: all of it, or what `matches`. Those aboard notice nothing. */
  forget(matches: (key: Key, work: Job | undefined) => boolean = () => true): void {
    for (const [key, flight] of this.#open) if (matches(key, flight.work)) flight.close();
  }
}
