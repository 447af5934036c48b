import { W as Work } from './flight.js';

/** Work in a lane. It may free its lane before its result is there: an image that has arrived and is being decoded. */
interface LaneWork<Value> extends Work<Value> {
    /** Settles when the lane is free. Default: the lane is free when the result is there. */
    readonly freed?: PromiseLike<unknown> | undefined;
}

/** The properties of an `<img>` that loads the image. What was not given is not there. */
interface Attributes {
    readonly crossOrigin?: string;
    readonly referrerPolicy?: string;
    readonly sizes?: string;
    readonly srcset?: string;
    /** Absolute. */
    readonly src: string;
}
/** A request as the network sees it: the members have the names that they have in a `Request`. */
interface SentRequest {
    /** Absolute. With a `srcset`, the browser may have chosen another candidate. */
    readonly url: string;
    readonly destination: 'image' | '';
    readonly mode: RequestMode;
    readonly credentials: RequestCredentials;
    /** Empty for the policy of the page. */
    readonly referrerPolicy: ReferrerPolicy;
    /** The headers that the page has set. */
    readonly headers: Iterable<readonly [name: string, value: string]>;
}
/** What an image becomes: how it is loaded, and what must be known about the result. */
interface Kind<Result> {
    /** Part of the identity of an image: two kinds with one name share their images. */
    readonly name: string;
    /** Starts the request: with high network priority when the image is urgent, else with low priority. */
    load(attributes: Attributes, urgent: boolean): LaneWork<Result>;
    /** Returns the request that `load` sends; undefined when that is unknown. */
    request?(attributes: Attributes): SentRequest | undefined;
    /** Returns a copy for a further caller. Default: all callers share the result. */
    copy?(result: Result): Result | PromiseLike<Result>;
    /** Returns the bytes that the result takes in memory. Default 0. */
    memoryBytes?(result: Result): number;
    /** Returns the bytes that came over the network; undefined or 0 when they are unknown. */
    networkBytes?(result: Result): number | undefined;
    /** Frees the memory of a result that nobody got. */
    release?(result: Result): void;
    /** Returns what to wait for before a retry after this failure, the nth; undefined for no retry. */
    retry?(error: unknown, failures: number): PromiseLike<unknown> | undefined;
}

/** How an image ended: `aborted` when everybody who wanted it had left. */
type ImageOutcome = 'done' | 'failed' | 'aborted';
/**
 * `launch`: a request goes out, once more after stepping aside or before a retry. `leave`: the preloader has
 * given up a request that was under way. The browser ends it unless others in the page show the image, too. `settle`: an image is done, has failed or was aborted.
 */
type PreloaderEvent = 'launch' | 'leave' | 'settle';
/** What the events tell. */
interface ImageDetail {
    /** The number of the request, unique in the page. Undefined for an image that was never asked for. */
    readonly id: number | undefined;
    /** Absolute address of the image. */
    readonly url: string;
    /** The candidates that the browser chooses from. Not with `settle`. */
    readonly srcset?: string | undefined;
    /** The request, named exactly. Undefined for a `fetch` of the caller, which may send what it likes. Not with `settle`. */
    readonly request?: SentRequest | undefined;
    /** True for an image that a caller wants now. With `launch` alone. */
    readonly urgent?: boolean;
    /** How it ended. With `settle` alone. */
    readonly outcome?: ImageOutcome;
    /** Why it failed or was aborted. With `settle` alone. */
    readonly error?: unknown;
}

/** An image to load: its address, or its address with what else decides which bytes come. */
type ImageSource<Result = HTMLImageElement> = string | URL | ImageRequest<Result>;
/** The parts of an image request. They have the names and the meaning of the properties of `<img>`. */
interface ImageRequest<Result = HTMLImageElement> {
    /** Relative to the document. */
    readonly src: string | URL;
    readonly srcset?: string | undefined;
    readonly sizes?: string | undefined;
    readonly crossOrigin?: string | null | undefined;
    readonly referrerPolicy?: string | undefined;
    /** What the image becomes. Default: an element. */
    readonly as?: Kind<Result> | undefined;
    /** Larger goes first in the queue. Not part of the identity. Default 0. */
    readonly priority?: number | undefined;
}

