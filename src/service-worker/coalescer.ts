// One table of flights for all clients of an origin: who joins, who leaves, what is handed to whom.

import { Flights } from '../core/flights.ts';
import type { RequestName } from '../protocol/messages.ts';
import type { Answer } from './answer.ts';
import { Caller } from './caller.ts';
import { keyOf } from './key.ts';
import { isNamed, returnTo } from './named.ts';
import type { EventOptions, Network } from './options.ts';
import { fails, serves } from './serves.ts';
import { Tally } from './tally.ts';
import { Transfer } from './transfer.ts';
import { bare, sameOrigin } from './urls.ts';
import { Writes } from './writes.ts';

/** Milliseconds that a browser has to send a request again, when somebody still waits for it. */
const returnTimeout = 500;

/** Where a request comes from; nothing is known of one that a handler is given by itself. */
export interface Source {
  readonly clientId?: string;
  readonly event?: ExtendableEvent | undefined;
}

export class Coalescer {
  readonly tally: Tally = new Tally();
  readonly #flights = new Flights<string, Answer, Transfer>();
  readonly #writes: Writes;
  readonly #maxReplay: number;
  readonly #network: Network;
  readonly #ignored: ReadonlySet<string>;
  /** Holds a caller until its body has arrived, or the worker cannot know more about it. */
  readonly #callers = new Set<Caller>();
  /** By the URL that they return to: callers that have been asked whether they still wait. */
  readonly #asked = new Map<string, Caller>();

  constructor({
    ignoreHeaders = [],
    fences = sameOrigin,
    maxReplay = 4 << 20,
    fetch = (request) => self.fetch(request),
  }: EventOptions) {
    this.#ignored = new Set(ignoreHeaders.map((name) => name.toLowerCase()));
    this.#writes = new Writes(fences);
    this.#maxReplay = maxReplay;
    this.#network = fetch;
  }

  /** Counts the flights under way. */
  get inFlight(): number {
    return this.#flights.inFlight;
  }

  /** Returns true for a request whose caller was asked whether it still waits. */
  expects({ url }: Request): boolean {
    return this.#asked.has(url);
  }

  /** Answers an eligible request from the flight that is under way, or from a new one. */
  async serve(request: Request, source: Source = {}): Promise<Response> {
    request.signal.throwIfAborted();
    const caller = this.#return(request) ?? this.#join(request, source);
    const { arrival } = caller.transfer;
    this.#callers.add(caller);
    arrival.ended.then(() => this.#callers.delete(caller));
    source.event?.waitUntil(arrival.done);
    return new Promise((resolve, reject) => {
      caller.respond = resolve;
      this.#answer(caller).then(resolve, reject);
    });
  }

  /** A page has given up the request of that name. */
  leave(client: string, name: RequestName): void {
    const named = [...this.#callers].filter(
      (caller) => caller.client === client && !caller.left && isNamed(caller.request, name),
    );
    const usual = ({ request }: Caller) => request.referrerPolicy === 'strict-origin-when-cross-origin';
    const caller = named.find(usual) ?? named[0];
    if (!caller) return;
    this.tally.note(client, 'left');
    caller.left = true;
    this.#endUnlessWanted(caller);
  }

  /** A client is gone, and with it all that waited there. */
  depart(client: string): void {
    const gone = [...this.#callers].filter((caller) => caller.client === client);
    for (const caller of gone) this.#remove(caller);
  }

  /** Lets nobody join any more what is in flight: of that URL, or all of it. */
  forget(url?: string): void {
    this.#close((read) => !url || bare(read.url) === bare(url));
  }

  /** A write begins. What is in flight is not for later requests, nor is what is launched until its end. */
  write(write: Request, client: string): void {
    this.#close(this.#writes.begin(write, client));
  }

  /** A write is over. What is in flight may be from before. */
  written(write: Pick<Request, 'url' | 'method'>, client: string): void {
    this.#close(this.#writes.end(write, client));
  }

  #close(fences: (read: Request) => boolean): void {
    this.#flights.forget((_, work) => !!work && fences(work.request));
  }

  #join(request: Request, { clientId: client = '', event }: Source): Caller {
    const network = (request: Request) => this.#network(request, event);
    const subscriber = this.#flights.join(
      keyOf(request, this.#ignored),
      (_, flight) => new Transfer(request, network, { flight, maxReplay: this.#maxReplay }),
      { signal: request.signal },
    );
    const leads = subscriber.role === 'leader';
    if (leads && this.#writes.fence(request)) subscriber.flight.close();
    this.tally.note(client, 'calls', leads ? 'launched' : 'joined');
    return new Caller({ request, client, network }, subscriber);
  }

  /** The caller still waits, and goes on where it was. When its flight is over, its request is one like any other. */
  #return({ url }: Request): Caller | undefined {
    const caller = this.#asked.get(url);
    this.#asked.delete(url);
    return caller && !caller.transfer.answered ? new Caller(caller, caller.subscriber) : undefined;
  }

  async #answer(caller: Caller): Promise<Response> {
    const { request, client, network, subscriber, transfer } = caller;
    try {
      let answer = await subscriber.result;
      if (subscriber.role === 'follower' && answer.later) answer = await answer.later;
      if (!caller.waits) return Response.error();
      const response = answer.take(caller.release());
      if (serves(answer.response, transfer.request, request)) return response;
      response.body?.cancel();
    } catch (error) {
      // Its signal, which no browser aborts before the headers today: a hint to leave, for this caller alone.
      if (subscriber.left) this.#remove(caller);
      if (subscriber.left || fails(transfer.request, request)) {
        if (!subscriber.left) this.tally.note(client, 'failed');
        throw error;
      }
    }
    // What others share is not for this one.
    this.tally.note(client, 'launched');
    return network(request);
  }

  #remove(caller: Caller): void {
    const { client, subscriber, left } = caller;
    if (!left) this.tally.note(client, 'left');
    caller.left = true;
    caller.release();
    this.#callers.delete(caller);
    subscriber.leave();
    this.#endUnlessWanted(caller);
  }

  /**
   * Ends the flight of a caller that has left, when all have left that it could be mistaken for. Because a page
   * may share one request between elements, and may send another one just like it, each is asked before: it is
   * redirected to where it is, which the browser follows exactly while somebody waits.
   */
  #endUnlessWanted({ client, subscriber: { flight } }: Caller): void {
    const like = [...this.#callers].filter(
      (caller) =>
        caller.subscriber.flight === flight ||
        (caller.client === client && caller.subscriber.flight.key === flight.key),
    );
    if (!like.every(({ left }) => left)) return;
    for (const caller of like) {
      caller.transfer.stopCopy();
      if (caller.waits) this.#ask(caller);
    }
  }

  #ask(caller: Caller): void {
    const { request, subscriber } = caller;
    const response = returnTo(request);
    const url = response.headers.get('location') as string;
    caller.release();
    subscriber.flight.close();
    this.#asked.set(url, caller);
    caller.respond(response);
    setTimeout(() => {
      if (this.#asked.delete(url)) subscriber.leave();
    }, returnTimeout);
  }
}
