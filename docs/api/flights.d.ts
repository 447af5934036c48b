import { Work, Flight, Launch } from './shared/flight.js';

/** What the core needs of an `AbortSignal`. */
interface Signal {
    readonly aborted: boolean;
    readonly reason?: unknown;
    addEventListener(type: 'abort', listener: () => void): void;
    removeEventListener(type: 'abort', listener: () => void): void;
}

/** The last argument that a caller may add. */
interface CallOptions {
    /** Makes this caller leave the run: its promise rejects with the signal's reason. */
    readonly signal?: Signal | null | undefined;
}

/**
 * The platform's `AbortSignal`: the global type, or else the type that the global `fetch` takes. Without both, the members
 * that the core uses.
 */
type PlatformSignal = typeof globalThis extends {
    AbortSignal: {
        prototype: infer Platform;
    };
} ? Platform : typeof globalThis extends {
    fetch(input: never, init?: {
        signal?: infer Platform;
    }): unknown;
} ? NonNullable<Platform> : Signal;
/** The last argument that the shared function gets. */
interface RunOptions {
    /** Aborts when the last caller of this run has left. A JavaScript engine without `AbortController` has none. */
    readonly signal: PlatformSignal;
}
/**
 * The parameters of a function before its `RunOptions`. A parameter without a declared type counts as `RunOptions`, and
 * so does one of the type `{ signal?: AbortSignal }`. If there is none, a call must give all arguments, and the last one
 * must not be undefined. It would count as the options of the call, and `fn` would get its `RunOptions` there.
 */
type BeforeOptions<Parameters extends readonly unknown[]> = number extends Parameters['length'] ? Parameters : Before<Required<Parameters>>;
type Before<Parameters extends readonly unknown[], Only = true> = Parameters extends readonly [
    infer First,
    ...infer Rest
] ? IsRunOptions<First> extends true ? [] : [Rest['length'], Only] extends [0, false] ? [Exclude<First, undefined>] : [First, ...Before<Rest, false>] : [];
type IsRunOptions<Parameter> = 0 extends 1 & Parameter ? false : [Parameter] extends [RunOptions] ? true : [keyof NonNullable<Parameter>, 'signal'] extends ['signal', keyof NonNullable<Parameter>] ? [RunOptions] extends [Parameter] ? true : false : false;
/** The arguments of the calls of a shared function. */
type ArgumentsOf<Fn> = Fn extends (...args: infer Parameters) => unknown ? BeforeOptions<Parameters> : [];
/** Options of `coalesce`. */
interface CoalesceOptions<Args extends readonly unknown[]> {
    /**
     * Returns the key of a call. Calls with equal keys are identical; keys are compared as a `Map` compares them.
     * Default: calls with equal arguments are identical, and arguments must be primitive values, but no symbols.
     */
    readonly key?: ((...args: Args) => unknown) | undefined;
}
/** A function whose identical concurrent calls share one run. */
interface Coalesced<Args extends readonly unknown[], Value> {
    (...args: [...args: Args, options?: CallOptions]): Promise<Value>;
    /** Closes runs to later callers: all runs, or the run with these arguments. With the option `key`, that with this key. */
    forget(...key: Args | [key: unknown] | []): void;
    /** Counts the runs that have started and have not settled. */
    readonly inFlight: number;
}
/**
 * Returns a function that calls `fn` once for all identical calls that are made while the first one runs. All
 * callers get the same value. A caller may pass `{ signal }` as its last argument to leave. The run is aborted when
 * the last caller has left. An error reaches every caller of the run, and the next call starts a new run.
 *
 * `fn` gets its options after the arguments of the call. If it does not declare them, no caller may pass undefined or `{}`
 * as the last argument. To allow that, declare them: `(id: number, name: string | undefined, { signal })`. Give no parameter a
 * default value before them, because `fn.length` does not count such parameters. `fn` takes no list (`...ids`). Type
 * arguments are those of a call and its value: `coalesce<[id: string], User>(async (id) => …)`.
 *
 * Throws a `TypeError` for a wrong option. A call rejects with one when its `signal` is no signal, and when an argument
 * is not primitive and there is no `key`.
 *
 * @example
 * const read = coalesce((path: string, { signal }) => readFile(path, { signal }));
 * const bytes = await read('a.txt', { signal });
 */
declare function coalesce<Result, Fn extends (...args: never) => unknown, A = RunOptions, B = RunOptions, C = RunOptions, D = RunOptions>(fn: ((a: A, b: B, c: C, d: D, ...options: RunOptions[]) => Result) & Fn, options?: CoalesceOptions<ArgumentsOf<Fn>>): Coalesced<ArgumentsOf<Fn>, Awaited<Result>>;
declare function coalesce<Args extends readonly unknown[], Result>(fn: (...args: [...args: Args, options: RunOptions]) => Result | PromiseLike<Result>, options?: CoalesceOptions<Args>): Coalesced<Args, Awaited<Result>>;

/** One caller of a flight. */
declare class Subscriber<Key, Value, Started extends Work<Value> = Work<Value>> {
    #private;
    /** The leader launched the flight, a follower joined it later. They are equals after the launch. */
    readonly role: 'leader' | 'follower';
    /** Settles as the flight does. With a signal it is the subscriber's own promise, and an abort rejects it at once. */
    readonly result: Promise<Value>;
    /**
     * Called with the signal's reason when an abort makes this subscriber leave. By default it rejects `result`, and
     * the subscriber stops listening when `result` has settled. Code that replaces it must call `release()`. Browsers
     * report an error that it throws; Node does not.
     */
    onAbort: ((reason: unknown) => void) | undefined;
    get flight(): Flight<Key, Value, Started>;
    /** True once this subscriber has left. */
    get left(): boolean;
    /** Adds another subscriber with the same signal, even when the flight is closed to callers. */
    fork(): Subscriber<Key, Value, Started>;
    /** Leaves the flight, once. The last subscriber to leave aborts the work, unless the flight has ended. */
    leave(reason?: unknown): void;
    /** Leaves because the signal has aborted. */
    abort(reason: unknown): void;
    /** Stops listening to the signal, because the subscriber has what it needs. */
    release(): void;
}

/** Options of `join`. */
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
    /**
     * Joins the flight of the key, or launches it. Keys are compared as a `Map` compares them. Throws a `TypeError` when
     * `launch` is no function, or `signal` no signal.
     */
    join(key: Key, launch: Launch<Key, Value, Started>, options?: JoinOptions): Subscriber<Key, Value, Started>;
    /**
     * Closes current flights to later callers: all flights, or those that `matches`. Subscribers are not affected. The
     * next caller launches a new flight. Throws a `TypeError` when `matches` is no function.
     */
    forget(matches?: (key: Key, work: Started | undefined) => boolean): void;
}

export { Flights, coalesce };
export type { Flight, Launch, Subscriber, Work };
export type { BeforeOptions, CallOptions, CoalesceOptions, Coalesced, JoinOptions, PlatformSignal, RunOptions, Signal };
