import type { Work } from './index.js';

/** Somebody who can tell that the page is waiting for something. A wrapped fetch is one. */
interface Busy {
    /** How much is in flight now. */
    stats(): {
        readonly inFlight: number;
    };
    /** The types are `launch`, `bypass` and `settle`. The detail's `id` and `url` tell calls apart. */
    addEventListener(type: string, listener: (event: Event) => void): void;
    removeEventListener(type: string, listener: (event: Event) => void): void;
    /** Told of the preloader that is about to listen. */
    heed?(images: EventTarget): void;
}

/** What `createPreloader` takes. */
interface PreloaderOptions {
    /** Who else loads in the foreground, the wrapped fetch above all: while any of them does, preloads wait. */
    busy?: Busy | readonly Busy[];
    /** How many images preload at a time. By default 1. */
    lanes?: number;
    /** How many of them may come from one origin. By default as many as there are lanes. */
    lanesPerOrigin?: number;
    /** What preloads do where the user saves data or the connection is slow. By default they wait. */
    slow?: 'wait' | 'skip' | 'go';
    /** Milliseconds after which preloads wait for an idle moment of the page no longer. By default 5000. */
    idleTimeout?: number;
    /** Milliseconds after which one preload goes through although `busy` is. By default 10000. */
    patience?: number;
    /** Milliseconds that one image may take from its start. By default 60000. */
    timeout?: number;
    /** How many preloaded images are held until they are shown. By default 100. */
    maxHeld?: number;
    /** How many bytes these may take, decoded. By default 256 MiB. */
    maxHeldBytes?: number;
}

/** Work in a lane. It may free its lane before its result is there: an image that has arrived and is being decoded. */
interface LaneWork<Value> extends Work<Value> {
    /** Settles when the lane is free. Default: the lane is free when the result is there. */
    readonly freed?: PromiseLike<unknown> | undefined;
}

/** The properties of an `<img>` that loads the image; what was not given is not there. */
interface Attributes {
    readonly crossOrigin?: string;
    readonly referrerPolicy?: string;
    readonly sizes?: string;
    readonly srcset?: string;
    /** Absolute. */
    readonly src: string;
}
/** What an image becomes: how it is loaded, and what must be known about the result. */
interface Kind<Result> {
    /** Part of the identity of an image: requests that differ in it do not share a load. */
    readonly name: string;
    /** Starts loading; `urgent` at high network priority, else at low. */
    load(attributes: Attributes, urgent: boolean): LaneWork<Result>;
    /** One of its own for each further caller of the same load. */
    copy(result: Result): Result | PromiseLike<Result>;
    /** Bytes that the result takes in memory. */
    memory(result: Result): number;
    /** Bytes that came over the network; undefined or 0 where they cannot be known. */
    bytes(result: Result): number | undefined;
    /** Gives the memory of a result back that nobody was handed. */
    release?(result: Result): void;
    /** Resolves when it is time to try again after this failure, of so many; undefined lets it stand. */
    again?(error: unknown, failures: number): PromiseLike<unknown> | undefined;
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
    /** What becomes of it: by default an element. */
    readonly as?: Kind<Result> | undefined;
    /** Larger goes first in the queue. Not part of the identity. By default 0. */
    readonly priority?: number | undefined;
}

/** How a load ended: `cancelled` where everybody who wanted it had left. */
type Outcome = 'done' | 'failed' | 'cancelled';
/** What the events tell. */
interface ImageDetail {
    /** Absolute address of the image. */
    readonly url: string;
    /** From what the browser chooses, with `launch` alone. */
    readonly srcset?: string | undefined;
    /** Wanted now: with `launch` alone. */
    readonly urgent?: boolean;
    /** How it ended: with `settle` alone. */
    readonly outcome?: Outcome;
    /** Why it failed. */
    readonly error?: unknown;
}

/** How far a group is, in images. */
interface Progress extends Readonly<Record<Outcome, number>> {
    readonly total: number;
    /** Neither done nor failed nor cancelled. */
    readonly left: number;
    /** Bytes that came over the network for those done, as far as the browser tells. */
    readonly bytes: number;
}
/**
 * Images being preloaded. Iterating hands them over in the order of the list, each when it is there, without those
 * that failed or were cancelled. A `progress` event tells of each that is done, failed or cancelled.
 */
interface Group<Result = HTMLImageElement> extends EventTarget, AsyncIterable<Result> {
    /** Resolves when nothing is left; never rejects. */
    readonly done: Promise<Progress>;
    /** How far it is now. */
    readonly progress: Progress;
    /** Gives up what has not come yet: all of it, or these images. What somebody else wants too goes on for them. */
    cancel(...sources: ImageSource<Result>[]): void;
    /** Larger goes first in the queue, from now on. */
    prioritize(priority: number): void;
}

