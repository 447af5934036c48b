// One request on the wire, shared: from its launch to the last byte of its body.

import type { Flight, Seat, Work } from '../core/flight.ts';
import { isEndless, isReadable, mayLinger } from './answer.ts';
import type { Log, Outcome, Trip } from './log.ts';
import type { FetchOptions } from './options.ts';
import { type Arrivals, type Arriving, SharedBody } from './shared-body.ts';

/** What a download is made of. */
export interface Plan {
  readonly request: Request;
  readonly trip: Trip;
  /** Sends the request. */
  readonly send: (signal: AbortSignal) => Promise<Response>;
  /** Of them, `joinUntil`, `maxReplay` and `linger`. */
  readonly options: FetchOptions;
  readonly log: Log;
}

/** Milliseconds in which a body that came along with its headers is all here. */
const haste = 50;

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
  readonly #flight: Flight<Download, Download>;
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #settled = false;

  constructor(flight: Flight<Download, Download>, plan: Plan) {
    this.#flight = flight;
    this.plan = plan;
    plan.log.note('launch', plan.trip, 'leader');
    this.result = this.#send();
  }

  abort(reason: unknown): void {
    this.#settle('abandoned');
    this.#controller.abort(reason);
  }

  /** Gives up a seat, if it is still taken. */
  release(seat: Seat<Download, Download>, reason?: unknown): void {
    const { log, trip } = this.plan;
    if (seat.aboard) log.note('leave', trip, seat.role);
    seat.leave(reason);
  }

  /** Resolves when it is over, or has shown that it takes its time. */
  settling(): Promise<unknown> {
    const late = new Promise((resolve) => setTimeout(resolve, haste));
    return Promise.race([late, this.body?.flow()]);
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
    const linger = !failed && this.#flight.open && mayLinger(this.response) && this.plan.options.linger;
    // One seat more, which nobody gives up: the answer is whole, there is nothing left to call off.
    if (linger) this.#flight.board('follower');
    if (linger) setTimeout(over, linger);
    else over();
    this.#settle(failed ? 'failed' : 'done');
  }

  /** What nobody can join any more need not be replayed. */
  #letGo(): void {
    if (this.body && !this.#flight.open) this.body.start = undefined;
  }

  async #send(): Promise<this> {
    try {
      this.response = await this.plan.send(this.#controller.signal);
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
    const { body, status, statusText, headers } = this.response;
    this.init = { status, statusText, headers: [...headers] };
    this.body = new SharedBody(body as Arriving, this);
    this.#flight.stay();
    const ends = !isEndless(this.response);
    if (!ends || this.plan.options.joinUntil === 'headers') this.#flight.close();
    if (ends) this.#watch(0);
    else this.#settle('endless');
  }

  /** Its bytes are nothing to see, and its end neither: it can be called off for as long as somebody cares. */
  #arriveUnseen(): void {
    this.#flight.stay();
    this.#flight.close();
  }

  /** Nobody reads on: nobody shall join, lest they get stale data, and nobody need wait for it. */
  #watch(before: number): void {
    this.#timer = setTimeout(() => {
      const { bytes } = this.plan.trip;
      if (this.body?.reading || (this.body?.begun && bytes > before)) return this.#watch(bytes);
      this.#flight.close();
      this.#settle('unread');
    }, patience);
  }

  #settle(outcome: Outcome): void {
    if (this.#settled) return;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.plan.log.note('settle', this.plan.trip, 'leader', outcome);
  }
}
