// One shared request, from its launch to the last byte of its body.

import type { Flight, Work } from '../core/flight.ts';
import { isEndless } from '../http/content.ts';
import type { BodyListener, End } from '../response/shared-body.ts';
import { SharedBody } from '../response/shared-body.ts';
import { type Source, sourceOf } from '../response/shared-response.ts';
import { expectResponse, readableBody } from './answer.ts';
import type { ClosedBy, FlightState } from './in-flight.ts';
import type { Linger } from './linger.ts';
import type { LaunchRecord, Log, Outcome } from './log.ts';
import type { FetchOptions } from './options.ts';
import { later } from './timers.ts';

/** The context that a download needs. */
export interface Context {
  readonly record: LaunchRecord;
  readonly controller: AbortController;
  readonly options: FetchOptions;
  readonly log: Log;
  readonly linger: Linger<Download>;
  /** Holds the download until it settles. */
  readonly unsettled: Set<Download>;
  /** Milliseconds after which a follower suspects that it waits for itself. 0 when it cannot wait for itself. */
  readonly selfWaitTimeout: number;
}

/** Milliseconds after the headers in which a reader may begin. Then the download itself begins to read. */
const firstReadDelay = 10;
/** Milliseconds without a reader after which callers can no longer join, because the body gets stale. */
const unreadTimeout = 1000;
/** Milliseconds after the headers in which callers may join. Chromium's own cache lock lasts as long. */
const joinTimeout = 20_000;

export class Download implements Work<Download>, BodyListener {
  /** Resolves with this download when the headers have arrived. */
  readonly result: Promise<Download>;
  readonly record: Context['record'];
  readonly log: Log;
  /** The network's own response. Undefined before `result`. */
  response: Response | undefined;
  /** The properties of the response, for callers that share its body. */
  source: Source | undefined;
  /** Undefined when there is no body that scripts can read. */
  body: SharedBody | undefined;
  /** Counts the callers that wait for their own response. */
  waiting = 0;
  /** Why no call can join. */
  closedBy: ClosedBy | undefined;
  readonly #flight: Flight<string, Download, Download>;
  readonly #context: Context;
  readonly #launched = performance.now();
  #joinableUntil = Infinity;
  /** Milliseconds since the headers, as timers have counted them. Timers are slow in a hidden tab. */
  #age = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #settled = false;

  constructor(flight: Flight<string, Download, Download>, answer: Promise<Response>, context: Context) {
    this.#flight = flight;
    this.#context = context;
    this.record = context.record;
    this.log = context.log;
    context.unsettled.add(this);
    this.result = this.#await(answer);
  }

  abort(reason: unknown): void {
    this.#settle('aborted');
    this.#context.controller.abort(reason);
  }

  get selfWaitTimeout(): number {
    return this.#context.selfWaitTimeout;
  }

  get state(): FlightState {
    const { record, closedBy } = this;
    const { subscribers } = this.#flight;
    return { ...record, age: performance.now() - this.#launched, subscribers, closedBy };
  }

  /** Stops accepting callers, and keeps nothing for them. */
  close(by?: ClosedBy): void {
    this.closedBy ??= by;
    this.#flight.close();
    if (this.body) this.body.start = undefined;
    this.#context.linger.drop(this);
  }

  /** Ends the flight: callers can no longer join, and there is nothing to abort. */
  end(): void {
    this.#flight.end();
    if (this.body) this.body.start = undefined;
  }

  /** Called when a caller has its response or has left. A response without a body must not be kept alive from here. */
  handedOut(): void {
    if (!--this.waiting && !this.body) this.response = undefined;
  }

  onBytes(bytes: number): void {
    this.record.bytes += bytes;
    this.log.counts.bytes += bytes;
    if (this.record.bytes > (this.#context.options.maxReplay ?? 4 * 2 ** 20)) this.close('maxReplay');
    else if (!this.#flight.joinable && this.body) this.body.start = undefined;
  }

  onEnd(end: End): void {
    const failed = 'error' in end;
    const isKept =
      !failed && this.#flight.joinable && this.#context.linger.keep(this, this.response as Response);
    if (!isKept) this.end();
    this.#settle(failed ? 'failed' : 'done');
  }

  async #await(answer: Promise<Response>): Promise<this> {
    try {
      const response = await answer;
      expectResponse(response);
      this.response = response;
      const body = readableBody(response);
      if (body) this.#open(response, new SharedBody(body, this, this.#context.options.json));
      else if (response.type === 'opaque') this.#openUnseen();
      else this.#settle('done');
      return this;
    } catch (error) {
      this.#settle('failed');
      throw error;
    }
  }

  /** Keeps the flight going, because the headers have arrived and the body has not. */
  #open(response: Response, body: SharedBody): void {
    this.source = sourceOf(response);
    this.body = body;
    this.#flight.extend();
    this.#joinableUntil = performance.now() + joinTimeout;
    const endless = isEndless(response.headers.get('content-type'));
    if (endless || this.#context.options.joinUntil === 'headers') {
      this.closedBy ??= 'joinUntil';
      this.#flight.close();
    }
    if (endless) this.#settle('endless');
    else this.#watch(body, firstReadDelay);
  }

  /** Scripts cannot see an opaque body's bytes or its end: the request stays abortable while a caller holds it. */
  #openUnseen(): void {
    this.#flight.extend();
    this.#flight.close();
    this.#settle('endless');
  }

  /** Stops accepting callers once no one reads the body, so that no caller gets stale data. */
  #watch(body: SharedBody, delay: number, askedBefore = -1): void {
    this.#timer = later(() => {
      body.flow();
      this.#age += delay;
      const left = joinTimeout - this.#age;
      if (left <= 0 || performance.now() >= this.#joinableUntil) this.close('age');
      const next = left > 0 ? Math.min(left, unreadTimeout) : unreadTimeout;
      if (body.isAwaited || body.asked > askedBefore) return this.#watch(body, next, body.asked);
      this.close();
      this.#settle('unread');
    }, delay);
  }

  #settle(outcome: Outcome): void {
    if (this.#settled) return;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#context.unsettled.delete(this);
    this.log.note('settle', this.record, { role: 'leader', outcome });
  }
}
