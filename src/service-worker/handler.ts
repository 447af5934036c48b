import { checkOptions, misuse } from '../options/check.ts';
import { eligible } from './eligible.ts';
import { type HandlerOptions, handlerKinds } from './options.ts';
import { openCoalescer } from './worker-events.ts';

/**
 * The argument with which the routers of Workbox and Serwist call a handler. A handler also takes a fetch event, or a
 * request alone.
 */
export interface HandlerCall {
  readonly request: Request;
  readonly event?: ExtendableEvent | undefined;
}

/** Answers a request. A request that must not be shared goes straight to the network. */
export type Handler = (call: Request | HandlerCall) => Promise<Response>;

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
export function createHandler(options: HandlerOptions = {}): Handler {
  const coalescer = openCoalescer(checkOptions(options, handlerKinds));
  return async (call) => {
    const { request, event = eventOf(call) }: HandlerCall =
      call instanceof Request ? { request: call } : Object(call);
    if (!(request instanceof Request)) throw misuse('a Request, or an object with one as `request`', call);
    const clientId = (event as FetchEvent | undefined)?.clientId;
    const sender = { clientId, event };
    return eligible(request) ? coalescer.serve(request, sender) : coalescer.pass(request, sender);
  };
}

/** Returns the argument itself when it is an event. */
const eventOf = (call: unknown): ExtendableEvent | undefined =>
  'waitUntil' in Object(call) ? (call as ExtendableEvent) : undefined;
