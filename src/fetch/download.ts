// One shared request, from its launch to the last byte of its body.

import type { Flight, Work } from '../core/flight.ts';
import { isEndless } from '../http/content.ts';
import { defaultMaxReplay } from '../http/limits.ts';
import { type BodyListener, type End, SharedBody } from '../response/shared-body.ts';
import { type Source, sourceOf } from '../response/source.ts';
import { expectResponse, readableBody } from './answer.ts';
import type { ClosedBy, FlightState } from './in-flight.ts';
import type { Linger } from './linger.ts';
import type { LaunchRecord, Log, Outcome } from './log.ts';
import type { FetchOptions } from './options.ts';
import { type ReadersListener, watchReaders } from './readers.ts';
import type { SelfWait } from './self-wait.ts';

/** The context that a download needs. */
export interface Context {
  readonly record: LaunchRecord;
  readonly controller: AbortController;
  readonly options: FetchOptions;
  readonly log: Log;
  readonly linger: Linger<Download>;
  /** Holds the download until it settles. */
  readonly unsettled: Set<Download>;
  readonly selfWait: SelfWait;
}

export class Download implements Work<Download>, BodyListener, ReadersListener {
  /** Resolves with this download when the headers have arrived. */
  readonly result: Promise<Download>;
  readonly record: Context['record'];
  readonly log: Log;
  readonly selfWait: Context['selfWait'];
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
  #stopWatching: (() => void) | undefined;
  #settled = false;

  constructor(flight: Flight<string, Download, Download>, answer: Promise<Response>, context: Context) {
    this.#flight = flight;
    this.#context = context;
    this.record = context.record;
    this.log = context.log;
    this.selfWait = context.selfWait;
    context.unsettled.add(this);
    this.result = this.#await(answer);
  }

  abort(reason: unknown): void {
    this.#settle('aborted');
    this.#context.controller.abort(reason);
  }

  get state(): FlightState {
    const age = performance.now() - this.#launched;
    return { ...this.record, age, subscribers: this.#flight.subscribers, closedBy: this.closedBy };
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
    if (this.body) this.body.start = undefined; // No test ends one without a body: it ends with its body.
  }

  /** Called when a caller has its response or has left. A response without a body must not be kept alive from here. */
  handedOut(): void {
    if (!--this.waiting && !this.body) this.response = undefined;
  }

  onBytes(bytes: number): void {
    this.record.bytes += bytes;
    this.log.counts.bytes += bytes;
    if (this.record.bytes > (this.#context.options.maxReplay ?? defaultMaxReplay)) this.close('maxReplay');
    else if (!this.#flight.joinable && this.body) this.body.start = undefined;
  }

  onEnd(end: End): void {
    const failed = 'error' in end;
    const mayLinger = !failed && this.#flight.joinable;
    if (!mayLinger || !this.#context.linger.keep(this, this.response as Response)) this.end();
    this.#settle(failed ? 'failed' : 'done');
  }

  onUnread(): void {
    this.close();
    this.#settle('unread');
  }

  async #await(answer: Promise<Response>): Promise<this> {
    try {
      const response = (this.response = expectResponse(await answer));
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
    const endless = isEndless(response.headers.get('content-type'));
    if (endless || this.#context.options.joinUntil === 'headers') {
      this.closedBy ??= 'joinUntil';
      this.#flight.close();
    }
    if (endless) this.#settle('endless');
    else this.#stopWatching = watchReaders(body, this);
  }

  /** Scripts cannot see an opaque body's bytes or its end: the request stays abortable while a caller holds it. */
  #openUnseen(): void {
    this.#flight.extend();
    this.#flight.close();
    this.#settle('endless');
  }

  #settle(outcome: Outcome): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#stopWatching?.();
    this.#context.unsettled.delete(this);
    this.log.note('settle', this.record, { role: 'leader', outcome });
  }
}
