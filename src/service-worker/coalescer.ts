// One table of flights for all clients of an origin.

import { Flights } from '../core/flights.ts';
import type { Answer } from './answer.ts';
import { keyOf } from './key.ts';
import { type Transfer, type TransferOptions, transfer } from './transfer.ts';

export class Coalescer {
  readonly #flights = new Flights<string, Answer, Transfer>();
  readonly #options: TransferOptions;
  readonly #ignoreHeaders: ReadonlySet<string>;

  constructor(options: TransferOptions, ignoreHeaders: ReadonlySet<string>) {
    this.#options = options;
    this.#ignoreHeaders = ignoreHeaders;
  }

  /** The response to an eligible request: from the flight that is under way, or from a new one. */
  serve(request: Request): Promise<Response> {
    const key = keyOf(request, this.#ignoreHeaders);
    const { flight } = this.#flights.join(key, () => transfer(request, this.#options));
    const work = flight.work as Transfer;
    work.due++;
    return flight.result.then((answer) => answer.take(--work.due === 0));
  }
}
