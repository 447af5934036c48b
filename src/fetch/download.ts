// One shared request, from its launch to the last byte of its body.

import type { Flight, Work } from '../core/flight.ts';
import { isEndless, isNullBody } from '../http/content.ts';
import { elapsed } from '../http/elapsed.ts';
import { defaultMaxReplay } from '../http/limits.ts';
import { expectResponse } from '../options/check.ts';
import type { BodyListener, Failure } from '../response/body-listener.ts';
import type { Incoming } from '../response/incoming.ts';
import { SharedBody } from '../response/shared-body.ts';
import { type Source, sourceOf } from '../response/source.ts';
import { readableBody } from './answer.ts';
import type { ClosedBy, FlightState } from './in-flight.ts';
import type { FlightContext, Launching } from './launching.ts';
import type { FlightDetail, FlightEvent, Outcome } from './log.ts';
import { type ReadersListener, watchReaders } from './readers.ts';

export class Download implements Work<Download>, BodyListener, ReadersListener {
  /** Resolves with this download when the headers have arrived. */
  readonly result: Promise<Download>;
  readonly record: Launching['record'];
  readonly launching: Launching;
  /** The network's own response. Undefined before `result`. */
  response: Response | undefined;
  /** The properties of the response, for callers that share its body. */
  source: Source | undefined;
  /** Undefined when there is no body that scripts can read. */
  body: SharedBody | undefined;
  /** Counts the callers that wait for their own response. */
  waiting = 0;
  /** When the timer that closes it counts as late, by `Date.now()`: that clock goes on while the computer sleeps. */
  lateAt: number = Infinity;
  closedBy: ClosedBy | undefined;
  readonly launched: number = elapsed();
  readonly #flight: Flight<string, Download, Download>;
  readonly #context: FlightContext<Download>;
  #stopWatching: (() => void) | undefined;

  constructor(
    flight: Flight<string, Download, Download>,
    context: FlightContext<Download>,
    launching: Launching,
    answer: Promise<Response>,
  ) {
    this.#flight = flight;
    this.#context = context;
    this.launching = launching;
    this.record = launching.record;
    context.unsettled.add(this);
    this.result = this.#await(answer);
  }

  abort(reason: unknown): void {
    this.launching.controller.abort(reason);
    // Settles after the browser has heard the abort, because a listener of `settle` tells the service worker.
    this.#settle('aborted');
    this.body?.cancel(reason);
  }

  /** Counts and reports an event of this flight. */
  note(type: FlightEvent, more: Pick<FlightDetail, 'role' | 'outcome' | 'differs'>): void {
    this.#context.log.note(type, this.record, more);
  }

  get state(): FlightState {
    const age = elapsed() - this.launched;
    return { ...this.record, age, subscribers: this.#flight.subscribers, closedBy: this.closedBy };
  }

  /** Stops accepting callers, and keeps nothing for them. */
  close(by?: ClosedBy): void {
    this.closedBy ??= by;
    this.#flight.close();
    this.#dropStart();
    this.#context.linger.drop(this);
  }

  /** Ends the flight: callers can no longer join, and there is nothing to abort. */
  end(outcome: Outcome): void {
    this.#flight.end(); // first, because a listener of `settle` may ask again
    this.#dropStart();
    this.#settle(outcome);
  }

  /** Called when a caller has its response or has left. A response without a body is kept only while it lingers. */
  handedOut(): void {
    if (!--this.waiting && !this.body && !this.#flight.joinable) this.response = undefined;
    this.#dropStart();
  }

  onBytes(bytes: number): void {
    this.record.bytes += bytes;
    this.#context.log.counts.bytes += bytes;
    if (this.record.bytes > (this.#context.options.maxReplay ?? defaultMaxReplay)) this.close('maxReplay');
  }

  onEnd(failure: Failure | undefined): void {
    if (!failure && this.#flight.joinable && this.#context.linger.keep(this, this.response as Response))
      this.#settle('done');
    else this.end(failure ? 'failed' : 'done');
  }

  onUnread(): void {
    this.close();
    this.#settle('unread');
  }

  async #await(answer: Promise<Response>): Promise<this> {
    try {
      const response = (this.response = expectResponse(await answer));
      const body = readableBody(response);
      this.#flight.extend();
      // The network did not follow the abort.
      if (this.launching.controller.signal.aborted) body?.cancel().catch(() => {});
      else if (body) this.#open(response, body);
      else if (response.type === 'opaque') {
        // Scripts cannot see an opaque body's bytes or its end: the request stays abortable while a caller holds it.
        this.#flight.close();
        this.#settle('endless');
      } else if (response.body === null || isNullBody(response.status)) this.onEnd(undefined);
      else this.end('done');
      return this;
    } catch (error) {
      this.end('failed');
      throw error;
    }
  }

  /** Shares the body, which has not arrived yet. */
  #open(response: Response, incoming: Incoming): void {
    const { json, joinUntil } = this.#context.options;
    this.body = new SharedBody(incoming, this, { json, signal: this.launching.controller.signal });
    this.source = sourceOf(response);
    const endless = isEndless(response.headers.get('content-type'));
    if (endless || joinUntil === 'headers') this.close('joinUntil');
    if (endless) this.#settle('endless');
    else this.#stopWatching = watchReaders(this.body, this);
  }

  /** Forgets the beginning of the body, unless a caller waits for its response or may still join. */
  #dropStart(): void {
    if (this.body && !this.waiting && !this.#flight.joinable) this.body.start = undefined;
  }

  #settle(outcome: Outcome): void {
    if (!this.#context.unsettled.delete(this)) return;
    this.#stopWatching?.();
    this.note('settle', { role: 'leader', outcome });
  }
}
