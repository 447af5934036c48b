import { Work, Seat } from './index.js';

/** Somebody who can tell that the page is waiting for something. A wrapped fetch is one. */
interface Busy {
    /** How much is in flight now. */
    stats(): {
        readonly inFlight: number;
    };
    /** The types are `launch`, `bypass` and `settle`. The detail's `id` tells calls apart. */
    addEventListener(type: string, listener: (event: Event) => void): void;
    removeEventListener(type: string, listener: (event: Event) => void): void;
}

/** What `createPreloader` takes. */
interface PreloaderOptions {
    /** Who else loads in the foreground, the wrapped fetch above all: while any of them does, preloads wait. */
    busy?: Busy | readonly Busy[];
    /** How many images preload at a time. By default 1. */
    lanes?: number;
    /** How many of them may come from one origin. By default as many as there are lanes. */
    lanesPerOrigin?: number;
    /** What happens to preloads where the user saves data or the connection is slow. By default they wait. */
    slow?: 'wait' | 'skip' | 'go';
    /** Milliseconds after which an idle moment is waited for no longer; 0 starts at once. By default 2000. */
    idleTimeout?: number;
    /** Milliseconds that one image may take from its start; `Infinity` for ever. By default 60000. */
    timeout?: number;
    /** Milliseconds after which one foreground call of `busy` holds preloads back no longer. By default 10000. */
    patience?: number;
    /** How many more times an image is tried after a failure that may pass. By default 0. */
    retries?: number;
    /** How many preloaded images are held until they are shown. By default 100. */
    maxHeld?: number;
    /** How many bytes they may take, decoded. By default 256 MiB. */
    maxHeldBytes?: number;
}
type Settings = Required<Omit<PreloaderOptions, 'busy'>> & {
    readonly busy: readonly Busy[];
};

/** What the queue knows of those who wait. */
interface Contender {
    /** Larger goes first. */
    readonly priority: number;
    /** Counts arrivals: among equals the earlier goes first, also after stepping aside. */
    readonly order: number;
    /** Those of one group share the lanes that a group may have. */
    readonly group?: string | undefined;
    /** Somebody wants it now. */
    readonly urgent: boolean;
    /** Starts its work; `queue.free` says that the lane is free again. */
    run(): void;
    /** Aborts its work, to run again later. */
    stepAside(): void;
}
/** Decides who runs. */
declare class Queue {
    #private;
    /** So many lanes, of which one group may take so many. */
    constructor(lanes?: number, lanesPerGroup?: number);
    /** How many wait. */
    get waiting(): number;
    /** How many run, in lanes and beside them. */
    get running(): number;
    /** How many may run that nobody is in a hurry for. 0 holds what waits and lets what runs go on. */
    set lanes(lanes: number);
    /** Puts it where its priority and its arrival want it; it starts in a later turn. */
    wait(one: Contender): void;
    /** Takes it out of those who wait; false where it was not among them. */
    leave(one: Contender): boolean;
    /** Starts it now, lane or not. */
    start(one: Contender): void;
    /** It needs its lane no more. */
    free(one: Contender): void;
    /** Sends what runs in lanes back to wait. */
    makeWay(): void;
    /** Looks for work at the end of this turn. */
    tend(): void;
}

/** Work that may free its lane before its result is there: an image that has arrived and is being decoded. */
interface LaneWork<Value> extends Work<Value> {
    /** Settles when the lane is free; by default the lane is free when the result is there. */
    readonly freed?: PromiseLike<unknown> | undefined;
}
/** What waits for a lane. */
interface Task<Value> {
    /** Starts the work, and again after each stepping aside or failure. A throw is a rejection. */
    launch(urgent: boolean): LaneWork<Value>;
    /** Larger goes first; equal keeps the order of arrival. By default 0. */
    readonly priority?: number | undefined;
    /** Tasks of one group share the lanes that a group may have. */
    readonly group?: string | undefined;
    /** When to try again after this failure; undefined lets it stand. */
    again?(error: unknown): PromiseLike<unknown> | undefined;
}
/** A task's place in the queue: it waits for a lane from the moment it is made. */
declare class Place<Value = unknown> implements Work<Value>, Contender {
    #private;
    readonly result: Promise<Value>;
    readonly order: number;
    readonly group: string | undefined;
    constructor(queue: Queue, task: Task<Value>);
    /** Its work is under way. */
    get running(): boolean;
    get urgent(): boolean;
    get priority(): number;
    set priority(priority: number);
    /** Runs now, beside the lanes, whether it was waiting, resting after a failure, or running in a lane. */
    promote(): void;
    /** Takes one promotion back. When nobody is in a hurry any more, what runs takes up a lane. */
    demote(): void;
    /** Gives the place up, wherever it is. */
    abort(reason?: unknown): void;
    run(): void;
    stepAside(): void;
}

