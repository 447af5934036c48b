import { P as Preloader, K as Kind, I as ImageSource, L as LoadOptions, G as Group } from './shared/preloader.js';
export type { A as Attributes, F as ForgetTarget, b as ImageDetail, c as ImageOutcome, d as ImageRequest, e as PreloaderEvent, f as PreloaderStats, a as Progress, S as SentRequest } from './shared/preloader.js';
import './shared/flight.js';

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
export type { Group, ImageSource, Kind, LoadOptions, Preloader };
export type { Busy, FetchedOptions, PageActivityOptions, PreloaderOptions, WatchOptions };