/** How far a group is, in images. */
interface Progress extends Readonly<Record<ImageOutcome, number>> {
    readonly total: number;
    /** Neither done nor failed nor aborted. */
    readonly left: number;
    /** Bytes that came over the network for those done, as far as the browser tells. */
    readonly bytes: number;
}
/**
 * Images that are being preloaded. Iterating hands them over in the order of the list, each when it is there, without
 * those that failed or were aborted. The event `progress` tells of each that is done, has failed or was aborted.
 */
interface Group<Result = HTMLImageElement> extends EventTarget, AsyncIterable<Result> {
    /** Resolves when nothing is left. Never rejects. */
    readonly done: Promise<Progress>;
    /** How far the group is now. */
    readonly progress: Progress;
    /** Gives up what has not come yet: everything, or these images. Others who want an image still get it. */
    cancel(...sources: ImageSource<Result>[]): void;
    /** Sets the priority of all its images that wait in the queue. Larger goes first. */
    prioritize(priority: number): void;
}

/** How to load. */
interface LoadOptions {
    /** Rejects the load with its reason when it aborts. The request goes on for others who want the image. */
    readonly signal?: AbortSignal | null | undefined;
}
/** What to forget: the images of an address, or those that a function picks. */
type ForgetTarget = string | URL | Request | ((image: {
    readonly url: string;
}) => boolean);
/** Counts of this moment. */
interface PreloaderStats {
    /** Requests under way, of preloads and of loads. */
    readonly inFlight: number;
    /** Images that wait in the queue. */
    readonly waiting: number;
    /** Images that were loaded and not handed to anybody yet. */
    readonly held: number;
    /** The memory that these take, decoded. */
    readonly heldBytes: number;
}
/** A queue for the images of a page. */
interface Preloader {
    /**
     * Loads these images one after another when the page is not busy, and holds each until somebody asks for it. Throws a
     * `TypeError` or `RangeError` for a wrong source; then none of them is loaded.
     */
    preload<Result = HTMLImageElement>(...sources: ImageSource<Result>[]): Group<Result>;
    /** Preloads these images and drops what waited so far. What is loading goes on. */
    replace<Result = HTMLImageElement>(sources: Iterable<ImageSource<Result>>): Group<Result>;
    /**
     * Loads an image now, beside and before all that is preloaded. Resolves with a decoded element of the caller's own.
     * Rejects when the image cannot be loaded, and with the reason of the signal. Rejects with a `NotSupportedError`
     * where there is no document, and with an `AbortError` after `destroy()`.
     */
    load<Result = HTMLImageElement>(source: ImageSource<Result>, options?: LoadOptions): Promise<Result>;
    /** Starts no more preloads. What is loading goes on, and so does `load`. */
    pause(): void;
    /** Starts preloads again. */
    resume(): void;
    /**
     * Gives up everything that was preloaded so far: what waits, what is loading, and what is held. Call it when a user
     * logs out. Loads go on.
     */
    clear(): void;
    /**
     * Lets no newcomer have what is in flight or held now: everything, or what `target` names. Callers that wait get
     * their images; the next one sends a request.
     */
    forget(target?: ForgetTarget): void;
    /** Gives up everything for good, loads too: they reject with an `AbortError`. */
    destroy(): void;
    stats(): PreloaderStats;
    addEventListener(type: PreloaderEvent, listener: (event: CustomEvent<ImageDetail>) => void, options?: AddEventListenerOptions | boolean): void;
    removeEventListener(type: PreloaderEvent, listener: (event: CustomEvent<ImageDetail>) => void, options?: EventListenerOptions | boolean): void;
}

export type { Attributes as A, ForgetTarget as F, Group as G, ImageSource as I, Kind as K, LoadOptions as L, Preloader as P, SentRequest as S, Progress as a, ImageDetail as b, ImageOutcome as c, ImageRequest as d, PreloaderEvent as e, PreloaderStats as f };