/** What an image becomes: how it is loaded, and what must be known about the result. */
interface Kind<Result> {
    /** Part of the identity of an image: equal names may share one load. */
    readonly name: string;
    /** Starts loading, `urgent` at high network priority, else at low. */
    load(wanted: Wanted<Result>, urgent: boolean): LaneWork<Result>;
    /** One of its own for each further caller of the same load. */
    copy(result: Result): Result | PromiseLike<Result>;
    /** Bytes that the result takes in memory, decoded. */
    memory(result: Result): number;
    /** Bytes that came over the network; undefined where they cannot be known. */
    transferred?(result: Result): number | undefined;
    /** Gives the memory back at once. */
    release?(result: Result): void;
}

/** An image to load: its address, or its address with what else decides which bytes come. */
type ImageSource<Result = HTMLImageElement> = string | URL | ImageRequest<Result>;
/** The parts of an image request. They have the names and the meaning of the attributes of `<img>`. */
interface ImageRequest<Result = HTMLImageElement> {
    /** Relative to the document. */
    readonly src: string | URL;
    readonly srcset?: string | undefined;
    readonly sizes?: string | undefined;
    readonly crossOrigin?: string | null | undefined;
    readonly referrerPolicy?: string | undefined;
    /** What becomes of it: an element, by default. */
    readonly as?: Kind<Result> | undefined;
    /** Larger goes first in the queue; not part of the identity. By default 0. */
    readonly priority?: number | undefined;
}
/** An image request with everything decided. */
interface Wanted<Result> {
    /** Equal for two requests exactly when one load serves both. */
    readonly key: string;
    /** Absolute. */
    readonly src: string;
    readonly srcset: string;
    readonly sizes: string;
    readonly crossOrigin: string | null;
    readonly referrerPolicy: string;
    readonly as: Kind<Result>;
    readonly priority: number;
}

/** What is loaded and waits to be shown: the oldest goes first when it gets too much. */
declare class Held {
    #private;
    constructor(most: number, mostBytes: number);
    get size(): number;
    /** Bytes in memory, decoded. */
    get bytes(): number;
    has(key: string): boolean;
    put<Result>(wanted: Wanted<Result>, result: Result): void;
    /** Hands it over: it is held no more. */
    take<Result>({ key }: Wanted<Result>): Result | undefined;
    clear(): void;
}

/** How a load ended: `cancelled` when everybody who wanted it had left. */
type Outcome = 'done' | 'failed' | 'cancelled';
/** How one image is loaded. */
interface Loading {
    launch(wanted: Wanted<unknown>, urgent: boolean): LaneWork<unknown>;
    again(error: unknown, failures: number): PromiseLike<unknown> | undefined;
    settled(wanted: Wanted<unknown>, outcome: Outcome, error?: unknown): void;
    readonly grouped: boolean;
}
declare class Loads {
    #private;
    readonly queue: Queue;
    readonly held: Held;
    constructor(queue: Queue, held: Held, loading: Loading);
    /** A seat aboard the flight of that image, which waits for a lane when nobody wanted it so far. */
    join<Result>(wanted: Wanted<Result>): Seat<Result, Place<Result>>;
    /** Hands the image over that is held. */
    take<Result>(wanted: Wanted<Result>): Result | undefined;
    /** What a flight came to, for one caller alone: the first gets the thing itself. */
    own<Result extends object>(wanted: Wanted<Result>, result: Result): Result | PromiseLike<Result>;
    /** Keeps the image until it is shown, unless somebody has it already. */
    hold<Result extends object>(wanted: Wanted<Result>, result: Result): void;
}

