// One table of flights for all clients of an origin: who joins, who leaves, what is handed to whom.

import { Flights } from '../core/flights.ts';
import type { Subscriber } from '../core/subscriber.ts';
import { sameOrigin } from '../http/fence.ts';
import { withoutFragment } from '../http/url.ts';
import type { RequestName } from '../protocol/messages.ts';
import type { Answer } from './answer.ts';
import { keyOf } from './key.ts';
import { isNamed, redirectTo } from './named.ts';
import type { HandlerOptions } from './options.ts';
import { fails, serves } from './serves.ts';
import type { Tally } from './tally.ts';
import { Transfer } from './transfer.ts';
import { type Write, Writes } from './writes.ts';

/** Milliseconds within which a browser sends a request again that somebody still waits for. */
const returnTimeout = 500;

/** Where a request comes from. Nothing is known of a request that a handler is given by itself. */
export interface Source {
  readonly clientId?: string | undefined;
  readonly event?: ExtendableEvent | undefined;
}

/** One request of one client, on a flight. */
interface Caller {
  readonly request: Request;
  readonly client: string;
  readonly network: (request: Request) => Promise<Response>;
  readonly subscriber: Subscriber<string, Answer, Transfer>;
  readonly transfer: Transfer;
  /** Settles what the event responds with. */
  respond?: (response: Response) => void;
  /** Its page has given it up, or another request that looks the same. */
  left?: boolean;
  /** Where the browser was sent to find out whether somebody still waits. */
  backUrl?: string;
}

export class Coalescer {
  readonly #tally: Tally;
  readonly #flights = new Flights<string, Answer, Transfer>();
  readonly #writes: Writes;
  readonly #maxReplay: number;
  readonly #fetch: NonNullable<HandlerOptions['fetch']>;
  readonly #ignored: ReadonlySet<string>;
  /** Holds a caller until its body has arrived, or the worker cannot know more about it. */
  readonly #callers = new Set<Caller>();
  /** By the URL that they come back to: callers whose browser was asked whether somebody still waits. */
  readonly #asked = new Map<string, Caller>();

  constructor(
    {
      ignoreHeaders = [],
      fences = sameOrigin,
      maxReplay = 4 << 20,
      fetch = (request) => self.fetch(request),
    }: HandlerOptions,
    tally: Tally,
  ) {
    this.#tally = tally;
    this.#ignored = new Set(ignoreHeaders.map((name) => name.toLowerCase()));
    this.#writes = new Writes(fences);
    this.#maxReplay = maxReplay;
    this.#fetch = fetch;
  }

  /** Counts the flights under way. */
  get inFlight(): number {
    return this.#flights.inFlight;
  }

  /** Returns true for a request that comes back. */
  expects({ url }: Request): boolean {
    return this.#asked.has(url);
  }

