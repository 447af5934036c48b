import { Fences } from './shared/fence.js';
export { Flights, coalesce } from './flights.js';
export type { BeforeOptions, CallOptions, CoalesceOptions, Coalesced, JoinOptions, PlatformSignal, RunOptions, Signal, Subscriber } from './flights.js';
export type { Flight, Launch, Work } from './shared/flight.js';

/** The reason why a call goes straight to the network. */
type BypassReason = 
/** Another method than GET and HEAD. */
'method'
/** A GET or HEAD with a body, which `fetch` rejects. */
 | 'body' | 'keepalive' | 'only-if-cached'
/** `coalesce: false` */
 | 'opt-out'
/** The option `eligible` refused it. */
 | 'ineligible'
/** A member of its init could change the answer unseen. */
 | `init: ${string}`
/** The call joined a flight whose answer varies (`Vary`) by something in which the two requests differ. */
 | 'vary'
/** The request is a navigation that a service worker passes on. */
 | 'navigate'
/** The request is a `no-cors` request for a range, which scripts cannot copy. */
 | 'range'
/** It has an `Upgrade` header, as for a WebSocket. Browsers let no script set it. */
 | 'upgrade'
/** The URL is neither http nor https. */
 | 'scheme'
/** The input is neither a string, nor a URL, nor a `Request`. */
 | 'foreign'
/** The global fetch was called as a method of another object. */
 | 'receiver'
/** The call is invalid, and the network rejects it. */
 | 'invalid';

/** The init of the wrapped fetch: every member that `fetch` takes, and `coalesce`. */
interface CoalescingInit extends RequestInit {
    /** `false` sends this call past all flights. Default `true`. */
    readonly coalesce?: boolean | undefined;
}

/** How a flight ended. */
type Outcome = 
/** The last byte has arrived. */
'done' | 'failed'
/** Every caller has left. Of a call that bypassed all flights: its signal was aborted. */
 | 'aborted'
/** No caller reads the rest of the body. */
 | 'unread'
/** The body has no end, or scripts cannot see its end. */
 | 'endless';
/** The leader has launched the flight, a follower has joined it. `'bypass'` stands for a call that bypassed all flights. */
type Role = 'leader' | 'follower' | 'bypass';
/** The detail of an event: enough to draw a waterfall. */
interface FlightDetail {
    /** Number of the flight, or of the call that bypassed all flights. Each number is used once. */
    readonly id: number;
    /** The key. Empty for a call that bypassed all flights. */
    readonly key: string;
    /** Absolute. As the caller has given it where the platform has no base for a relative URL, and for an invalid call. */
    readonly url: string;
    /** The request. For a call that bypassed all flights it has no body, and it is undefined for an invalid call. */
    readonly request?: Request | undefined;
    /** The role of the caller. With `settle` of a flight always `'leader'`. */
    readonly role: Role;
    /** Milliseconds on the clock of `performance.now()`. */
    readonly time: number;
    /** Bytes of the body that have arrived so far. */
    readonly bytes: number;
    /** How it ended. With `settle` alone. */
    readonly outcome?: Outcome | undefined;
    /** The URL of the answer, after redirects. With `settle` of a call that bypassed all flights alone. */
    readonly finalUrl?: string | undefined;
    /** Why the call was not shared. With `bypass` alone. */
    readonly reason?: BypassReason | undefined;
    /**
     * Why it did not join a flight for the same method and URL. Holds names of headers and members, or why that flight
     * takes no call (`ClosedBy`). `key` stands for a difference that only the option `key` sees. Undefined when no such
     * flight was in flight. With `launch` alone.
     */
    readonly differs?: readonly string[] | undefined;
}
/**
 * `launch`: a request is sent. `join`: a caller shares it. `leave`: a caller leaves. `settle`: the last byte or an
 * error has arrived, or no caller waits for it. `bypass`: a call is not shared. It settles with its headers.
 */
type FlightEvent = 'launch' | 'join' | 'leave' | 'settle' | 'bypass';
/** Counters since the start. */
interface FetchStats {
    /** Valid calls to the wrapped fetch. */
    readonly calls: number;
    /** Requests sent for flights. */
    readonly launched: number;
    /** Callers that joined a flight. */
    readonly joined: number;
    /** Calls that went straight to the network. */
    readonly bypassed: number;
    /** Callers that left a flight before they had the whole answer. */
    readonly left: number;
    /** Flights and bypassed calls that have settled. */
    readonly settled: number;
    /** Flights and bypassed calls that have failed. */
    readonly failed: number;
    /** Bytes of shared bodies that have arrived, each counted once. */
    readonly bytes: number;
    /** Flights and bypassed calls that have not settled. */
    readonly inFlight: number;
}
/** One flight, or one call that bypassed all flights, as events describe it. */
interface FlightRecord {
    readonly id: number;
    readonly key: string;
    readonly url: string;
    readonly request?: Request | undefined;
    bytes: number;
}
/** A flight as events describe it. */
interface LaunchRecord extends FlightRecord {
    readonly request: Request;
}

/** Why no call can join a flight: the name of an option or a member, or its `age`. */
type ClosedBy = 
/** It was launched before or during a write. */
'fences'
/** `forget()` closed it. So do a freeze of the page, and another function that was installed as the global `fetch`. */
 | 'forget'
/** Its headers have arrived, and the option says so or its content has no end. */
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
    /** Counts its callers, and clones of their responses. */
    readonly subscribers: number;
    /** Why no call can join it. Undefined while calls can join. */
    readonly closedBy?: ClosedBy | undefined;
}

