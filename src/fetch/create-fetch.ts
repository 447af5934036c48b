import { Flights, type Seat } from '../core/flights.ts';
import { board } from './board.ts';
import { type Call, type CoalescingInit, callOf } from './call.ts';
import { Download } from './download.ts';
import { sameResource, writeOf } from './fence.ts';
import { keyOf, withoutFragment } from './key.ts';
import { type FetchStats, type FlightDetail, type FlightEvent, Log } from './log.ts';
import { check, type FetchOptions } from './options.ts';
import { share } from './share.ts';
import type { Chunk } from './shared-body.ts';
import { serves } from './vary.ts';

/** What hears of flights. */
export type FlightListener = (event: CustomEvent<FlightDetail>) => void;

/** `fetch`, and what there is to know and to say about what is in flight. */
export interface CoalescingFetch {
  (input: RequestInfo | URL, init?: CoalescingInit): Promise<Response>;
  /** Counters since the start, as a copy. */
  stats(): FetchStats;
  /**
   * Lets nobody join any more what is in flight: all of it, that of one URL, or what a function picks; after a
   * log-out, say. Those aboard notice nothing.
   */
  forget(target?: RequestInfo | URL | ((request: Request) => boolean)): void;
  addEventListener(
    type: FlightEvent,
    listener: FlightListener,
    options?: AddEventListenerOptions | boolean,
  ): void;
  removeEventListener(
    type: FlightEvent,
    listener: FlightListener,
    options?: EventListenerOptions | boolean,
  ): void;
}

/**
 * Makes a `fetch` in which identical GETs (and HEADs) share one request for as long as it is in flight. Every
 * caller has a response, a body and an abort of its own; the request is aborted when the last caller has left.
 * Everything else goes straight to the network. Share one between modules: two know nothing of each other.
 *
 * Rejects as `fetch` does, with the same errors. Throws a TypeError or RangeError for a wrong option.
 *
 * @example
 * const fetch = createFetch();
 * const [a, b] = await Promise.all([fetch('/places'), fetch('/places')]); // one request
 */
export function createFetch(options: FetchOptions = {}): CoalescingFetch {
  check(options);
  const { eligible, key, ignoreHeaders = [], fences = sameResource, leaderTimeout = 0 } = options;
  const ignored = new Set(ignoreHeaders.map((name) => name.toLowerCase()));
  const flights = new Flights<string, Download, Download>();
  const log = new Log();
  const original = globalThis.fetch;
  let launched = 0;
  /** This very function is the global one, or was. */
  let installed = false;
  /** The network is being called at this moment. */
  let sending = false;

  /** Looked up at each call, so that whoever patches it is heard; but this function must not call itself. */
  const network: typeof globalThis.fetch = function (this: unknown, ...args) {
    installed ||= globalThis.fetch === fetch;
    sending = true;
    try {
      return (options.fetch ?? (installed ? original : globalThis.fetch)).apply(
        this as typeof globalThis,
        args,
      );
    } finally {
      sending = false;
    }
  };

  const keyFor = (request: Request): string => {
    const own = keyOf(request, ignored);
    if (!key) return own;
    const made: unknown = key(request, own);
    if (typeof made !== 'string')
      throw new TypeError(`Expected \`key\` to return a string, got \`${made}\`.`);
    return `${request.method} ${made}`;
  };

  const fence = (write: Request | undefined) => {
    if (write) flights.forget((_, download) => !!download && fences(write, download.plan.request));
  };

  /** Past all flights. A write fences reads with its beginning and with its end, however it ends. */
  const bypass = (self: unknown, args: Parameters<typeof globalThis.fetch>): Promise<Response> => {
    const write = writeOf(...args);
    const trip = { id: 0, key: '', url: urlOf(args[0]), bytes: 0 };
    fence(write);
    log.note('bypass', trip, 'bypass');
    const over = (outcome: 'done' | 'failed') => {
      fence(write);
      log.note('settle', trip, 'bypass', outcome);
    };
    const answer = attempt(() => network.apply(self as typeof globalThis, args));
    answer.then(
      () => over('done'),
      () => over('failed'),
    );
    return answer;
  };

  const fly = ({ request, init, signal }: Call, input: RequestInfo | URL): Promise<Response> => {
    const key = keyFor(request);
    const send = (signal: AbortSignal) => network(input, { ...init, signal });
    let start: Chunk | undefined;
    const join = (): Seat<Download, Download> => {
      const seat = flights.join(key, (flight) => {
        const trip = { id: ++launched, key, url: request.url, request, bytes: 0 };
        return new Download(flight, { request, trip, send, options, log });
      });
      const { work } = seat.flight;
      if (work?.passed && seat.role === 'follower') {
        seat.flight.close();
        seat.leave();
        return join();
      }
      if (work && seat.role === 'follower') log.note('join', work.plan.trip, 'follower');
      // Taken now: the next chunk to arrive may close the flight, and then nobody else holds its start.
      start = work?.body?.start;
      return seat;
    };
    const answer = (download: Download, seat: Seat<Download, Download>) => {
      if (seat.role === 'leader' || serves(download.response, download.plan.request, request))
        return share(download, seat, signal, start);
      download.release(seat);
      return bypass(undefined, [input, init]);
    };
    return board({ join, answer, signal, leaderTimeout });
  };

  // A method of that name is what the native one is: not a constructor, and called "fetch" however it is bundled.
  const { fetch } = {
    fetch(
      this: unknown,
      input: RequestInfo | URL,
      init: CoalescingInit | undefined = undefined,
    ): Promise<Response> {
      return attempt(() => {
        log.counts.calls++;
        // Called by its own network: it was the global one, and another was put on top of it.
        const back = sending && !options.fetch;
        installed ||= back;
        // biome-ignore lint/complexity/noArguments: natively, no argument is another mistake than undefined
        const call = arguments.length && !back && !foreign(this) ? callOf(input, init) : undefined;
        if (call?.signal?.aborted) throw call.signal.reason;
        if (call && (!eligible || eligible(call.request))) return fly(call, input);
        // biome-ignore lint/complexity/noArguments: the native one tells a call without arguments by their number
        return bypass(this, [...arguments] as unknown as Parameters<typeof globalThis.fetch>);
      });
    },
  };

  /** The global function behaves as the native one when it is called on something foreign; a method need not. */
  const foreign = (self: unknown) => self != null && self !== globalThis && globalThis.fetch === fetch;

  return Object.assign(fetch as CoalescingFetch, {
    stats: () => log.stats(),
    forget(target?: RequestInfo | URL | ((request: Request) => boolean)) {
      const matches =
        typeof target === 'function' ? target : target === undefined ? () => true : locatedAt(target);
      flights.forget((_, download) => !!download && matches(download.plan.request));
    },
    addEventListener: ((type, listener, options) =>
      log.target.addEventListener(
        type,
        listener as EventListener,
        options,
      )) as CoalescingFetch['addEventListener'],
    removeEventListener: ((type, listener, options) =>
      log.target.removeEventListener(
        type,
        listener as EventListener,
        options,
      )) as CoalescingFetch['removeEventListener'],
  });
}

/** A throw becomes a rejection; a promise stays what it is, so that it settles when it would natively. */
function attempt<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return Promise.resolve(work());
  } catch (error) {
    return Promise.reject(error);
  }
}

const locatedAt = (target: RequestInfo | URL) => {
  const { url } = new Request(target);
  return (request: Request) => withoutFragment(request.url) === withoutFragment(url);
};

const urlOf = (input: RequestInfo | URL): string => (input instanceof Request ? input.url : `${input}`);
