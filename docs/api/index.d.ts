import { W as Work, L as Launch, S as Seat } from './shared/flight.js';
export { F as Flight } from './shared/flight.js';

/**
 * A table of what is in flight.
 *
 * @example
 * const files = new Flights<string, Buffer>();
 * const read = (path: string) => files.join(path, () => ({ result: readFile(path), abort() {} })).result;
 * // Quicker where very many ask at once: one function for all, which is handed the key.
 * const launch = (_: unknown, path: string) => ({ result: readFile(path), abort() {} });
 * const readOften = (path: string) => files.join(path, launch).result;
 */
declare class Flights<Key = unknown, Value = unknown, Job extends Work<Value> = Work<Value>> {
    #private;
    /** How many flights may be joined. */
    get size(): number;
    /** Joins the flight of that key, or launches it. Keys are compared as a `Map` compares them. */
    join(key: Key, launch: Launch<Value, Job, Key>): Seat<Value, Job>;
    /** Lets nobody join any more what is in flight: all of it, or what `matches`. Those aboard notice nothing. */
    forget(matches?: (key: Key, work: Job | undefined) => boolean): void;
}

/** What the wrapped fetch takes beside its input: all that `fetch` does, and whether to coalesce. */
interface CoalescingInit extends RequestInit {
    /** `false` sends this call past all others. Default `true`. */
    readonly coalesce?: boolean;
}

/** How a flight came to its end: whole, by an error, left by all, or with nobody waiting for the rest of it. */
type Outcome = 'done' | 'failed' | 'abandoned' | 'unread' | 'endless';
type Role = 'leader' | 'follower' | 'bypass';
/** What an event tells: enough to draw a waterfall. */
interface FlightDetail {
    /** Number of the flight, or of the call that went past them. */
    readonly id: number;
    /** What made requests the same; empty for a call that was not shared. */
    readonly key: string;
    readonly url: string;
    /** The request that went out; of a call that was not shared, nothing is kept. */
    readonly request?: Request;
    readonly role: Role;
    /** Milliseconds, as `performance.now()` counts them. */
    readonly time: number;
    /** Bytes of the body that have arrived so far. */
    readonly bytes: number;
    /** How it ended: with `settle` alone. */
    readonly outcome?: Outcome;
}
/**
 * `launch`: a request goes out; `join`: a caller comes aboard; `leave`: a caller gives up; `settle`: the last byte
 * or an error is here, or nobody waits for it any more; `bypass`: a call is not shared. A call that bypasses
 * settles too, with its headers.
 */
type FlightEvent = 'launch' | 'join' | 'leave' | 'settle' | 'bypass';
/** Counters since the start. */
interface FetchStats {
    /** Calls of the wrapped fetch that were valid. */
    calls: number;
    /** Requests sent for callers that share. */
    launched: number;
    /** Callers who came aboard of a flight that others had launched. */
    joined: number;
    /** Calls that went straight to the network. */
    bypassed: number;
    /** Callers who gave up. */
    left: number;
    /** Flights and bypassed calls that are over. */
    settled: number;
    /** Those among them that failed. */
    failed: number;
    /** Bytes of shared bodies that have arrived, each counted once. */
    bytes: number;
    /** What is under way now: launched or bypassed, and not settled. */
    inFlight: number;
}

/** Options of `createFetch`; each may be left out. */
interface FetchOptions {
    /**
     * What to call for the network. Default: the global `fetch`, looked up at each call, so that whoever patches it
     * later is heard.
     */
    readonly fetch?: typeof globalThis.fetch;
    /** Refuses requests that must not be shared, beyond those that never are. Default: all may be. */
    readonly eligible?: (request: Request) => boolean;
    /**
     * Says what makes requests the same, where the default is too narrow; it gets the default key too. GET and HEAD
     * are kept apart whatever it says. Whoever leaves something out vouches that the answer does not depend on it.
     */
    readonly key?: (request: Request, key: string) => string;
    /** Names of request headers that make no difference to the answer, such as trace ids. Default: none. */
    readonly ignoreHeaders?: readonly string[];
    /** Until when callers may join: the last byte (`'body'`, default) or the headers. */
    readonly joinUntil?: 'headers' | 'body';
    /** Bytes of a body that are kept for newcomers; past them nobody joins any more. Default 4 MiB. */
    readonly maxReplay?: number;
    /**
     * Whether a write (any unsafe method, RFC 9110 section 9.2.1) fences a read that is in flight: calls made after
     * the write began or ended do not join it. Default: the same URL but for query and fragment.
     */
    readonly fences?: (write: Request, read: Request) => boolean;
    /** Milliseconds after which a follower who still has no headers starts a flight of its own. Default: never. */
    readonly leaderTimeout?: number;
    /**
     * Milliseconds for which a whole, successful answer may still be joined after its last byte. Default 0. For
     * callers that drift apart, such as linked maps. Never for errors, `no-store` or `Vary: *`.
     */
    readonly linger?: number;
}

/** What hears of flights. */
type FlightListener = (event: CustomEvent<FlightDetail>) => void;
/** `fetch`, and what there is to know and to say about what is in flight. */
interface CoalescingFetch {
    (input: RequestInfo | URL, init?: CoalescingInit): Promise<Response>;
    /** Counters since the start, as a copy. */
    stats(): FetchStats;
    /**
     * Lets nobody join any more what is in flight: all of it, that of one URL, or what a function picks; after a
     * log-out, say. Those aboard notice nothing.
     */
    forget(target?: RequestInfo | URL | ((request: Request) => boolean)): void;
    addEventListener(type: FlightEvent, listener: FlightListener, options?: AddEventListenerOptions | boolean): void;
    removeEventListener(type: FlightEvent, listener: FlightListener, options?: EventListenerOptions | boolean): void;
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
declare function createFetch(options?: FetchOptions): CoalescingFetch;

export { Flights, Seat, createFetch };
export type { Launch, Work };
export type { CoalescingFetch, CoalescingInit, FetchOptions, FetchStats, FlightDetail, FlightEvent, FlightListener, Outcome, Role };
