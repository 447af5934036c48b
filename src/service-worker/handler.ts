import { Coalescer } from './coalescer.ts';
import { eligible } from './eligible.ts';
import { check, type WorkerOptions } from './options.ts';

/** What the routers of Workbox and Serwist call a handler with; a request alone will do. */
export interface HandlerCall {
  readonly request: Request;
  readonly event?: ExtendableEvent | undefined;
}

/** Answers a request. What may not be shared goes straight to the network. */
export type Handler = (call: Request | HandlerCall) => Promise<Response>;

/** `match` is the router's business. */
export type HandlerOptions = Omit<WorkerOptions, 'match'>;

/**
 * Makes a handler in which identical requests share one flight, for a router in one's own worker. With the option
 * `fetch`, what is shared is that function: a strategy's `handle`, say, so that its plugins run once for all.
 *
 * Rejects as the network does. Throws a TypeError or RangeError for a wrong option.
 *
 * @example
 * registerRoute(({ url }) => url.pathname.startsWith('/tiles/'), createHandler());
 */
export function createHandler(options: HandlerOptions = {}): Handler {
  check(options);
  const coalescer = new Coalescer(options);
  const network = options.fetch ?? ((request) => self.fetch(request));
  return async (call) => {
    const { request, event }: HandlerCall = call instanceof Request ? { request: call } : call;
    if (!eligible(request)) return network(request);
    const handed = coalescer.serve(request);
    event?.waitUntil(handed.then(({ done }) => done).catch(() => {}));
    return (await handed).response;
  };
}
