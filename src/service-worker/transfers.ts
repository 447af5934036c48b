// The flights of the worker: a shared one for each key, and one for each caller that may not use the shared answer.

import { Flights } from '../core/flights.ts';
import type { Subscriber } from '../core/subscriber.ts';
import { defaultMaxReplay } from '../http/limits.ts';
import type { Answer } from './answer.ts';
import { keyOf } from './key.ts';
import type { HandlerOptions } from './options.ts';
import { Transfer } from './transfer.ts';

type Table = Flights<string, Answer, Transfer>;
/** Sends a request to the network. */
type Send = (request: Request) => Promise<Response>;

export class Transfers {
  readonly #shared: Table = new Flights();
  readonly #unshared: Table = new Flights();
  readonly #maxReplay: number;
  readonly #ignored: ReadonlySet<string>;

  constructor({ ignoreHeaders = [], maxReplay = defaultMaxReplay }: HandlerOptions) {
    this.#maxReplay = maxReplay;
    this.#ignored = new Set(ignoreHeaders.map((name) => name.toLowerCase()));
  }

  /** Counts the flights in flight. */
  get inFlight(): number {
    return this.#shared.inFlight + this.#unshared.inFlight;
  }

  /** Joins the flight of a request, or launches it. */
  join(request: Request, send: Send): Subscriber<string, Answer, Transfer> {
    return this.#join(this.#shared, request, send);
  }

  /** Launches a flight that no one joins. */
  launch(request: Request, send: Send): Subscriber<string, Answer, Transfer> {
    const subscriber = this.#join(this.#unshared, request, send);
    subscriber.flight.close();
    return subscriber;
  }

  /** Closes the flights whose requests match to later callers. */
  close(matches: (request: Request) => boolean): void {
    this.#shared.forget((_, transfer) => !!transfer && matches(transfer.request));
  }

  #join(table: Table, request: Request, send: Send): Subscriber<string, Answer, Transfer> {
    return table.join(
      keyOf(request, this.#ignored),
      (_, flight) => new Transfer(request, send, { flight, maxReplay: this.#maxReplay }),
      { signal: request.signal },
    );
  }
}