/** How to load. */
interface LoadOptions {
    /** Its abort rejects the load with its reason. The request goes on for others who want the image. */
    readonly signal?: AbortSignal | undefined;
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
/** `launch`: a request goes out, again where one had stepped aside; `settle`: an image is done, failed or cancelled. */
type PreloaderEvent = 'launch' | 'settle';
/** A queue for the images of a page. */
interface Preloader {
    /**
     * Loads these images one after another, when there is nothing better to do, and holds each until it is asked for.
     * Throws a `TypeError` for what is no address; then none of them is loaded.
     */
    preload<Result = HTMLImageElement>(...sources: ImageSource<Result>[]): Group<Result>;
    /** Preloads these and drops what waited so far; what is loading just now goes on. */
    replace<Result = HTMLImageElement>(sources: Iterable<ImageSource<Result>>): Group<Result>;
    /**
     * Loads an image now, beside and before all that is preloaded. Resolves with an element of the caller's own,
     * decoded. Rejects when it cannot be loaded, and with the reason of the signal.
     */
    load<Result = HTMLImageElement>(source: ImageSource<Result>, options?: LoadOptions): Promise<Result>;
    /** Starts no more preloads. What is loading goes on, and so does `load`. */
    pause(): void;
    resume(): void;
    /** Gives up all preloads, also those in flight, and lets go of what is held. */
    clear(): void;
    /** Gives up everything for good: what is loading rejects, and so does `load` from now on. */
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
    /** What to call; by default the global `fetch`, looked up at each call. A wrapped one may be `busy` as well. */
    readonly fetch?: typeof globalThis.fetch | undefined;
    /**
     * How many more times an image is tried after a network error, a 429 or a 5xx: after what `Retry-After` says, if
     * that is at most a minute, or else after a second, two, four. By default 0.
     */
    readonly retries?: number | undefined;
}
/**
 * Images as blobs: `images.load({ src: '1.jpg', as: asBlob() })`. The address is all that counts: a `srcset` rejects,
 * because only an element can choose from it.
 */
declare function asBlob(options?: FetchedOptions): Kind<Blob>;
/** Images as bitmaps, with the options of `createImageBitmap`. Each caller has a bitmap to close. */
declare function asBitmap(options?: FetchedOptions & ImageBitmapOptions): Kind<ImageBitmap>;

/** How `pageActivity` judges. */
interface PageActivityOptions {
    /** Milliseconds without a resource after which the page counts as quiet. By default 500. */
    readonly quiet?: number | undefined;
}
/**
 * Makes a preloader yield to everything that the page loads: `createPreloader({ busy: [fetch, pageActivity()] })`.
 * It watches while somebody listens to it. The preloader's own images do not count.
 */
declare function pageActivity({ quiet }?: PageActivityOptions): Busy;

/** Preloads images of the page, one after another, with the page's own preloader. */
declare function preload<Result = HTMLImageElement>(...sources: ImageSource<Result>[]): Group<Result>;
/** Loads an image now, with the page's own preloader: what `preload` was asked for steps aside. */
declare function load<Result = HTMLImageElement>(source: ImageSource<Result>, options?: LoadOptions): Promise<Result>;

/** How `watchImages` loads. */
interface WatchOptions {
    /** Whose queue the images go through: by default that of `preload`. */
    readonly images?: Preloader | undefined;
}
/**
 * Loads the elements `<img data-src>` below a node through a queue, those in view first; also those that are added or
 * changed later. `data-srcset` goes along; `sizes`, `crossorigin` and `referrerpolicy` are the element's own. An
 * element that cannot be loaded keeps its attributes and gets an `error` event. One that is taken out of the page
 * leaves the queue. Where preloads wait or are skipped because the connection is slow, those in view are loaded all
 * the same. `clear` and `replace` of the queue do not concern them.
 *
 * @returns what ends it: gives up what has not come, and leaves no observer behind
 *
 * @example
 * const stop = watchImages();
 */
declare function watchImages(root?: Node & ParentNode, options?: WatchOptions): () => void;

export { asBitmap, asBlob, createPreloader, load, pageActivity, preload, watchImages };
export type { Attributes, Busy, FetchedOptions, Group, ImageDetail, ImageRequest, ImageSource, Kind, LoadOptions, Outcome, PageActivityOptions, Preloader, PreloaderEvent, PreloaderOptions, PreloaderStats, Progress, WatchOptions };
