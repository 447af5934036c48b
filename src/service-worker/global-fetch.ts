import { eligible } from './eligible.ts';
import { createHandler } from './handler.ts';
import type { HandlerOptions } from './options.ts';

/**
 * Replaces the worker's global `fetch` by one in which identical GETs share one flight. The strategies of Workbox and
 * Serwist call it, and coalesce without changes. Call it once, before the first request arrives. Requests that must
 * not be shared go to the `fetch` from before. Returns a function that restores that one.
 *
 * Throws a TypeError or RangeError for a wrong option.
 */
export function coalesceGlobalFetch(options: HandlerOptions = {}): () => void {
  const original = self.fetch;
  const handle = createHandler({ fetch: (request) => original.call(self, request), ...options });
  const shared: typeof fetch = (input, init) => {
    const request = readOf(input, init);
    return request && eligible(request) ? handle(request) : original.call(self, input, init);
  };
  self.fetch = shared;
  return () => {
    if (self.fetch === shared) self.fetch = original;
  };
}

/** Returns the request of a read; undefined for other calls and for invalid ones, for which `fetch` has the error. */
function readOf(input: RequestInfo | URL, init?: RequestInit): Request | undefined {
  const request = input instanceof Request ? input : undefined;
  if (!/^get$/i.test(init?.method ?? request?.method ?? 'GET')) return;
  try {
    return request && !init ? request : new Request(input, init);
  } catch {
    return;
  }
}
