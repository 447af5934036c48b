// One request on the wire, shared: from its launch to the last byte of its body.

import type { Flight, Work } from '../core/flight.ts';
import type { Run } from '../core/run.ts';
import { isEndless, isReadable, mayLinger } from './answer.ts';
import type { Arriving } from './arriving.ts';
import type { Log, Outcome, Trip } from './log.ts';
import type { FetchOptions } from './options.ts';
import { type Arrivals, SharedBody } from './shared-body.ts';

/** What a download is made of. */
export interface Plan {
  readonly request: Request;
  readonly trip: Trip;
  /** Calls the request off. */
  readonly controller: AbortController;
  /** Of them, `joinUntil`, `maxReplay` and `linger`. */
  readonly options: FetchOptions;
  readonly log: Log;
}

/** Milliseconds after the headers in which a reader may begin; then a body that is short is read all the same. */
const grace = 10;

/** Milliseconds without a reader after which a body is getting stale. */
const patience = 1000;

export class Download implements Work<Download>, Arrivals {
  /** This, as soon as the headers are here. */
  readonly result: Promise<Download>;
  readonly plan: Plan;
  /** The network's answer; only `body` reads it. Undefined before `result`. */
  response!: Response;
  /** What the answer says of itself, to make others like it: several times quicker from pairs than from `Headers`. */
  init!: ResponseInit;
  /** Undefined where there is nothing that scripts can read. */
  body: SharedBody | undefined;
  readonly #flight: Flight<string, Download, Download>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #settled = false;

  constructor(flight: Flight<string, Download, Download>, answer: Promise<Response>, plan: Plan) {
    this.#flight = flight;
    this.plan = plan;
    this.result = this.#await(answer);
  }

  abort(reason: unknown): void {
    this.#settle('abandoned');
    this.plan.controller.abort(reason);
  }

  arrived(bytes: number): void {
    const { log, trip, options } = this.plan;
    trip.bytes += bytes;
    log.counts.bytes += bytes;
    if (trip.bytes > (options.maxReplay ?? 4 * 2 ** 20)) this.#flight.close();
    this.#letGo();
  }

  ended(failed: boolean): void {
    const over = () => {
      this.#flight.end();
      this.#letGo();
    };
    const linger = !failed && this.#flight.joinable && mayLinger(this.response) && this.plan.options.linger;
    // One subscriber more, which never leaves: the answer is whole, there is nothing left to abort.
    if (linger) (this.#flight as Run<string, Download, Download>).subscribers++;
    if (linger) setTimeout(over, linger);
    else over();
    this.#settle(failed ? 'failed' : 'done');
  }

  /** What nobody can join any more need not be replayed. */
  #letGo(): void {
    if (this.body && !this.#flight.joinable) this.body.start = undefined;
  }

  async #await(answer: Promise<Response>): Promise<this> {
    try {
      this.response = await answer;
      if (isReadable(this.response)) this.#open();
      else this.#settle('done');
      if (this.response.type === 'opaque') this.#arriveUnseen();
      return this;
    } catch (error) {
      this.#settle('failed');
      throw error;
    }
  }

  /** The headers are here and the body is on its way: the flight goes on. */
  #open(): void {
    const { status, statusText, headers } = this.response;
    const body = new SharedBody(this.response.body as Arriving, this);
    this.init = { status, statusText, headers: [...headers] };
    this.body = body;
    this.#flight.extend();
    const ends = !isEndless(this.response);
    if (!ends || this.plan.options.joinUntil === 'headers') this.#flight.close();
    if (ends) this.#watch(body, grace);
    else this.#settle('endless');
  }

  /** Its bytes are nothing to see, and its end neither: it can be called off for as long as somebody cares. */
  #arriveUnseen(): void {
    this.#flight.extend();
    this.#flight.close();
  }

  /** Nobody reads on: nobody shall join, lest they get stale data, and nobody need wait for it. */
  #watch(body: SharedBody, wait: number, before = -1): void {
    this.#timer = setTimeout(() => {
      body.flow();
      if (body.reading || body.asked > before) return this.#watch(body, patience, body.asked);
      this.#flight.close();
      this.#settle('unread');
    }, wait);
  }

  #settle(outcome: Outcome): void {
    if (this.#settled) return;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.plan.log.note('settle', this.plan.trip, 'leader', outcome);
  }
}
