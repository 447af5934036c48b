// One table of flights for all clients of an origin: callers join, and get their responses.

import { fencesSafely, sameOrigin } from '../http/fence.ts';
import { isSafe } from '../http/methods.ts';
import { isSameUrl } from '../http/url.ts';
import { now } from '../protocol/clock.ts';
import type { Abort } from '../protocol/messages.ts';
import { cancel } from './answer.ts';
import { type Caller, extend, type Sender, type Sent } from './caller.ts';
import { Callers } from './callers.ts';
import { type HandlerOptions, type Network, networkOf } from './options.ts';
import { PageReads } from './page-reads.ts';
import { serves, sharesFailure } from './serves.ts';
import type { Tally } from './tally.ts';
import type { Transfer } from './transfer.ts';
import { Transfers } from './transfers.ts';
import { Writes } from './writes.ts';

export class Coalescer {
  readonly callers: Callers;
  readonly writes: Writes;
  readonly #tally: Tally;
  readonly #pageReads = new PageReads();
  readonly #transfers: Transfers;
  readonly #fetch: Network;

  constructor(options: HandlerOptions, tally: Tally) {
    const { fences = sameOrigin } = options;
    this.#tally = tally;
    this.callers = new Callers(tally);
    this.writes = new Writes(fencesSafely(fences), (matches, writer) => this.#close(matches, writer));
    this.#transfers = new Transfers(options);
    this.#fetch = networkOf(options);
  }

  /** Counts the flights in flight. */
  get inFlight(): number {
    return this.#transfers.inFlight;
  }

  /** Answers an eligible request from the flight that is under way, or from a new one. */
  async serve(request: Request, { clientId = '', event }: Sender = {}): Promise<Response> {
    request.signal.throwIfAborted();
    const back = this.callers.returned(request, (sent) => this.#join('join', sent), event);
    if (back) return this.#wait(back);
    this.#tally.note(clientId, 'calls');
    return this.#serve(request, clientId, event);
  }

  #serve(request: Request, client: string, event?: ExtendableEvent): Promise<Response> {
    const fresh = { request, client, event, time: now(), asks: 0, askedAt: 0, left: false };
    return this.#wait(this.#join('join', fresh));
  }

  /** Makes a caller wait for the answer of its flight. */
  async #wait(caller: Caller): Promise<Response> {
    const { request, client, event, subscriber, transfer } = caller;
    if (!subscriber.flight.work) return subscriber.result as Promise<never>; // the launch has thrown
    this.callers.add(caller);
    const answered = this.#answer(caller);
    this.#pageReads.add(request, client, answered);
    // Until the caller has its answer, its event can be extended again.
    extend(event, Promise.allSettled([answered, transfer.arrival.done]));
    return new Promise((resolve, reject) => {
      caller.respond = resolve;
      answered.then(resolve, reject);
    });
  }

  /** Counts a request that is left to the browser. */
  bypass(client: string): void {
    this.#tally.note(client, 'calls', 'bypassed');
  }

  /** Sends a request that must not be shared. */
  pass(request: Request, { clientId = '', event }: Sender = {}): Promise<Response> {
    this.bypass(clientId);
    const answer = this.#fetch(request, event);
    if (isSafe(request.method)) {
      this.writes.fence(request, clientId);
      this.#pageReads.add(request, clientId, answer);
    }
    return answer;
  }

  /** Closes current flights to later callers, for a client: those of that URL, or all. */
  forget(url?: string, client = ''): void {
    this.#close((read) => !url || isSameUrl(read.url, url), client);
  }

  /** Called when a page has aborted a request. Callers that have repeated it since then do not get it. */
  leave(client: string, abort: Abort): void {
    for (const { request, event, respond } of this.callers.leave(client, abort))
      respond?.(this.#serve(request, client, event));
  }

  /** Called when a client is closed: its callers leave, and it reports the end of no write. */
  clientClosed(client: string): void {
    this.callers.clientClosed(client);
    this.writes.clientClosed(client);
  }

  #close(matches: (read: Request) => boolean, client: string): void {
    this.#transfers.close(matches);
    this.#pageReads.close(matches, client);
  }

  /** Puts a caller on a flight: one that it joins or launches, or one that no other caller joins. */
  #join(how: 'join' | 'launch', from: Sent): Caller {
    const { request, client, event } = from;
    const subscriber = this.#transfers[how](request, (request) => this.#fetch(request, event));
    const { flight, role } = subscriber;
    const leads = role === 'leader';
    if (leads && this.writes.fence(request, client)) flight.close();
    this.#tally.note(client, leads ? 'launched' : 'joined');
    return { ...from, subscriber, transfer: flight.work as Transfer };
  }

  async #answer(caller: Caller): Promise<Response> {
    const { request, client, subscriber, transfer } = caller;
    const { waiting } = transfer;
    try {
      let answer = await subscriber.result;
      if (answer.later && answer.first !== caller) answer = await answer.later;
      if (!waiting.delete(caller)) {
        if (!transfer.asked?.has(caller)) this.callers.remove(caller); // or its browser may come back
        // No one gets this answer. A handler of the site must not take it for one of the network.
        throw new DOMException('The caller has left.', 'AbortError');
      }
      const response = answer.take(transfer.takers);
      if (response && serves(answer.response, transfer.request, request)) return response;
      cancel(response);
    } catch (error) {
      waiting.delete(caller);
      if (subscriber.left || transfer.asked?.has(caller)) throw error;
      if (sharesFailure(transfer.request, request)) {
        this.#tally.note(client, 'failed');
        throw error;
      }
    }
    // This caller may not use the shared answer.
    const own = this.#join('launch', caller);
    this.callers.release(caller);
    return this.#wait(own);
  }
}
