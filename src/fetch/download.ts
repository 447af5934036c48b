// One request on the wire, shared: from its launch to the last byte of its body.

import type { Flight, Seat, Work } from '../core/flights.ts';
import type { Log, Outcome } from './log.ts';
import { type Arrivals, SharedBody } from './shared-body.ts';

/** How long a flight may be joined. */
export interface Window {
  /** Until the headers are here, or until the last byte is. */
  readonly joinUntil: 'headers' | 'body';
  /** Bytes that are kept for newcomers. */
  readonly maxReplay: number;
  /** Milliseconds for which a whole, successful answer may still be joined after its last byte. */
  readonly linger: number;
}

/** Answers without an end: what was sent before is nothing for a newcomer. */
const endless = /^(text\/event-stream|multipart\/x-mixed-replace)/i;

/** Milliseconds without a reader after which a body is getting stale. */
const patience = 1000;

let count = 0;

export class Download implements Work<Download>, Arrivals {
  readonly id: number = ++count;
  readonly key: string;
  readonly request: Request;
  /** This, as soon as the headers are here. */
  readonly result: Promise<Download>;
  /** The network's answer; only `body` reads it. Undefined before `result`. */
  response!: Response;
  /** Undefined where there is nothing that scripts can read. */
  body: SharedBody | undefined;
  /** Bytes that have arrived. */
  bytes = 0;
  readonly #flight: Flight<Download, Download>;
  readonly #window: Window;
  readonly #log: Log;
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #settled = false;

  constructor(
    flight: Flight<Download, Download>,
    key: string,
    request: Request,
    send: (signal: AbortSignal) => Promise<Response>,
    window: Window,
    log: Log,
  ) {
    this.#flight = flight;
    this.key = key;
    this.request = request;
    this.#window = window;
    this.#log = log;
    log.note('launch', this, 'leader');
    this.result = this.#send(send);
  }

  get url(): string {
    return this.request.url;
  }

  abort(reason: unknown): void {
    this.#settle('abandoned');
    this.#controller.abort(reason);
  }

  /** Gives up a seat, if it is still taken. */
  release(seat: Seat<Download, Download>, reason?: unknown): void {
    if (seat.aboard) this.#log.note('leave', this, seat.role);
    seat.leave(reason);
  }

  arrived(bytes: number): void {
    this.bytes += bytes;
    this.#log.counts.bytes += bytes;
    if (this.bytes > this.#window.maxReplay) this.#flight.close();
    if (!this.#flight.open) (this.body as SharedBody).start = undefined;
  }

  ended(failed: boolean): void {
    if (!failed && this.#lingers) {
      // One seat more, that nobody can leave: the answer is whole, there is nothing left to call off.
      this.#flight.board('follower');
      setTimeout(() => this.#flight.end(), this.#window.linger);
    } else this.#flight.end();
    this.#settle(failed ? 'failed' : 'done');
  }

  async #send(send: (signal: AbortSignal) => Promise<Response>): Promise<this> {
    try {
      this.response = await send(this.#controller.signal);
      // A status that no constructor takes cannot be rebuilt either.
      if (this.response.body && this.response.status < 600) this.#open(this.response.body);
      else this.#settle('done');
      return this;
    } catch (error) {
      this.#settle('failed');
      throw error;
    }
  }

  /** The headers are here, the body is on its way: the flight goes on. */
  #open(stream: ReadableStream<Uint8Array<ArrayBuffer>>): void {
    this.body = new SharedBody(stream, this);
    this.#flight.stay();
    if (endless.test(this.#header('content-type'))) {
      this.#flight.close();
      this.#settle('endless');
    } else {
      if (this.#window.joinUntil === 'headers') this.#flight.close();
      this.#watch(0);
    }
  }

  /** Nobody reads on: nobody shall join, lest they get stale data, and nobody need wait for it. */
  #watch(before: number): void {
    this.#timer = setTimeout(() => {
      if (this.body?.reading || this.bytes > before) return this.#watch(this.bytes);
      this.#flight.close();
      this.#settle('unread');
    }, patience);
  }

  #settle(outcome: Outcome): void {
    if (this.#settled) return;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#log.note('settle', this, 'leader', outcome);
  }

  #header(name: string): string {
    return this.response.headers.get(name) ?? '';
  }

  get #lingers(): boolean {
    return (
      this.#window.linger > 0 &&
      this.#flight.open &&
      this.response.ok &&
      !/no-store/i.test(this.#header('cache-control')) &&
      !this.#header('vary').includes('*')
    );
  }
}