/** A function that is called as `fetch` is. It needs no members, although the `fetch` of Bun has some. */
type Fetch = (...args: Parameters<typeof globalThis.fetch>) => Promise<Response>;

/** Options of `createFetch`. Each may be left out or undefined. */
interface FetchOptions {
    /**
     * The function that is called for the network. Default: the global `fetch`, looked up at each call, so that a mock or
     * an instrumentation that replaces it later works.
     */
    readonly fetch?: Fetch | undefined;
    /** Returns false for a request that must not be shared. Default: all requests that can be shared are shared. */
    readonly eligible?: ((request: Request) => boolean) | undefined;
    /**
     * Returns the key of a request, when the default keeps too many requests apart. It gets the default key, too. GET and
     * HEAD are kept apart in any case. Leave something out only if the answer does not depend on it.
     */
    readonly key?: ((request: Request, key: string) => string) | undefined;
    /** Names of request headers that make no difference to the answer, such as trace ids. Default: none. */
    readonly ignoreHeaders?: readonly string[] | undefined;
    /**
     * Names of members of `init` that make no difference to the answer, such as `next`. Members that no platform reads
     * never make a difference. Default: none.
     */
    readonly ignoreInit?: readonly string[] | undefined;
    /** Until when callers may join: the last byte (`'body'`, default) or the headers. */
    readonly joinUntil?: 'headers' | 'body' | undefined;
    /** Bytes of a body that are kept for callers that join mid-body. Callers can no longer join a longer body. Default 4 MiB. */
    readonly maxReplay?: number | undefined;
    /**
     * What `json()` returns: a value that each caller may change (`'own'`, default), or one value for all callers, parsed
     * once and deeply frozen (`'frozen'`). With many callers of a large body, `'frozen'` saves nearly all of the work.
     */
    readonly json?: 'own' | 'frozen' | undefined;
    /**
     * Returns true when a write (any unsafe method, RFC 9110 section 9.2.1) fences a read that is in flight. Calls made
     * after the write began or ended do not join that read. Default: a write fences all reads of its origin; with `key`, all
     * reads. `read` is the request of the first caller.
     */
    readonly fences?: Fences | undefined;
    /**
     * Milliseconds after which a follower without headers starts a flight of its own, which the other followers join. Each
     * call does so once. 0, the default, means never.
     */
    readonly leaderTimeout?: number | undefined;
    /**
     * Milliseconds after the last byte for which callers may still join a whole, successful answer. Default 0. Useful
     * when callers ask a little later, such as linked maps. Never applies to errors, `no-store`, `Vary: *`, or requests for
     * a fresh answer: those with the `cache` mode `no-store`, `reload` or `no-cache`, or with a header such as
     * `Cache-Control: no-cache`. The bodies of all lingering answers together take at most 16 MiB, each counted as 16 KiB
     * more; the oldest are dropped first. What callers make of them (bytes, Blobs, texts, JSON) comes on top until it is
     * collected. A frozen value stays as long as its answer. `linger` has no effect with `joinUntil: 'headers'`.
     */
    readonly linger?: number | undefined;
}

/** Gets the events of flights. */
type FlightListener = (event: CustomEvent<FlightDetail>) => void;
/** The target of `forget`: a URL, a `Request` (its URL counts), or a function that picks requests. */
type ForgetTarget = string | URL | Request | ((request: Request) => boolean);
/** A `fetch` that coalesces. Its members say what is in flight. */
interface CoalescingFetch {
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
    addEventListener(type: FlightEvent, listener: FlightListener, options?: Parameters<EventTarget['addEventListener']>[2]): void;
    /** Stops calling the listener for events of this type. */
    removeEventListener(type: FlightEvent, listener: FlightListener, options?: Parameters<EventTarget['removeEventListener']>[2]): void;
}
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
declare function createFetch(options?: FetchOptions): CoalescingFetch;

/** The arguments of a call: the input alone, or a list of input and init. */
type CallArguments = string | URL | Request | readonly [input: string | URL | Request, init?: CoalescingInit | undefined];
/** The result of `explain`. */
interface Explanation {
    /** True when the later call joins the flight of the earlier one while callers can join it. */
    readonly shared: boolean;
    /** Why each call bypasses all flights. Undefined for a call that does not. */
    readonly bypass: readonly [BypassReason | undefined, BypassReason | undefined];
    /**
     * The differences of two calls that do not bypass: `url`, members such as `credentials`, and headers in lower case.
     * `key` stands for a difference that only the option `key` sees.
     */
    readonly differs: readonly string[];
}
/**
 * Says whether two calls of a wrapped fetch would share a request, and if not, why. It sends nothing. It uses the
 * options of that fetch: it calls `eligible` and `key`. Throws a `TypeError` for a fetch that `createFetch` has not
 * made.
 *
 * @example
 * explain(fetch, '/places', ['/places', { headers: { accept: 'text/csv' } }]).differs; // ['accept']
 */
declare function explain(fetch: CoalescingFetch, one: CallArguments, other: CallArguments): Explanation;

export { createFetch, explain };
export type { Fences };
export type { BypassReason, CallArguments, ClosedBy, CoalescingFetch, CoalescingInit, Explanation, FetchOptions, FetchStats, FlightDetail, FlightEvent, FlightListener, FlightState, ForgetTarget, Outcome, Role };
