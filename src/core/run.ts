// The flight from the inside: it counts its subscribers, frees its key, and aborts its work.

import type { Flight, Launch, Work } from './flight.ts';
import { isPromise } from './is-promise.ts';
import { misuse } from './misuse.ts';
import { reportError } from './report-error.ts';

/** The state that all flights of one table share. */
export interface Table<Key, Value, Started extends Work<Value>> {
  /** Holds a key exactly while its flight is joinable. */
  readonly joinable: Map<Key, Run<Key, Value, Started>>;
  /** Counts the flights that have been launched and have not ended. */
  inFlight: number;
}

export class Run<Key, Value, Started extends Work<Value>> implements Flight<Key, Value, Started> {
  readonly key: Key;
  readonly result: Promise<Value>;
  work: Started | undefined;
  /** Counts the subscribers that have not left. */
  subscribers = 0;
  readonly #table: Table<Key, Value, Started>;
  /** Settles the result, also with an error: a function for that alone would take 65 bytes of each flight. */
  #resolve!: (value: Value | PromiseLike<Value>) => void;
  /** Counts the nested launches of this key: each was asked for by the launch before it. */
  readonly depth: number;
  #extended = false;
  #ended = false;

  constructor(table: Table<Key, Value, Started>, key: Key, launch: Launch<Key, Value, Started>) {
    this.key = key;
    this.#table = table;
    this.result = new Promise<Value>((resolve) => {
      this.#resolve = resolve;
    });
    this.depth = (table.joinable.get(key)?.depth ?? 0) + 1;
    table.inFlight++;
    table.joinable.set(key, this);
    try {
      if (this.depth > 100) throw new RangeError('The launch of a key asks for the same key without end.');
      this.work = workOf<Value, Started>(launch(key, this));
      // A promise of another library may have a promise as its value, and that one may reject.
      if (!(this.work.result instanceof Promise)) this.#mayReject();
      // On success and on failure alike, the key is free before any caller sees the result. Two functions in place of
      // the bound ones would take 60 bytes more.
      this.work.result.then(this.#succeed.bind(this), this.#fail.bind(this));
    } catch (error) {
      this.#fail(error);
    }
  }

  get joinable(): boolean {
    return this.#table.joinable.get(this.key) === this;
  }

  /** Removes one subscriber. Each subscriber calls it once. */
  leave(reason: unknown): void {
    if (--this.subscribers || this.#ended) return;
    // A caller that joins before the end of this turn keeps the work running.
    Promise.resolve()
      .then((): unknown => {
        if (this.subscribers || this.#ended) return;
        this.#fail(reason);
        return this.work?.abort?.(reason);
      })
      .catch(reportError);
  }

  close(): void {
    // It removes this flight, not the key: a newer flight may have the key by now.
    if (this.joinable) this.#table.joinable.delete(this.key);
  }

  extend(): void {
    this.#extended = true;
  }

  end(): void {
    this.close();
    if (this.#ended) return;
    this.#ended = true;
    this.#table.inFlight--;
  }

  #succeed(value: Value): void {
    if (!this.#extended) this.end();
    this.#resolve(value);
  }

  #fail(error: unknown): void {
    this.end();
    this.#mayReject();
    // biome-ignore lint/suspicious/noThenProperty: a promise that rejects is reported when the result has settled before
    this.#resolve({ then: (_: unknown, reject: (reason: unknown) => void) => reject(error) } as never);
  }

  /** Lets subscribers ignore their result. Called late, because most flights succeed and a handler costs 150 bytes. */
  #mayReject(): void {
    this.result.catch(() => {});
  }
}

function workOf<Value, Started extends Work<Value>>(launched: Started | PromiseLike<Value>): Started {
  if (isPromise(launched)) return { result: launched } as Work<Value> as Started;
  const { result, abort } = Object(launched) as Partial<Started>;
  if (isPromise(result) && (abort === undefined || typeof abort === 'function')) return launched as Started;
  throw misuse('the launch to return a promise or `{ result, abort }`', launched);
}
