// One table of flights for all clients of an origin: callers join and leave, and get their responses.

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

/** Milliseconds within which a browser sends a request again while a caller still waits for it. */
const returnTimeout = 500;

/** The origin of a request. Both are unknown when a handler gets a request alone. */
export interface Source {
  readonly clientId?: string | undefined;
  readonly event?: ExtendableEvent | undefined;
}

/** One request of one client, as a subscriber of a flight. */
interface Caller {
  readonly request: Request;
  readonly client: string;
  readonly network: (request: Request) => Promise<Response>;
  readonly subscriber: Subscriber<string, Answer, Transfer>;
  readonly transfer: Transfer;
  /** Settles the response of the event. */
  respond?: (response: Response) => void;
  /** True when its page has aborted it, or another request that looks the same. */
  left?: boolean;
  /** The URL to which the browser was redirected, to find out whether the caller still waits. */
  backUrl?: string;
}

export class Coalescer {
  readonly #tally: Tally;
  readonly #flights = new Flights<string, Answer, Transfer>();
  readonly #writes: Writes;
  readonly #maxReplay: number;
  readonly #fetch: NonNullable<HandlerOptions['fetch']>;
  readonly #ignored: ReadonlySet<string>;
  /** The callers whose body may still be arriving. */
  readonly #callers = new Set<Caller>();
  /** Callers whose browser was asked whether they still wait, by the URL to which they come back. */
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

  /** Counts the flights in flight. */
  get inFlight(): number {
    return this.#flights.inFlight;
  }

  /** Returns true for a request that comes back after it was asked. */
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

  /** Counts a request that is left to the browser. */
  bypass(client: string): void {
    this.#tally.note(client, 'calls', 'bypassed');
  }

  /** Called when a page has aborted the request of that name. */
  leave(client: string, name: RequestName): void {
    const named = [...this.#callers].filter(
      (caller) => caller.client === client && !caller.left && isNamed(caller.request, name),
    );
    // When the page names no policy, that of its document applies: this one, unless the site sets another.
    const usual = ({ request }: Caller) => request.referrerPolicy === 'strict-origin-when-cross-origin';
    const caller = named.find(usual) ?? named[0];
    if (!caller) return;
    caller.left = true;
    this.#tally.note(client, 'left');
    this.#endUnlessWanted(caller);
  }

  /** Called when a client is closed. All its callers leave. */
  depart(client: string): void {
    for (const caller of this.#callers) if (caller.client === client) this.#remove(caller);
  }

  /** Closes current flights to later callers: those of that URL, or all. */
  forget(url?: string): void {
    this.#close((read) => !url || withoutFragment(read.url) === withoutFragment(url));
  }

  /** Called when a write begins. Later requests join no flight that is in flight now or is launched before its end. */
  write(write: Write, client: string): void {
    this.#close(this.#writes.begin(write, client));
  }

  /** Called when a write is over. Later requests join no flight that is in flight now. */
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

  /** Returns the caller that still waits and has come back. It stays on its flight. */
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
      // Its signal has aborted. Today no browser does that before the headers.
      if (subscriber.left) this.#remove(caller);
      else if (fails(transfer.request, request)) this.#tally.note(client, 'failed');
      if (subscriber.left || fails(transfer.request, request)) throw error;
    }
    // This caller may not use the shared answer.
    this.#tally.note(client, 'launched');
    return network(request);
  }

  /** Makes a caller leave. If it comes back later, its request is like any other. */
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
   * Ends the flight of a caller that has left, when all callers have left that look the same. Elements of a page may
   * share one request, and the page may send another one that looks the same. So each browser is asked before: the
   * request is redirected to its own URL. A browser follows that exactly while a caller waits.
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
