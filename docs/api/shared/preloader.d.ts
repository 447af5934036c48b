import { Work } from './flight.js';

/** Work in a lane. It may free its lane before it has its result, as an image does that is being decoded. */
export interface LaneWork<Value> extends Work<Value> {
    /** Settles when the lane is free. Default: the lane is free when the result has settled. */
    readonly freed?: PromiseLike<unknown> | undefined;
}
/** How a job starts. */
export interface StartOptions {
    /** True while a caller wants the job to run now. */
    readonly urgent: boolean;
}

/** The properties of an `<img>` that loads the image. Properties that the caller did not give are missing. */
export interface Attributes {
    readonly crossOrigin?: string;
    readonly referrerPolicy?: string;
    readonly sizes?: string;
    readonly srcset?: string;
    /** Absolute. */
    readonly src: string;
}
/** A request as the network sees it. Its members have the names that they have in a `Request`. */
export interface SentRequest {
    /** Absolute. With a `srcset`, the browser may have chosen another candidate. */
    readonly url: string;
    readonly destination: 'image' | '';
    readonly mode: RequestMode;
    readonly credentials: RequestCredentials;
    /** Empty when the policy of the page applies. */
    readonly referrerPolicy: ReferrerPolicy;
    /** The headers that the page has set. */
    readonly headers: Iterable<readonly [name: string, value: string]>;
}
/** A kind of image: how it is loaded, and what the preloader must know about the result. */
export interface Kind<Result> {
    /** Part of the identity of an image: two kinds with one name share their images. */
    readonly name: string;
    /** Starts the request, with high network priority when the image is urgent, else with low priority. */
    load(attributes: Attributes, options: StartOptions): LaneWork<Result>;
    /** Returns the request that `load` sends; undefined when that is unknown. */
    request?(attributes: Attributes): SentRequest | undefined;
    /** Returns a copy for another caller. Default: all callers share the result. */
    copy?(result: Result): Result | PromiseLike<Result>;
    /** Returns the bytes that the result takes in memory. Default 0. */
    memoryBytes?(result: Result): number;
    /** Returns the bytes that came over the network; undefined or 0 when they are unknown. */
    networkBytes?(result: Result): number | undefined;
    /** Frees the memory of a result that no caller got. */
    release?(result: Result): void;
    /** Returns a promise to wait for before the next try, after so many failures; undefined for no retry. */
    retry?(error: unknown, failures: number): PromiseLike<unknown> | undefined;
}

/** How an image ended: `aborted` when every caller that wanted it has left. */
export type ImageOutcome = 'done' | 'failed' | 'aborted';
/**
 * `launch`: a request is sent, also after stepping aside and for a retry. `leave`: the preloader has aborted a request
 * that was under way. The browser ends it unless other elements of the page show the image, too. `settle`: an image is
 * done, has failed or was aborted. When a failure is retried, another `launch` follows.
 */
export type PreloaderEvent = 'launch' | 'leave' | 'settle';
/** The detail of an event. */
export interface ImageDetail {
    /** The number of the request, unique in the page. Undefined when none was sent, or the image waited for a retry. */
    readonly id: number | undefined;
    /** Absolute address of the image. */
    readonly url: string;
    /** The candidates that the browser chooses from. Not with `settle`. */
    readonly srcset?: string | undefined;
    /** The request, named exactly. Undefined for a caller's own `fetch`: it may send another one. Not with `settle`. */
    readonly request?: SentRequest | undefined;
    /** True for an image that a caller wants now. With `launch` alone. */
    readonly urgent?: boolean;
    /** How it ended. With `settle` alone. */
    readonly outcome?: ImageOutcome;
    /** Why it failed or was aborted. With `settle` alone. */
    readonly error?: unknown;
}

/** The images that `forget` forgets: those of an address, or those that a function picks. */
export type ForgetTarget = string | URL | Request | ((image: {
    readonly url: string;
}) => boolean);

/**
 * An image to load: its address, or an object with everything that decides which bytes come. Without `as`, callers get
 * an element.
 */
export type ImageSource<Result = HTMLImageElement> = (HTMLImageElement extends Result ? string | URL | ImageRequest<Result> : never) | (ImageRequest<Result> & {
    readonly as: Kind<Result>;
});
/** The parts of an image request. They have the names and the meaning of the properties of `<img>`. */
export interface ImageRequest<Result = HTMLImageElement> {
    /** Relative to the document. */
    readonly src: string | URL;
    /** Its addresses are relative to the document. */
    readonly srcset?: string | undefined;
    readonly sizes?: string | undefined;
    readonly crossOrigin?: string | null | undefined;
    readonly referrerPolicy?: string | undefined;
    /** The kind of image that callers get. Default: an element. */
    readonly as?: Kind<Result> | undefined;
    /** Larger goes first in the queue. It is not part of the identity. Default 0. */
    readonly priority?: number | undefined;
}