/** One image that a group wants: a seat aboard the flight that loads it. */
declare class Wish<Result extends object> {
    #private;
    /** How it ended; never rejects. */
    readonly outcome: Promise<Outcome>;
    /** Bytes that came over the network, where they are known. */
    bytes: number;
    /** Where the image is held there is nothing to do; `skip` makes do with that. */
    constructor(loads: Loads, wanted: Wanted<Result>, skip: boolean);
    /** It does not run just now. */
    get idle(): boolean;
    cancel(): void;
    prioritize(priority: number): void;
    /** Hands the image over; where it is held no more, it waits for its turn again. */
    take(): Promise<Result>;
}

/** How far a group is. */
interface Progress {
    readonly total: number;
    readonly done: number;
    readonly failed: number;
    /** Cancelled, or skipped on a slow connection. */
    readonly cancelled: number;
    /** None of these yet. */
    readonly left: number;
    /** Bytes that came over the network for those done, as far as the browser tells. */
    readonly bytes: number;
}
/**
 * A list of images being preloaded. Iterating it hands them over in the order of the list, each when it is there,
 * without those that failed or were cancelled. It fires `progress` when an image is done, failed or cancelled.
 */
declare class Group<Result extends object = HTMLImageElement> extends EventTarget implements AsyncIterable<Result> {
    #private;
    /** Resolves when nothing is left; never rejects. */
    readonly done: Promise<Progress>;
    /** Made by the preloader. */
    constructor(wishes: ReadonlyMap<string, Wish<Result>>, key: (source: ImageSource<Result>) => string);
    /** How far it is now. */
    get progress(): Progress;
    /**
     * Gives up what has not come yet: all of it, or these images. What somebody else wants too goes on for them.
     */
    cancel(...sources: ImageSource<Result>[]): void;
    /** Gives up what does not run just now. */
    cancelWaiting(): void;
    /** Larger goes first in the queue, from now on. */
    prioritize(priority: number): void;
    [Symbol.asyncIterator](): AsyncGenerator<Result, void>;
}

/** What the events tell. */
interface ImageDetail {
    /** Absolute address of the image. */
    readonly url: string;
    /** Milliseconds, as `performance.now()` counts them. */
    readonly time: number;
    /** Wanted now: with `launch` alone. */
    readonly urgent?: boolean;
    /** How it ended: with `settle` alone. */
    readonly outcome?: Outcome;
    /** Why it failed. */
    readonly error?: unknown;
}
/** Counts of this moment. */
interface PreloaderStats {
    /** Images that are loading, preloads and others. */
    readonly inFlight: number;
    readonly waiting: number;
    /** Loaded, and not handed to anybody yet. */
    readonly held: number;
    /** The memory that these take, decoded. */
    readonly heldBytes: number;
}
declare class Preloader extends EventTarget {
    #private;
    constructor(settings: Settings);
    preload<Result extends object = HTMLImageElement>(...sources: ImageSource<Result>[]): Group<Result>;
    load<Result extends object = HTMLImageElement>(source: ImageSource<Result>, { signal }?: {
        readonly signal?: AbortSignal | undefined;
    }): Promise<Result>;
    replace<Result extends object = HTMLImageElement>(...sources: ImageSource<Result>[]): Group<Result>;
    pause(): void;
    resume(): void;
    clear(): void;
    destroy(): void;
    stats(): PreloaderStats;
}

/**
 * Makes a queue for the images of a page: what is preloaded goes one at a time and steps aside for what is wanted
 * now. One is enough for a page. Throws a `TypeError` or a `RangeError` for an option that cannot be meant.
 *
 * @example
 * const images = createPreloader({ busy: fetch });
 * const gallery = images.preload('1.jpg', '2.jpg');
 * const image = await images.load('2.jpg');
 */
declare function createPreloader(options?: PreloaderOptions): Preloader;

export { createPreloader };
export type { Group, Preloader };
export type { Busy, ImageDetail, ImageRequest, ImageSource, Kind, Outcome, PreloaderOptions, PreloaderStats, Progress };