  /** Answers an eligible request from the flight that is under way, or from a new one. */
  async serve(request: Request, { clientId = '', event }: Source = {}): Promise<Response> {
    request.signal.throwIfAborted();
    const caller = this.#return(request) ?? this.#join(request, clientId, event);
    const { waiting, arrival } = caller.transfer;
    waiting.add(caller);
    this.#callers.add(caller);
    arrival.ended.then(() => this.#callers.delete(caller));
    event?.waitUntil(arrival.done);
    return new Promise((resolve, reject) => {
      caller.respond = resolve;
      this.#answer(caller).then(resolve, reject);
    });
  }

  /** A request is left to the browser. */
  bypass(client: string): void {
    this.#tally.note(client, 'calls', 'bypassed');
  }

  /** A page has given up the request of that name. */
  leave(client: string, name: RequestName): void {
    const named = [...this.#callers].filter(
      (caller) => caller.client === client && !caller.left && isNamed(caller.request, name),
    );
    // Where the page names no policy, its document has one: this, unless the site says otherwise.
    const usual = ({ request }: Caller) => request.referrerPolicy === 'strict-origin-when-cross-origin';
    const caller = named.find(usual) ?? named[0];
    if (!caller) return;
    caller.left = true;
    this.#tally.note(client, 'left');
    this.#endUnlessWanted(caller);
  }

  /** A client is gone, and with it all that waited there. */
  depart(client: string): void {
    for (const caller of this.#callers) if (caller.client === client) this.#remove(caller);
  }

  /** Lets nobody join what is in flight now: of that URL, or all of it. */
  forget(url?: string): void {
    this.#close((read) => !url || withoutFragment(read.url) === withoutFragment(url));
  }

  /** A write begins. What is in flight is not for later requests, nor is what is launched until its end. */
  write(write: Write, client: string): void {
    this.#close(this.#writes.begin(write, client));
  }

  /** A write is over. What is in flight may be from before. */
  written(write: Write, client: string): void {
    this.#close(this.#writes.end(write, client));
  }

  #close(matches: (read: Request) => boolean): void {
    this.#flights.forget((_, transfer) => !!transfer && matches(transfer.request));
  }

  #join(request: Request, client: string, event: ExtendableEvent | undefined): Caller {
    const network = (request: Request) => this.#fetch(request, event);
    const subscriber = this.#flights.join(
      keyOf(request, this.#ignored),
      (_, flight) => new Transfer(request, network, { flight, maxReplay: this.#maxReplay }),
      { signal: request.signal },
    );
    const { flight, role } = subscriber;
    const leads = role === 'leader';
    if (leads && this.#writes.fence(request)) flight.close();
    this.#tally.note(client, 'calls', leads ? 'launched' : 'joined');
    return { request, client, network, subscriber, transfer: flight.work as Transfer };
  }

  /** Somebody still waits, and goes on where it was. */
  #return({ url }: Request): Caller | undefined {
    const caller = this.#asked.get(url);
    if (!caller) return;
    this.#asked.delete(url);
    const { request, client, network, transfer } = caller;
    const subscriber = caller.subscriber.fork();
    caller.subscriber.leave();
    return { request, client, network, subscriber, transfer };
  }

  async #answer(caller: Caller): Promise<Response> {
    const { request, client, network, subscriber, transfer } = caller;
    const { waiting } = transfer;
    try {
      let answer = await subscriber.result;
      if (subscriber.role === 'follower' && answer.later) answer = await answer.later;
      if (!waiting.delete(caller)) return this.#remove(caller);
      const response = answer.take(!waiting.size);
      if (serves(answer.response, transfer.request, request)) return response;
      response.body?.cancel();
    } catch (error) {
      waiting.delete(caller);
      // Its signal has aborted, which happens in no browser before the headers today.
      if (subscriber.left) this.#remove(caller);
      else if (fails(transfer.request, request)) this.#tally.note(client, 'failed');
      if (subscriber.left || fails(transfer.request, request)) throw error;
    }
    // What others share is not for this one.
    this.#tally.note(client, 'launched');
    return network(request);
  }

  /** Waits no longer. When it comes back all the same, its request is one like any other. */
  #remove(caller: Caller): Response {
    if (!caller.left) this.#tally.note(caller.client, 'left');
    caller.left = true;
    caller.transfer.waiting.delete(caller);
    this.#callers.delete(caller);
    this.#asked.delete(caller.backUrl as string);
    caller.subscriber.leave();
    this.#endUnlessWanted(caller);
    return Response.error();
  }

  /**
   * Ends the flight of a caller that has left, when all have left that it could be mistaken for. Elements of a page
   * may share one request, and the page may send another one just like it. So each is asked before: it is redirected
   * to where it is, which its browser follows exactly while somebody waits.
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
      if (caller.transfer.waiting.delete(caller)) this.#ask(caller);
    }
  }

  #ask(caller: Caller): void {
    const { request, subscriber } = caller;
    const backUrl = `${request.url}#${crypto.randomUUID()}`;
    caller.backUrl = backUrl;
    subscriber.flight.close();
    this.#asked.set(backUrl, caller);
    caller.respond?.(redirectTo(backUrl));
    setTimeout(() => {
      if (this.#asked.delete(backUrl)) subscriber.leave();
    }, returnTimeout);
  }
}
