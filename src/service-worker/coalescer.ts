// One table of flights for all clients of an origin: who boards, who leaves, what is handed to whom.

import { Flights } from '../core/flights.ts';
import type { Subscriber as Seat } from '../core/subscriber.ts';
import type { RequestName } from '../protocol/messages.ts';
import type { Answer } from './answer.ts';
import { keyOf } from './key.ts';
import { isNamed } from './named.ts';
import type { EventOptions, Network } from './options.ts';
import { fails, serves } from './serves.ts';
import { Tally } from './tally.ts';
import { Transfer } from './transfer.ts';
import { bare } from './urls.ts';
import { sameResource, Writes } from './writes.ts';

/** Where a request comes from; nothing is known of one that a handler is given by itself. */
export interface Source {
  readonly clientId?: string;
  readonly event?: ExtendableEvent | undefined;
}

/** One request of one client aboard of a flight. */
interface Subscriber {
  readonly request: Request;
  readonly client: string;
  readonly network: (request: Request) => Promise<Response>;
  readonly seat: Seat<string, Answer, Transfer>;
}

export class Coalescer {
  readonly tally: Tally = new Tally();
  readonly #flights = new Flights<string, Answer, Transfer>();
  readonly #writes: Writes;
  readonly #maxReplay: number;
  readonly #network: Network;
  readonly #ignored: ReadonlySet<string>;
  /** Each is in here until its body has arrived, or the worker cannot know more about it. */
  readonly #subscribers = new Set<Subscriber>();

  constructor({
    ignoreHeaders = [],
    fences = sameResource,
    maxReplay = 4 << 20,
    fetch = (request) => self.fetch(request),
  }: EventOptions) {
    this.#ignored = new Set(ignoreHeaders.map((name) => name.toLowerCase()));
    this.#writes = new Writes(fences);
    this.#maxReplay = maxReplay;
    this.#network = fetch;
  }

  /** How many flights may be joined. */
  get inFlight(): number {
    return this.#flights.inFlight;
  }

  /** Hands an eligible request the answer of the flight that is under way, or of a new one. */
  async serve(request: Request, { clientId: client = '', event }: Source = {}): Promise<Response> {
    const { signal } = request;
    signal.throwIfAborted();
    const network = (request: Request) => this.#network(request, event);
    const seat = this.#flights.join(
      keyOf(request, this.#ignored),
      (_, flight) => new Transfer(request, network, { flight, maxReplay: this.#maxReplay }),
    );
    const leads = seat.role === 'leader';
    if (leads && this.#writes.fence(request)) seat.flight.close();
    this.tally.note(client, 'calls', leads ? 'launched' : 'joined');
    const subscriber = { request, client, network, seat };
    this.#subscribers.add(subscriber);
    const { arrival } = seat.flight.work as Transfer;
    arrival.ended.then(() => this.#subscribers.delete(subscriber));
    event?.waitUntil(arrival.done);
    // No engine aborts it before the headers today. Some day it will be a hint to leave, for this one alone.
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => {
        this.#leave(subscriber, signal.reason);
        reject(signal.reason);
      });
      this.#landing(subscriber).then(resolve, reject);
    });
  }

  /** A client waits no longer for the request of that name; without one, for none of its requests. */
  leave(client: string, name?: RequestName): void {
    for (const subscriber of this.#subscribers) {
      const { request, client: theirs, seat } = subscriber;
      if (theirs !== client || seat.left || (name && !isNamed(request, name))) continue;
      this.#leave(subscriber);
      if (name) return;
    }
  }

  /** Lets nobody join any more what is in flight: of that URL, or all of it. */
  forget(url?: string): void {
    this.#flights.forget((_, work) => !url || (!!work && bare(work.request.url) === bare(url)));
  }

  /** A write begins: what is in flight, and what will be launched until its end, is not for later requests. */
  fence(write: Request, client: string): void {
    const fences = this.#writes.begin(write, client);
    this.#flights.forget((_, work) => !!work && fences(work.request));
  }

  /** A request of that client to that URL was answered; perhaps a write. */
  answered(client: string, url: string): void {
    this.#writes.end(client, url);
  }

  async #landing({ request, client, network, seat }: Subscriber): Promise<Response> {
    const work = seat.flight.work as Transfer;
    work.due++;
    try {
      let answer = await seat.result;
      if (seat.role === 'follower' && answer.later) answer = await answer.later;
      const response = answer.take(--work.due === 0);
      if (serves(answer.response, work.request, request)) return response;
      response.body?.cancel();
    } catch (error) {
      if (!seat.left) this.tally.note(client, 'failed');
      if (seat.left || fails(work.request, request)) throw error;
    }
    // What others share is not for this one; one who has left wants nothing else either.
    if (seat.left) return Response.error();
    this.tally.note(client, 'launched');
    return network(request);
  }

  #leave(subscriber: Subscriber, reason?: unknown): void {
    const { seat, client } = subscriber;
    if (!seat.left && this.#subscribers.has(subscriber)) this.tally.note(client, 'left');
    seat.leave(reason);
  }
}
