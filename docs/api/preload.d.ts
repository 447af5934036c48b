import type { Work } from './flights.js';

/** Somebody who can tell that the page waits for something. A wrapped fetch is one. */
interface Busy {
    /** Counts what is in flight now. */
    stats(): {
        readonly inFlight: number;
    };
    /** The types are `launch`, `bypass` and `settle`. The detail's `id` tells calls apart. */
    addEventListener(type: string, listener: (event: Event) => void): void;
    removeEventListener(type: string, listener: (event: Event) => void): void;
    /** Called with the preloader that is about to listen: its own requests are not to count. */
    exclude?(images: EventTarget): void;
}

/** What `createPreloader` takes. */
interface PreloaderOptions {
    /** Who else loads in the foreground, above all the wrapped fetch: while any of them does, preloads wait. */
    readonly busy?: Busy | readonly Busy[] | undefined;
    /** How many images preload at a time. Default 1. */
    readonly lanes?: number | undefined;
    /** How many of them may come from one origin. Default: as many as there are lanes. */
    readonly lanesPerOrigin?: number | undefined;
    /** What preloads do when the user saves data or the connection is slow. Default: they wait. */
    readonly slow?: 'wait' | 'skip' | 'go' | undefined;
    /** Milliseconds after which preloads no longer wait for an idle moment of the page. Default 5000. */
    readonly idleTimeout?: number | undefined;
    /**
     * Milliseconds after which a call of `busy` no longer holds preloads, and after which one preload goes through
     * whatever else is under way. Default 10,000.
     */
    readonly busyTimeout?: number | undefined;
    /** Milliseconds that one image may take from its start. Default 60,000. */
    readonly loadTimeout?: number | undefined;
    /** How many preloaded images are held until they are shown. Default 100. */
    readonly maxHeld?: number | undefined;
    /** How many bytes these may take, decoded. Default 256 MiB. */
    readonly maxHeldBytes?: number | undefined;
}

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

/** How images are fetched. */
interface FetchedOptions {
    /**
     * What to call. Part of the identity of an image: one user's `fetch` does not get another user's image. Default:
     * the global `fetch`, looked up at each call. A wrapped one may be `busy` as well.
     */
    readonly fetch?: typeof globalThis.fetch | undefined;
    /**
     * How many more times an image is tried after a network error, a 429 or a 5xx: after what `Retry-After` says, if
     * that is at most a minute, or else after one second, two, four. Default 0.
     */
    readonly retries?: number | undefined;
}
/**
 * Images as blobs: `images.load({ src: '1.jpg', as: asBlob() })`. A `srcset` rejects, because only an element can
 * choose from it. Throws a `TypeError` or `RangeError` for a wrong option.
 */
declare function asBlob(options?: FetchedOptions): Kind<Blob>;
/**
 * Images as bitmaps, with the options of `createImageBitmap`. Each caller gets a bitmap to close. Throws a `TypeError`
 * or `RangeError` for a wrong option.
 */
declare function asBitmap(options?: FetchedOptions & ImageBitmapOptions): Kind<ImageBitmap>;

/** How `pageActivity` judges. */
interface PageActivityOptions {
    /** Milliseconds without a resource after which the page counts as quiet. Default 500. */
    readonly quietDelay?: number | undefined;
}
/**
 * Makes a preloader wait for everything that the page loads: `createPreloader({ busy: [fetch, pageActivity()] })`. It
 * watches while somebody listens to it. The preloader's own images do not count.
 */
declare function pageActivity(options?: PageActivityOptions): Busy;

/** Preloads images of the page, one after another, with the page's own preloader. */
declare function preload<Result = HTMLImageElement>(...sources: ImageSource<Result>[]): Group<Result>;
/** Loads an image now, with the page's own preloader: what `preload` was asked for steps aside. */
declare function load<Result = HTMLImageElement>(source: ImageSource<Result>, options?: LoadOptions): Promise<Result>;

/** How `watchImages` loads. */
interface WatchOptions {
    /** Whose queue the images go through. Default: the queue of `preload`. */
    readonly images?: Preloader | undefined;
}
/**
 * Loads the elements `<img data-src>` below a node through a queue, those in view first. It follows the page: elements
 * that are added, changed or removed, and what comes into view. `data-srcset` goes along, also that of the `<source>`
 * elements of a `<picture>`. `sizes`, `crossorigin` and `referrerpolicy` are the element's own.
 *
 * An element that cannot be loaded keeps its attributes and gets an `error` event. Where preloads wait or are skipped
 * because the connection is slow, elements in view are loaded all the same. `clear` and `replace` of the queue do not
 * concern these images. Without a document and its observers it does nothing.
 *
 * @param root what to watch. Default: the document. A document of a frame has to be watched by itself.
 * @returns a function that ends it: it gives up what has not come, and leaves no observer behind
 *
 * @example
 * const stop = watchImages();
 */
declare function watchImages(root?: (Node & ParentNode) | undefined, options?: WatchOptions): () => void;

export { asBitmap, asBlob, createPreloader, load, pageActivity, preload, watchImages };
export type { Attributes, Busy, FetchedOptions, ForgetTarget, Group, ImageDetail, ImageOutcome, ImageRequest, ImageSource, Kind, LoadOptions, PageActivityOptions, Preloader, PreloaderEvent, PreloaderOptions, PreloaderStats, Progress, SentRequest, WatchOptions };
