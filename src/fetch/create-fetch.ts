import { type CoalescingInit, callOf } from './call.ts';
import { Coalescer } from './coalescer.ts';
import { withoutFragment } from './key.ts';
import type { FetchStats, FlightDetail, FlightEvent } from './log.ts';
import { type Fetch, Network } from './network.ts';
import { check, type FetchOptions } from './options.ts';

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
  const network = new Network(options.fetch);
  const coalescer = new Coalescer(options, network);
  const { log } = coalescer;

  // A method of that name is what the native one is: not a constructor, and called "fetch" however it is bundled.
  const { fetch } = {
    fetch(
      this: unknown,
      input: RequestInfo | URL,
      init: CoalescingInit | undefined = undefined,
    ): Promise<Response> {
      try {
        log.counts.calls++;
        const past = network.reenters(fetch) || isForeign(this);
        // biome-ignore lint/complexity/noArguments: natively, no argument is another mistake than undefined
        const call = arguments.length && !past ? callOf(input, init) : undefined;
        if (call && (options.eligible?.(call.request) ?? true)) return coalescer.share(call, input);
        // biome-ignore lint/complexity/noArguments: the native one tells a call without arguments by their number
        return coalescer.bypass(this, [...arguments] as unknown as Parameters<Fetch>);
      } catch (error) {
        return Promise.reject(error);
      }
    },
  };

  /** The global function behaves as the native one when it is called on something foreign; a method need not. */
  const isForeign = (self: unknown) => self != null && self !== globalThis && globalThis.fetch === fetch;

  return Object.assign(fetch, {
    stats: () => log.stats(),
    forget: (target?: RequestInfo | URL | ((request: Request) => boolean)) =>
      coalescer.forget(typeof target === 'function' ? target : locatedAt(target)),
    addEventListener: (...args: Parameters<CoalescingFetch['addEventListener']>) =>
      log.target.addEventListener(...(args as Parameters<EventTarget['addEventListener']>)),
    removeEventListener: (...args: Parameters<CoalescingFetch['removeEventListener']>) =>
      log.target.removeEventListener(...(args as Parameters<EventTarget['removeEventListener']>)),
  });
}

/** Everything is where nothing in particular was asked for. */
const locatedAt = (target: RequestInfo | URL | undefined) => {
  const url = target && withoutFragment(new Request(target).url);
  return (request: Request) => !url || withoutFragment(request.url) === url;
};
