import type { Fences } from './index.js';

/**
 * Which requests go through the worker: a URL, absolute or of the worker's origin; a RegExp for the whole URL; or a
 * function. In a URL, `*` and placeholders such as `{z}` stand for anything. Without a query it means any query.
 */
type Match = string | RegExp | ((request: Request) => boolean);

/** What brings answers: the network, or a strategy in front of it. */
type Network = (request: Request, event: ExtendableEvent | undefined) => Promise<Response>;
/** Options of what is shared in a worker; each may be left out. */
interface HandlerOptions {
    /** Names of request headers that make no difference to the answer, such as `accept` for tiles of one format. */
    readonly ignoreHeaders?: readonly string[] | undefined;
    /** Bodies up to this many bytes are read whole, so that others can join until the last byte. Default 4 MiB. */
    readonly maxReplay?: number | undefined;
    /**
     * Whether a write (any unsafe method) fences a read. A request that is made after a write has begun does not join a
     * read that was launched before the write ended. Default: a write fences all reads of its origin.
     */
    readonly fences?: Fences | undefined;
    /**
     * What to call for the network; with the event that led to it, where there is one. Default: the worker's `fetch`,
     * looked up at each call.
     */
    readonly fetch?: Network | undefined;
}
/** Options of `coalesceFetchEvents`; each may be left out. */
interface EventOptions extends HandlerOptions {
    /** Which requests go through the worker; any of a list. Default: all that may be shared. */
    readonly match?: Match | readonly Match[] | undefined;
    /**
     * This worker does nothing else. Then it takes over the pages that are open when it is first installed, takes
     * over from its predecessor when told so by `{ type: 'SKIP_WAITING' }`, and has the browser send what `match`
     * does not name past it, where it can. Default `false`.
     */
    readonly standalone?: boolean | undefined;
}

/**
 * Answers with shared flights what all tabs, frames and workers of the origin ask for at the same time. Call it once,
 * while the worker's script runs, and before other listeners for `fetch` are added: only the first listener that
 * responds to a request is heard.
 *
 * Throws a TypeError or RangeError for a wrong option.
 *
 * @example
 * coalesceFetchEvents({ match: ['/tiles/*', 'https://tiles.example/{z}/{x}/{y}.png'] });
 */
declare function coalesceFetchEvents(options?: EventOptions): void;

/**
 * Replaces the worker's global `fetch` by one in which identical GETs share one flight: the strategies of Workbox
 * and Serwist call it, and coalesce as they are. To be called once, before the first request arrives. What may
 * not be shared goes to the `fetch` that was there. Returns what puts that back.
 *
 * Throws a TypeError or RangeError for a wrong option.
 */
declare function coalesceGlobalFetch(options?: HandlerOptions): () => void;

/** What the routers of Workbox and Serwist call a handler with; a request alone will do. */
interface HandlerCall {
    readonly request: Request;
    readonly event?: ExtendableEvent | undefined;
}
/** Answers a request. What may not be shared goes straight to the network. */
type Handler = (call: Request | HandlerCall) => Promise<Response>;
/**
 * Makes a handler in which identical requests share one flight, for a router in one's own worker. With the option
 * `fetch`, what is shared is that function: a strategy's `handle`, say, so that its plugins run, and its cache is
 * written, once for all.
 *
 * Rejects as the network does. Throws a TypeError or RangeError for a wrong option.
 *
 * @example
 * const strategy = new StaleWhileRevalidate();
 * const fetch = (request, event) => strategy.handle({ request, event });
 * registerRoute(({ url }) => url.pathname.startsWith('/tiles/'), createHandler({ fetch }));
 */
declare function createHandler(options?: HandlerOptions): Handler;

export { coalesceFetchEvents, coalesceGlobalFetch, createHandler };
export type { EventOptions, Handler, HandlerCall, HandlerOptions, Match, Network };
