import { F as Fences } from './shared/fence.js';
export { Flights, coalesce } from './flights.js';
export type { BeforeOptions, CallOptions, CoalesceOptions, Coalesced, JoinOptions, PlatformSignal, RunOptions, Signal, Subscriber } from './flights.js';
export type { F as Flight, L as Launch, W as Work } from './shared/flight.js';

/** What the wrapped fetch takes beside its input: all that `fetch` does, and whether to coalesce. */
interface CoalescingInit extends RequestInit {
    /** `false` sends this call past all flights. Default `true`. */
    readonly coalesce?: boolean | undefined;
}

/** Why a call goes straight to the network. */
type BypassReason = 
/** Another method than GET and HEAD. */
'method' | 'body' | 'keepalive' | 'only-if-cached'
/** `coalesce: false` */
 | 'opt-out'
/** The option `eligible` refused it. */
 | 'ineligible'
/** A member of its init could change the answer unseen. */
 | `init: ${string}`
/** The answer of the flight that it joined varies by something in which they differ. */
 | 'vary'
/** A navigation that a service worker passes on. */
 | 'navigate'
/** A `no-cors` request for a range, which nobody can make again. */
 | 'range'
/** Neither http nor https. */
 | 'scheme'
/** Its input is neither a string, nor a URL, nor a `Request`. */
 | 'foreign'
/** The global fetch was called on something foreign. */
 | 'receiver'
/** The network rejects it as it is. */
 | 'invalid';

/** How a flight ended. */
type Outcome = 
/** Its last byte has arrived. */
'done' | 'failed'
/** Every caller has left. */
 | 'aborted'
/** No caller reads the rest of the body. */
 | 'unread'
/** Its body has no end. */
 | 'endless';
type Role = 'leader' | 'follower' | 'bypass';
/** What an event tells: enough to draw a waterfall. */
interface FlightDetail {
    /** Number of the flight, or of the call that bypassed all flights. Each number is given once. */
    readonly id: number;
    /** What makes requests the same. Empty for a call that bypassed all flights. */
    readonly key: string;
    readonly url: string;
    /** What was asked for. For a call that bypassed all flights: without its body, and undefined for an invalid call. */
    readonly request?: Request | undefined;
    readonly role: Role;
    /** Milliseconds, as `performance.now()` counts them. */
    readonly time: number;
    /** Bytes of the body that have arrived so far. */
    readonly bytes: number;
    /** How it ended: with `settle` alone. */
    readonly outcome?: Outcome | undefined;
    /** Why the call was not shared: with `bypass` alone. */
    readonly reason?: BypassReason | undefined;
    /**
     * What kept it from joining a flight for the same method and URL: names of headers and members, or why that flight
     * takes nobody (`ClosedBy`). Empty for what only the option `key` sees. Undefined where none was in flight.
     * With `launch` alone.
     */
    readonly differs?: readonly string[] | undefined;
}
/**
 * `launch`: a request goes out. `join`: a caller shares it. `leave`: a caller gives up. `settle`: the last byte or an
 * error has arrived, or nobody waits for it any more. `bypass`: a call is not shared; it settles with its headers.
 */
type FlightEvent = 'launch' | 'join' | 'leave' | 'settle' | 'bypass';
/** Counters since the start. */
interface FetchStats {
    /** Valid calls of the wrapped fetch. */
    calls: number;
    /** Requests sent for flights. */
    launched: number;
    /** Callers that joined a flight. */
    joined: number;
    /** Calls that went straight to the network. */
    bypassed: number;
    /** Callers that left a flight before they had everything. */
    left: number;
    /** Flights and bypassed calls that have settled. */
    settled: number;
    /** Those among them that failed. */
    failed: number;
    /** Bytes of shared bodies that have arrived, each counted once. */
    bytes: number;
    /** Flights and bypassed calls that have not settled. */
    inFlight: number;
}
/** What events tell of one flight, or of one call that bypassed them. */
interface FlightRecord {
    readonly id: number;
    readonly key: string;
    readonly url: string;
    readonly request?: Request | undefined;
    bytes: number;
}
/** What events tell of a flight. */
interface LaunchRecord extends FlightRecord {
    readonly request: Request;
}

/** Why nobody can join a flight: by the name of an option or a member, or by its `age`. */
type ClosedBy = 
/** It was launched before or during a write. */
'fences' | 'forget'
/** Its headers are here. */
 | 'joinUntil'
/** More bytes than that have arrived. */
 | 'maxReplay'
/** Its headers arrived 20 s ago. */
 | 'age'
/** A follower has waited that long for its headers. */
 | 'leaderTimeout';
/** A flight that has not settled. */
interface FlightState extends Readonly<LaunchRecord> {
    /** Milliseconds since its launch. */
    readonly age: number;
    /** Counts its callers. */
    readonly subscribers: number;
    /** Why nobody can join it. Undefined while callers can. */
    readonly closedBy?: ClosedBy | undefined;
}

