import { Preloader, Kind, ImageSource, LoadOptions, Group } from './shared/preloader.js';
export type { Attributes, ForgetTarget, ImageDetail, ImageOutcome, ImageRequest, LaneWork, PreloaderEvent, PreloaderStats, Progress, SentRequest, StartOptions } from './shared/preloader.js';
import './shared/flight.js';

/** A source that knows whether the page waits for something, such as a wrapped fetch. */
interface Busy {
    /** Returns how much is in flight now. */
    stats(): {
        readonly inFlight: number;
    };
    /** The types are `launch`, `bypass` and `settle`. The detail's `id` identifies a call. */
    addEventListener(type: string, listener: (event: Event) => void): void;
    removeEventListener(type: string, listener: (event: Event) => void): void;
    /** Called with the preloader that will listen, whose own requests must not count. */
    exclude?(images: EventTarget): void;
    /** A preloader is refused: its preloads would hold those of another one. */
    readonly preload?: undefined;
}

/** Options of `createPreloader`. */
interface PreloaderOptions {
    /** Other sources that load in the foreground, such as the wrapped fetch. While one of them loads, preloads wait. */
    readonly busy?: Busy | readonly Busy[] | undefined;
    /** How many images preload at a time. Default 1. */
    readonly lanes?: number | undefined;
    /** How many images of one origin preload at a time. Default: as many as there are lanes. */
    readonly lanesPerOrigin?: number | undefined;
    /**
     * What preloads do when the user saves data or the connection is slow: they wait for its end (`'wait'`, default), end as
     * aborted (`'skip'`), or load (`'go'`).
     */
    readonly slow?: 'wait' | 'skip' | 'go' | undefined;
    /** Milliseconds after which preloads no longer wait for an idle moment of the page. Default 5000. */
    readonly idleTimeout?: number | undefined;
    /**
     * Milliseconds after which a call of `busy` no longer holds preloads. After the same time without any preload, one
     * preload starts, whatever else is under way. Default 10,000.
     */
    readonly busyTimeout?: number | undefined;
    /** Milliseconds that one image may take, from its start. Default 60,000. */
    readonly loadTimeout?: number | undefined;
    /** How many preloaded images are held for callers. Default 100. */
    readonly maxHeld?: number | undefined;
    /** How many bytes these images may take, decoded. Default 256 MiB. */
    readonly maxHeldBytes?: number | undefined;
}

/**
 * Makes a queue for the images of a page. Images preload one at a time, and preloads step aside for images that are
 * wanted now. A page needs one preloader. Throws a `TypeError` or a `RangeError` for a wrong option.
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
     * The function that is called. It is part of the identity of an image: one user's `fetch` never gets another user's
     * image. Default: the global `fetch`, looked up at each call. A wrapped fetch may also be the `busy` one.
     */
    readonly fetch?: ((...args: Parameters<typeof globalThis.fetch>) => Promise<Response>) | undefined;
    /**
     * The number of retries after a network error, a 429 or a 5xx. A retry waits as long as `Retry-After` says, if that
     * is at most a minute. Without that header it waits one second, then two, four, and so on up to a minute. Default 0.
     */
    readonly retries?: number | undefined;
}
/**
 * Returns the kind for images as blobs: `images.load({ src: '1.jpg', as: asBlob() })`. An image with a `srcset`
 * rejects, because only an element can choose from it. Throws a `TypeError` or `RangeError` for a wrong option.
 */
declare function asBlob(options?: FetchedOptions): Kind<Blob>;
/**
 * Returns the kind for images as bitmaps. It takes the options of `createImageBitmap`, too. Each caller gets its own
 * bitmap, and closes it. Throws a `TypeError` or `RangeError` for a wrong option. The browser checks those of
 * `createImageBitmap`: with a wrong one, the load rejects.
 */
declare function asBitmap(options?: FetchedOptions & ImageBitmapOptions): Kind<ImageBitmap>;

/** Options of `pageActivity`. */
interface PageActivityOptions {
    /** Milliseconds without a resource after which the page counts as quiet. Default 500. */
    readonly quietDelay?: number | undefined;
}
/**
 * Returns a source that makes a preloader wait for everything that the page loads:
 * `createPreloader({ busy: [fetch, pageActivity()] })`. The preloader's own images do not count.
 */
declare function pageActivity(options?: PageActivityOptions): Busy;

/**
 * Preloads images of the page, one after another when the page is not busy, with the page's own preloader. Throws a
 * `TypeError` or `RangeError` for a wrong source; then it loads none of them.
 *
 * @example
 * const { failed } = await preload('1.jpg', '2.jpg').done;
 */
declare function preload<Result = HTMLImageElement>(...sources: ImageSource<Result>[]): Group<Result>;
/**
 * Loads an image now, with the page's own preloader. Its preloads step aside. Resolves with a decoded element that
 * belongs to the caller. Rejects when the image cannot be loaded, and with the signal's reason when the signal aborts.
 * Rejects with a `NotSupportedError` where there is no document, and with a `TypeError` or `RangeError` for a wrong
 * argument.
 *
 * @example
 * document.body.append(await load('1.jpg'));
 */
declare function load<Result = HTMLImageElement>(source: ImageSource<Result>, options?: LoadOptions): Promise<Result>;

/** Options of `watchImages`. */
interface WatchOptions {
    /** The preloader whose queue is used. Default: that of `preload`. */
    readonly images?: Preloader | undefined;
}
/**
 * Loads the elements `<img data-src>` below a node through a queue, those in view first. It follows elements that are
 * added, changed, removed or scrolled into view. It takes `data-srcset`, too, also of the `<source>` elements of a
 * `<picture>`. `sizes`, `crossorigin` and `referrerpolicy` are the element's own.
 *
 * An element that cannot be loaded keeps its attributes and gets an `error` event. When preloads wait or are skipped
 * because the connection is slow, elements in view are still loaded. `clear` and `replace` of the preloader do not
 * affect these images. It ends with its document. Without a document and its observers it does nothing.
 *
 * @param root the node to watch. Default: the document. The document of a frame and a shadow root each need their own
 *   call.
 * @returns a function that ends it: aborts images that have not loaded, and removes all observers
 *
 * @example
 * const stop = watchImages();
 */
declare function watchImages(root?: (Node & ParentNode) | undefined, options?: WatchOptions): () => void;

export { asBitmap, asBlob, createPreloader, load, pageActivity, preload, watchImages };
export type { Group, ImageSource, Kind, LoadOptions, Preloader };
export type { Busy, FetchedOptions, PageActivityOptions, PreloaderOptions, WatchOptions };
