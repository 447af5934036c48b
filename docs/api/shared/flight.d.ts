/** Work that has started: what it settles to, and how to abort it. */
interface Work<Value> {
    /** What every subscriber gets. */
    readonly result: PromiseLike<Value>;
    /** Aborts the work. Called at most once, after the last subscriber has left, and never after the end. */
    readonly abort?: ((reason?: unknown) => void) | undefined;
}
/** Starts the work of a key. What it throws rejects the flight. It may keep the flight to steer it. */
type Launch<Key, Value, Started extends Work<Value> = Work<Value>> = (key: Key, flight: Flight<Key, Value, Started>) => Started | PromiseLike<Value>;
/** One run of shared work, from launch to settling. */
interface Flight<Key, Value, Started extends Work<Value> = Work<Value>> {
    readonly key: Key;
    /** Settles as the work does, and rejects when the last subscriber has left. */
    readonly result: Promise<Value>;
    /** What the launch returned. Undefined during the launch, and when the launch threw. */
    readonly work: Started | undefined;
    /** True while newcomers can join. */
    readonly joinable: boolean;
    /** Counts the subscribers that have not left. */
    readonly subscribers: number;
    /** Takes no newcomers from now on. Subscribers keep what they have. */
    close(): void;
    /** Keeps the flight in flight, and joinable, after its result: until `end()`. */
    extend(): void;
    /** Ends the flight: nobody can join it, and there is nothing left to abort. */
    end(): void;
}

export type { Flight as F, Launch as L, Work as W };
