import { isSameUrl } from '../http/url.ts';
import { misuse } from '../options/check.ts';
import type { BypassReason } from './bypass-reason.ts';
import type { Call } from './call.ts';
import { Coalescer } from './coalescer.ts';
import type { FlightState } from './in-flight.ts';
import { type CoalescingInit, copyInit } from './init.ts';
import { urlOf } from './input.ts';
import type { FetchStats, FlightDetail, FlightEvent } from './log.ts';
import { Network } from './network.ts';
import { checkFetchOptions, type FetchOptions } from './options.ts';
import { type Fetch, ownNetwork } from './platform-fetch.ts';
import { requestOf } from './request-of.ts';

/** Gets the events of flights. */
export type FlightListener = (event: CustomEvent<FlightDetail>) => void;

/** The target of `forget`: a URL, a `Request` (its URL counts), or a function that picks requests. */
export type ForgetTarget = string | URL | Request | ((request: Request) => boolean);

/** A `fetch` that coalesces. Its members say what is in flight. */
export interface CoalescingFetch {
  (input: string | URL | Request, init?: CoalescingInit): Promise<Response>;
  /** Returns counters since the start, as a copy. */
  stats(): FetchStats;
  /**
   * Closes current flights to later callers, for example after a log-out: all flights, those of one URL, or those that
   * a function picks. Callers that wait get their answer. The next call sends a new request. When this fetch calls another
   * wrapped one for the network, the flights of that one are closed, too. Throws a `TypeError` for any other target.
   */
  forget(target?: ForgetTarget): void;
  /** Returns the flights in flight, in the order of their launches, without calls that bypassed all flights. */
  flights(): readonly FlightState[];
  /**
   * Calls the listener for each event of this type: `launch`, `join`, `leave`, `settle` or `bypass`. The event's `detail`
   * says what happened.
   */
  addEventListener(
    type: FlightEvent,
    listener: FlightListener,
    options?: Parameters<EventTarget['addEventListener']>[2],
  ): void;
  /** Stops calling the listener for events of this type. */
  removeEventListener(
    type: FlightEvent,
    listener: FlightListener,
    options?: Parameters<EventTarget['removeEventListener']>[2],
  ): void;
}

/** Leads `explain` from a wrapped fetch to its coalescer. */
export const inside: unique symbol = /* @__PURE__ */ Symbol('coflight');

/**
 * Returns a `fetch` in which identical GETs (and HEADs) share one request while it is in flight. Each caller gets its
 * own response, its own body and its own abort. The request is aborted when the last caller has left. Every other
 * call goes straight to the network. Share one between modules: two wrapped fetches do not share requests.
 *
 * Calls reject as `fetch` does, with the same errors. Throws a `TypeError` or a `RangeError` for a wrong option.
 *
 * @example
 * const fetch = createFetch();
 * const [a, b] = await Promise.all([fetch('/places'), fetch('/places')]); // one request
 */
export function createFetch(options: FetchOptions = {}): CoalescingFetch {
  const own = checkFetchOptions(options);
  const network = new Network(own.fetch);
  const coalescer = new Coalescer(own, network);
  const { log } = coalescer;

  // A method is like the native function: it is no constructor, and bundlers keep its name.
  const { fetch } = {
    fetch(
      this: unknown,
      input: string | URL | Request,
      init: CoalescingInit | undefined = undefined,
    ): Promise<Response> {
      try {
        // biome-ignore lint/complexity/noArguments: the native function tells a call without arguments by their number
        const args = [...arguments] as [unknown?, CoalescingInit?];
        const copy = args.length ? copyInit(init) : undefined;
        // A call that was made without an init goes out without one.
        if (init != null && copy) args[1] = copy;
        const answer = network.answerComingBack(args);
        if (answer) return answer;
        const call = read(this, input, copy);
        // Called from here, because each function on the way to the network's `fetch` costs Chromium 3 µs.
        if (typeof call !== 'string') return coalescer.share(call);
        // The global one passes a foreign receiver on, which the native function refuses. Others, as in `api.fetch()`, do not.
        const receiver = call === 'receiver' ? this : undefined;
        return coalescer.bypass(receiver, args, { reason: call, init: copy ?? {} });
      } catch (error) {
        return Promise.reject(error);
      }
    },
  };

  network.putBelow(fetch as Fetch);

  /** Returns the call when it may be shared, or why it may not. */
  const read = (receiver: unknown, input: unknown, copy: CoalescingInit | undefined): Call | BypassReason => {
    const call = coalescer.calls.read(input, copy);
    // A GET with a body is not valid either.
    if (call !== 'invalid' && call !== 'body') log.counts.calls++;
    return isForeign(receiver) ? 'receiver' : coalescer.calls.ifEligible(call);
  };

  /** True when this is the global `fetch` and is called as a method of another object, which the native one refuses. */
  const isForeign = (receiver: unknown) =>
    receiver != null && receiver !== globalThis && globalThis.fetch === (fetch as Fetch);

  return Object.assign(fetch, {
    [inside]: coalescer,
    [ownNetwork]: network,
    stats: () => log.stats(),
    flights: () => coalescer.flights(),
    forget: (target?: ForgetTarget) => {
      const matches = typeof target === 'function' ? target : locatedAt(target);
      coalescer.forget(matches);
      network.forgetBelow(matches);
    },
    addEventListener: (...args: Parameters<CoalescingFetch['addEventListener']>) =>
      log.target.addEventListener(...(args as Parameters<EventTarget['addEventListener']>)),
    removeEventListener: (...args: Parameters<CoalescingFetch['removeEventListener']>) =>
      log.target.removeEventListener(...(args as Parameters<EventTarget['removeEventListener']>)),
  });
}

/** Without a target, matches every request. */
function locatedAt(target: string | URL | Request | undefined): (request: Request) => boolean {
  if (target === undefined) return () => true;
  // A `location` has an address, too.
  const address = urlOf(target) ?? Object(target).href;
  try {
    const url = typeof address === 'string' && requestOf(address).url;
    if (url) return (request) => isSameUrl(request.url, url);
  } catch {
    // It is a text, but no URL.
  }
  throw misuse('`target` to be a URL, a Request or a function', target);
}
