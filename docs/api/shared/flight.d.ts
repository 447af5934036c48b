/** Work that has started: its result, and how to abort it. */
export interface Work<Value> {
    /** The result that every subscriber gets. */
    readonly result: PromiseLike<Value>;
    /**
     * Aborts the work. Called at most once, after the last subscriber has left. Browsers report an error that it throws;
     * Node does not.
     */
    readonly abort?: ((reason?: unknown) => void) | undefined;
}
/** Starts the work of a key. An error that it throws rejects the flight. It may keep the flight to steer it. */
export type Launch<Key, Value, Started extends Work<Value> = Work<Value>> = (key: Key, flight: Flight<Key, Value, Started>) => Started | PromiseLike<Value>;
/** One run of shared work, from launch to settling. */
export interface Flight<Key, Value, Started extends Work<Value> = Work<Value>> {
    readonly key: Key;
    /** Settles as the work does. Rejects when the last subscriber has left. */
    readonly result: Promise<Value>;
    /** The work that the launch returned. Undefined during the launch, and when the launch threw. */
    readonly work: Started | undefined;
    /** True while callers can join. */
    readonly joinable: boolean;
    /** Counts the subscribers that have not left. */
    readonly subscribers: number;
    /** Stops accepting callers. Subscribers are not affected. */
    close(): void;
    /** Keeps the flight in flight and joinable after its result, until `end()`. */
    extend(): void;
    /** Ends the flight: callers can no longer join it, and it has nothing left to abort. */
    end(): void;
}

export {};