/** The progress of a group, in images. */
export interface Progress extends Readonly<Record<ImageOutcome, number>> {
    readonly total: number;
    /** Images that are neither done nor failed nor aborted. */
    readonly left: number;
    /** Bytes that came over the network for the images that are done, as far as the browser knows. */
    readonly bytes: number;
}
/**
 * Images that are being preloaded. Iterating yields them in the order of the list, each when it has loaded, without
 * those that fail or are aborted. A second loop rejects with a `TypeError` while the first one is under way.
 */
export interface Group<Result = HTMLImageElement> extends AsyncIterable<Result> {
    /** Resolves when nothing is left. Never rejects. */
    readonly done: Promise<Progress>;
    /** The progress now. */
    readonly progress: Progress;
    /** Aborts images that have not loaded: all of them, or these. Other callers that want an image still get it. */
    cancel(...sources: ImageSource<Result>[]): void;
    /** Sets the priority of all images of the group that wait in the queue. Larger goes first. */
    prioritize(priority: number): void;
    /** `progress` is fired when an image is done, has failed or was aborted. */
    addEventListener(type: 'progress', listener: (event: Event) => void, options?: AddEventListenerOptions | boolean): void;
    removeEventListener(type: 'progress', listener: (event: Event) => void, options?: EventListenerOptions | boolean): void;
}

/** Options of `load`. */
export interface LoadOptions {
    /** Rejects the load with its reason when it aborts. The request goes on for other callers that want the image. */
    readonly signal?: AbortSignal | null | undefined;
}
/** The counters at this moment. */
export interface PreloaderStats {
    /** Requests that are under way, for preloads and for loads. */
    readonly inFlight: number;
    /** Images that wait in the queue. */
    readonly waiting: number;
    /** Images that have been loaded and that no caller has got. */
    readonly held: number;
    /** The bytes that the held images take, decoded. */
    readonly heldBytes: number;
}
/** A queue for the images of a page. */
export interface Preloader {
    /**
     * Loads these images one after another when the page is not busy, and holds each until a caller wants it. Throws a
     * `TypeError` or `RangeError` for a wrong source; then it loads none of them.
     */
    preload<Result = HTMLImageElement>(...sources: ImageSource<Result>[]): Group<Result>;
    /**
     * Preloads these images, and drops images that waited before. Images that are loading go on. Throws a `TypeError` or
     * `RangeError` for a wrong list or source; then it drops none.
     */
    replace<Result = HTMLImageElement>(sources: Iterable<ImageSource<Result>>): Group<Result>;
    /**
     * Loads an image now, before all preloads. Resolves with a decoded element that belongs to the caller. Rejects when
     * the image cannot be loaded, and with the signal's reason when the signal aborts. Rejects with a `NotSupportedError`
     * where there is no document, with an `AbortError` after `destroy()`, and with a `TypeError` or `RangeError` for a wrong
     * argument.
     */
    load<Result = HTMLImageElement>(source: ImageSource<Result>, options?: LoadOptions): Promise<Result>;
    /** Stops starting preloads. Images that are loading go on, and `load` still works. */
    pause(): void;
    /** Starts preloads again. */
    resume(): void;
    /**
     * Drops all preloads, whether they wait or load, and all images that are held. Call it when a user logs out. Loads go
     * on, but later callers do not join them.
     */
    clear(): void;
    /**
     * Closes images that are in flight or held to later callers: all images, or those that `target` names. Callers that
     * wait get their images. The next caller asks the browser again, which may have an element's image in its memory.
     * Throws a `TypeError` for any other target.
     */
    forget(target?: ForgetTarget): void;
    /** Ends the preloader for good. Loads reject with an `AbortError`. */
    destroy(): void;
    /** Returns how many images are in flight, wait and are held now. */
    stats(): PreloaderStats;
    /** Calls the listener for each event of this type. The event's `detail` says what happened. */
    addEventListener(type: PreloaderEvent, listener: (event: CustomEvent<ImageDetail>) => void, options?: AddEventListenerOptions | boolean): void;
    removeEventListener(type: PreloaderEvent, listener: (event: CustomEvent<ImageDetail>) => void, options?: EventListenerOptions | boolean): void;
}

export {};
