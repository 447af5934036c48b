import type { Fences } from './index.js';

/**
 * Names the requests that go through the worker: a URL, absolute or relative to the worker's file; a RegExp for the whole URL;
 * or a function. In a URL, `*` and placeholders such as `{z}` stand for any text. A URL without a query matches every
 * query.
 */
type Match = string | RegExp | ((request: Request) => boolean);

/** A function that answers requests: the network, or a strategy in front of it. */
type Network = (request: Request, event: ExtendableEvent | undefined) => Promise<Response>;
/** Options of a handler. */
interface HandlerOptions {
    /** Names of request headers that make no difference to the answer, such as `accept` for tiles of one format. */
    readonly ignoreHeaders?: readonly string[] | undefined;
    /** Bodies up to this many bytes are read whole, so that callers can join until the last byte. Default 4 MiB. */
    readonly maxReplay?: number | undefined;
    /**
     * Returns true when a write (any unsafe method) fences a read. A request made after the write began does not join a
     * read that was launched before the write ended. Default: a write fences all reads of its origin.
     */
    readonly fences?: Fences | undefined;
    /**
     * The function that is called for the network. It also gets the event that led to the request, if there is one.
     * Default: the worker's `fetch`, looked up at each call.
     */
    readonly fetch?: Network | undefined;
}
/** Options of `coalesceGlobalFetch`, which calls the `fetch` from before. */
type GlobalFetchOptions = Omit<HandlerOptions, 'fetch'>;
/** Options of `coalesceFetchEvents`. */
interface EventOptions extends HandlerOptions {
    /** The requests that go through the worker: one `Match` or a list. Default: all requests that may be shared. */
    readonly match?: Match | readonly Match[] | undefined;
    /**
     * True for a worker that does nothing else. Then it claims open pages when it is first installed. It takes over from
     * an older version at the message `{ type: 'SKIP_WAITING' }`. Where the browser can, requests that `match` does not
     * name go past the worker. Default `false`.
     */
    readonly standalone?: boolean | undefined;
}

/**
 * Answers requests of all tabs, frames and workers of the origin from shared flights. Call it once, while the worker's
 * script runs, and before other listeners for `fetch` are added. Only the first listener that responds to a request
 * counts. Does nothing where there is no service worker.
 *
 * Throws a TypeError or RangeError for a wrong option.
 *
 * @example
 * coalesceFetchEvents({ match: ['/tiles/*', 'https://tiles.example/{z}/{x}/{y}.png'] });
 */
declare function coalesceFetchEvents(options?: EventOptions): void;

/**
 * Replaces the worker's global `fetch` by one in which identical GETs share one flight. The strategies of Workbox and
 * Serwist call it, and coalesce without changes. Call it once, before the first request arrives. Requests that must
 * not be shared go to the `fetch` from before. Writes among them fence reads. Returns a function that restores that one.
 * Does nothing where there is no service worker.
 *
 * Throws a TypeError or RangeError for a wrong option.
 */
declare function coalesceGlobalFetch(options?: GlobalFetchOptions): () => void;

/**
 * The argument with which the routers of Workbox and Serwist call a handler. A handler also takes a fetch event, or a
 * request alone.
 */
interface HandlerCall {
    readonly request: Request;
    readonly event?: ExtendableEvent | undefined;
}
/** Answers a request. A request that must not be shared goes straight to the network. */
type Handler = (call: Request | HandlerCall) => Promise<Response>;
/**
 * Makes a handler in which identical requests share one flight, for a router in your own worker. With the option
 * `fetch`, requests share one call of that function, such as a strategy's `handle`. So its plugins run once, and its
 * cache is written once.
 *
 * Rejects as the network does, and with a TypeError when its argument has no request. Throws a TypeError or RangeError for
 * a wrong option.
 *
 * @example
 * const strategy = new StaleWhileRevalidate();
 * const fetch = (request, event) => strategy.handle({ request, event });
 * registerRoute(({ url }) => url.pathname.startsWith('/tiles/'), createHandler({ fetch }));
 */
declare function createHandler(options?: HandlerOptions): Handler;

export { coalesceFetchEvents, coalesceGlobalFetch, createHandler };
export type { EventOptions, GlobalFetchOptions, Handler, HandlerCall, HandlerOptions, Match, Network };