/** Options of `createFetch`. Each may be left out or undefined. */
interface FetchOptions {
    /**
     * What to call for the network. Default: the global `fetch`, looked up at each call, so that a mock or an
     * instrumentation that replaces it later is heard.
     */
    readonly fetch?: typeof globalThis.fetch | undefined;
    /** Returns false for a request that must not be shared, beyond those that never are. Default: all may be. */
    readonly eligible?: ((request: Request) => boolean) | undefined;
    /**
     * Says what makes requests the same, where the default tells too many apart. It gets the default key too. GET and
     * HEAD are kept apart whatever it returns. Leave something out only if the answer does not depend on it.
     */
    readonly key?: ((request: Request, key: string) => string) | undefined;
    /** Names of request headers that make no difference to the answer, such as trace ids. Default: none. */
    readonly ignoreHeaders?: readonly string[] | undefined;
    /**
     * Names of members of `init` that make no difference to the answer, such as `next`. Members that no platform reads
     * make none anyway. Default: none.
     */
    readonly ignoreInit?: readonly string[] | undefined;
    /** Until when callers may join: the last byte (`'body'`, default) or the headers. */
    readonly joinUntil?: 'headers' | 'body' | undefined;
    /** Bytes of a body that are kept for callers that join mid-body. Past them nobody joins. Default 4 MiB. */
    readonly maxReplay?: number | undefined;
    /**
     * Returns true when a write (any unsafe method, RFC 9110 section 9.2.1) fences a read that is in flight: calls made
     * after the write began or ended do not join it. Default: a write fences all reads of its origin.
     */
    readonly fences?: Fences | undefined;
    /** Milliseconds after which a follower without headers starts a flight of its own. Default: never. */
    readonly leaderTimeout?: number | undefined;
    /**
     * Milliseconds for which a whole, successful answer may still be joined after its last byte. Default 0. For
     * callers that drift apart, such as linked maps. Never for errors, `no-store` or `Vary: *`. All answers that are
     * kept this way take at most 16 MiB; the oldest go first.
     */
    readonly linger?: number | undefined;
}

/** Hears of flights. */
type FlightListener = (event: CustomEvent<FlightDetail>) => void;
/** What `forget` takes: a URL, a `Request` (its URL counts), or a function that picks requests. */
type ForgetTarget = string | URL | Request | ((request: Request) => boolean);
/** A `fetch` that coalesces, with members that tell what is in flight. */
interface CoalescingFetch {
    (input: string | URL | Request, init?: CoalescingInit): Promise<Response>;
    /** Returns counters since the start, as a copy. */
    stats(): FetchStats;
    /**
     * Lets nobody join what is in flight now: everything, one URL, or what a function picks. For example after a
     * log-out. Callers that wait get their answer; the next call sends a new request.
     */
    forget(target?: ForgetTarget): void;
    /** Returns what is in flight now, in the order of launching. Flights alone: no calls that bypassed them. */
    flights(): readonly FlightState[];
    addEventListener(type: FlightEvent, listener: FlightListener, options?: AddEventListenerOptions | boolean): void;
    removeEventListener(type: FlightEvent, listener: FlightListener, options?: EventListenerOptions | boolean): void;
}
/**
 * Returns a `fetch` in which identical GETs (and HEADs) share one request while it is in flight. Each caller gets its
 * own response, its own body and its own abort; the request is aborted when the last caller has left. Every other
 * call goes straight to the network. Share one between modules: two wrapped fetches do not know each other.
 *
 * Calls reject as `fetch` does, with the same errors. Throws a `TypeError` or a `RangeError` for a wrong option.
 *
 * @example
 * const fetch = createFetch();
 * const [a, b] = await Promise.all([fetch('/places'), fetch('/places')]); // one request
 */
declare function createFetch(options?: FetchOptions): CoalescingFetch;

/** The arguments of a call: the input alone, or a list of input and init. */
type CallArguments = string | URL | Request | readonly [input: string | URL | Request, init?: CoalescingInit | undefined];
/** What `explain` finds. */
interface Explanation {
    /** True when the later call joins the earlier one while that can be joined. */
    readonly shared: boolean;
    /** Why each call bypasses all flights. Undefined for a call that does not. */
    readonly bypass: readonly [BypassReason | undefined, BypassReason | undefined];
    /**
     * What keeps two calls apart that do not bypass: `url`, members such as `credentials`, and headers in lower case.
     * `key` stands for a difference that only the option `key` sees.
     */
    readonly differs: readonly string[];
}
/**
 * Says whether two calls of a wrapped fetch would share a request, and if not, why. Sends nothing. Its options count:
 * `eligible` and `key` are called. Throws a `TypeError` for a fetch that `createFetch` has not made.
 *
 * @example
 * explain(fetch, '/places', ['/places', { headers: { accept: 'text/csv' } }]).differs; // ['accept']
 */
declare function explain(fetch: CoalescingFetch, one: CallArguments, other: CallArguments): Explanation;

export { createFetch, explain };
export type { Fences };
export type { BypassReason, CallArguments, ClosedBy, CoalescingFetch, CoalescingInit, Explanation, FetchOptions, FetchStats, FlightDetail, FlightEvent, FlightListener, FlightState, ForgetTarget, Outcome, Role };
