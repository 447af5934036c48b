import { W as Work, F as Flight, L as Launch } from './shared/flight.js';

/** What the core needs of an `AbortSignal`. */
interface Signal {
    readonly aborted: boolean;
    readonly reason?: unknown;
    addEventListener(type: 'abort', listener: () => void): void;
    removeEventListener(type: 'abort', listener: () => void): void;
}

/** The platform's `AbortSignal` where its types are there, else what the core needs of one. */
type PlatformSignal = typeof globalThis extends {
    AbortSignal: {
        prototype: infer Platform;
    };
} ? Platform : Signal;
/** What the shared function gets as its last argument. */
interface RunOptions {
    /** Aborts when the last caller of this run has left. */
    readonly signal: PlatformSignal;
}
/** The parameters of a function that stand before its `RunOptions`: a parameter without a type of its own is one. */
type BeforeOptions<Parameters extends readonly unknown[]> = Parameters extends readonly [
    infer First,
    ...infer Rest
] ? IsRunOptions<First> extends true ? [] : [First, ...BeforeOptions<Rest>] : [];
type IsRunOptions<Parameter> = 0 extends 1 & Parameter ? false : [Parameter] extends [RunOptions] ? true : false;
/** What a caller may add as its last argument. */
interface CallOptions {
    /** Makes this caller leave the run: its promise rejects with the signal's reason. */
    readonly signal?: Signal | null | undefined;
}
/** Options of `coalesce`. */
interface CoalesceOptions<Args extends readonly unknown[]> {
    /**
     * Says which calls are identical: those with equal keys, compared as a `Map` compares them. Default: calls with
     * equal arguments, which must be primitive values.
     */
    readonly key?: ((...args: Args) => unknown) | undefined;
}
/** A function whose identical concurrent calls share one run. */
interface Coalesced<Args extends readonly unknown[], Value> {
    (...args: [...Args, options?: CallOptions]): Promise<Value>;
    /** Lets nobody join what runs now: all of it, or the run with this key, or with these arguments. */
    forget(...key: Args | [key: unknown] | []): void;
    /** Counts the runs that have started and have not settled. */
    readonly inFlight: number;
}
/**
 * Returns a function that calls `fn` once for all identical calls that are made while the first one runs. All
 * callers get the same value. A caller may pass `{ signal }` as its last argument to leave; the run is aborted when
 * the last caller has left. Errors reach every caller of the run; the next call starts afresh.
 *
 * Throws a `TypeError` for a wrong option. A call rejects with a `TypeError` when an argument is not primitive and
 * there is no `key`.
 *
 * @example
 * const read = coalesce((path: string, { signal }) => readFile(path, { signal }));
 * const bytes = await read('a.txt', { signal });
 */
declare function coalesce<Result, A = RunOptions, B = RunOptions, C = RunOptions, D = RunOptions>(fn: (a: A, b: B, c: C, d: D) => Result, options?: CoalesceOptions<BeforeOptions<[A, B, C, D]>>): Coalesced<BeforeOptions<[A, B, C, D]>, Awaited<Result>>;
declare function coalesce<Args extends readonly unknown[], Result>(fn: (...args: [...Args, options: RunOptions]) => Result, options?: CoalesceOptions<Args>): Coalesced<Args, Awaited<Result>>;

/** What all flights of one table share. */
interface Table<Key, Value, Started extends Work<Value>> {
    /** Holds a key exactly while its flight is joinable. */
    readonly joinable: Map<Key, Run<Key, Value, Started>>;
    /** Counts the flights that have been launched and have not ended. */
    inFlight: number;
}
declare class Run<Key, Value, Started extends Work<Value>> implements Flight<Key, Value, Started> {
    #private;
    readonly key: Key;
    readonly result: Promise<Value>;
    work: Started | undefined;
    /** Counts the subscribers that have not left. */
    subscribers: number;
    constructor(table: Table<Key, Value, Started>, key: Key, launch: Launch<Key, Value, Started>);
    get joinable(): boolean;
    /** Removes one subscriber. Each subscriber calls it once. */
    leave(reason: unknown): void;
    close(): void;
    extend(): void;
    end(): void;
}

/** One caller of a flight. */
declare class Subscriber<Key, Value, Started extends Work<Value> = Work<Value>> {
    #private;
    /** The leader launched the flight, a follower joined it later. They are equals after the launch. */
    readonly role: 'leader' | 'follower';
    /** Settles as the flight does. With a signal it belongs to this subscriber alone, and an abort rejects it at once. */
    readonly result: Promise<Value>;
    /**
     * Called with the signal's reason when an abort makes this subscriber leave. By default it rejects `result`, and
     * the subscriber stops listening when that has settled. Who replaces it calls `release()`.
     */
    onAbort: ((reason: unknown) => void) | undefined;
    constructor(run: Run<Key, Value, Started>, role: 'leader' | 'follower', signal?: Signal);
    get flight(): Flight<Key, Value, Started>;
    /** True once this subscriber has left. */
    get left(): boolean;
    /** Adds another subscriber to the flight, with the same signal, even when the flight takes no newcomers. */
    fork(): Subscriber<Key, Value, Started>;
    /** Leaves the flight; a second time, or after the end, it does nothing. The last one to leave aborts the work. */
    leave(reason?: unknown): void;
    /** Leaves because the signal has aborted. */
    abort(reason: unknown): void;
    /** Stops listening to the signal: the subscriber has all that it came for. */
    release(): void;
}

/** How a caller joins. */
interface JoinOptions {
    /** Makes the caller leave when it aborts. A caller that is already aborted neither launches nor joins. */
    readonly signal?: Signal | null | undefined;
}
/**
 * A table of what is in flight.
 *
 * @example
 * const files = new Flights<string, Buffer>();
 * const one = files.join(path, (key) => readFile(key), { signal });
 * const bytes = await one.result;
 */
declare class Flights<Key = unknown, Value = unknown, Started extends Work<Value> = Work<Value>> {
    #private;
    /** Counts the flights that have been launched and have not ended. */
    get inFlight(): number;
    /** Joins the flight of the key, or launches it. Keys are compared as a `Map` compares them. */
    join(key: Key, launch: Launch<Key, Value, Started>, options?: JoinOptions): Subscriber<Key, Value, Started>;
    /**
     * Lets nobody join what is in flight now: everything, or what `matches`. Subscribers keep what they have; the
     * next caller launches afresh.
     */
    forget(matches?: (key: Key, work: Started | undefined) => boolean): void;
}

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

/** Says whether a write fences a read. */
type Fences = (write: Request, read: Request) => boolean;

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

export { Flights, coalesce, createFetch };
export type { Flight, Launch, Subscriber, Work };
export type { BeforeOptions, BypassReason, CallOptions, CoalesceOptions, Coalesced, CoalescingFetch, CoalescingInit, FetchOptions, FetchStats, FlightDetail, FlightEvent, FlightListener, ForgetTarget, JoinOptions, Outcome, PlatformSignal, Role, RunOptions, Signal };
