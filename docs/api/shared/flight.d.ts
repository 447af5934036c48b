/** Work under way: what it comes to, and how to call it off. */
interface Work<Value> {
    /** What everybody aboard is handed. */
    readonly result: PromiseLike<Value>;
    /** Calls the work off: at most once, when the last subscriber has left, and never after the end. */
    abort(reason?: unknown): void;
}
/** Starts the work of a key. It may keep the flight to steer it; a throw is a rejection for everybody aboard. */
type Launch<Value, Job extends Work<Value> = Work<Value>, Key = unknown> = (flight: Flight<Value, Job>, key: Key) => Job;
/** One run of shared work, from launch to settling. */
declare class Flight<Value, Job extends Work<Value> = Work<Value>> {
    #private;
    /** What the launch returned; undefined until then, and where it threw. */
    work: Job | undefined;
    /** Settles as the work does, and rejects when everybody has left, so that no promise is left hanging. */
    readonly result: Promise<Value>;
    constructor(table: Map<unknown, Flight<Value, Job>>, key: unknown, launch: Launch<Value, Job, never>);
    /** Takes a seat, also where newcomers are no longer welcome: one who is aboard may bring a second. */
    board(role: Seat<Value>['role']): Seat<Value, Job>;
    /** Gives one seat up. Seats see to it that each does so once. */
    leave(reason: unknown): void;
    /** How many seats are taken. */
    get aboard(): number;
    /** Newcomers are welcome. */
    get open(): boolean;
    /** Welcomes nobody new; goes on for those who are aboard. */
    close(): void;
    /** Stays in flight, and open, after its result is there: until `end()`. */
    stay(): void;
    /** Is over: nobody joins any more, and there is nothing left to call off. */
    end(): void;
}
/** One caller's place aboard. */
declare class Seat<Value, Job extends Work<Value> = Work<Value>> {
    #private;
    /** Whoever launched leads, whoever came later follows; once launched they are equals. */
    readonly role: 'leader' | 'follower';
    readonly flight: Flight<Value, Job>;
    constructor(flight: Flight<Value, Job>, role: 'leader' | 'follower');
    /** The place is taken: not given up. */
    get aboard(): boolean;
    /** What the flight comes to: one promise for all aboard. */
    get result(): Promise<Value>;
    /** Gives the place up; again, or after the end, it does nothing. The last one out calls the work off. */
    leave(reason?: unknown): void;
}

export { Flight as F, Seat as S };
export type { Launch as L, Work as W };
