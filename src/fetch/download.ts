// One request on the wire, shared: from its launch to the last byte of its body.

import type { Flight, Seat, Work } from '../core/flights.ts';
import type { Log, Outcome, Trip } from './log.ts';
import type { FetchOptions } from './options.ts';
import { type Arrivals, SharedBody } from './shared-body.ts';

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

/** Answers without an end: what was sent before is nothing for a newcomer. */
const endless = /^(text\/event-stream|multipart\/x-mixed-replace)/i;

/** Statuses that have no body, whatever was sent: a Response with such a one cannot be made. (Fetch, "null body status") */
const bodiless = [101, 103, 204, 205, 304];

/** Bytes of a body that come with their headers, as good as. */
const brief = 2 ** 16;

/** Milliseconds without a reader after which a body is getting stale. */
const patience = 1000;

export class Download implements Work<Download>, Arrivals {
  /** This, as soon as the headers are here. */
  readonly result: Promise<Download>;
  readonly plan: Plan;
  /** The network's answer; only `body` reads it. Undefined before `result`. */
  response!: Response;
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

  /** It is all here, but nobody reads it: a caller who comes only now would get old news. */
  get passed(): boolean {
    return !!this.body && !this.body.begun && Number(this.#header('content-length') || Infinity) <= brief;
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

  arrived(bytes: number): void {
    const { log, trip, options } = this.plan;
    trip.bytes += bytes;
    log.counts.bytes += bytes;
    if (trip.bytes > (options.maxReplay ?? 4 * 2 ** 20)) this.#flight.close();
    if (!this.#flight.open) (this.body as SharedBody).start = undefined;
  }

  ended(failed: boolean): void {
    const linger = !failed && this.#linger;
    // One seat more, which nobody gives up: the answer is whole, there is nothing left to call off.
    if (linger) this.#flight.board('follower');
    if (linger) setTimeout(() => this.#flight.end(), linger);
    else this.#flight.end();
    this.#settle(failed ? 'failed' : 'done');
  }

  async #send(): Promise<this> {
    try {
      this.response = await this.plan.send(this.#controller.signal);
      const { body, status, type } = this.response;
      // A status that no constructor takes cannot be rebuilt either.
      if (body && status < 600 && !bodiless.includes(status)) this.#open(body);
      else this.#settle('done');
      if (type === 'opaque') this.#arriveUnseen();
      return this;
    } catch (error) {
      this.#settle('failed');
      throw error;
    }
  }

  /** The headers are here and the body is on its way: the flight goes on. */
  #open(stream: ReadableStream<Uint8Array<ArrayBuffer>>): void {
    this.body = new SharedBody(stream, this);
    this.#flight.stay();
    const ends = !endless.test(this.#header('content-type'));
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

  #header(name: string): string {
    return this.response.headers.get(name) ?? '';
  }

  /** For how many ms this answer may be joined now that it is whole. */
  get #linger(): number {
    const barred = /no-store/i.test(this.#header('cache-control')) || this.#header('vary').includes('*');
    return this.#flight.open && this.response.ok && !barred ? (this.plan.options.linger ?? 0) : 0;
  }
}
