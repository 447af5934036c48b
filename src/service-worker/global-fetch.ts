import { isSafe } from '../http/methods.ts';
import { checkOptions } from '../options/check.ts';
import { eligible } from './eligible.ts';
import { createHandler } from './handler.ts';
import { type GlobalFetchOptions, globalFetchKinds } from './options.ts';
import { isOutgoing } from './outgoing.ts';
import { isWorker } from './worker.ts';
import { beginOwnWrite } from './worker-events.ts';

/**
 * Replaces the worker's global `fetch` by one in which identical GETs share one flight. The strategies of Workbox and
 * Serwist call it, and coalesce without changes. Call it once, before the first request arrives. Requests that must
 * not be shared go to the `fetch` from before. Writes among them fence reads. Returns a function that restores that one.
 * Does nothing where there is no service worker.
 *
 * Throws a TypeError or RangeError for a wrong option.
 */
export function coalesceGlobalFetch(options: GlobalFetchOptions = {}): () => void {
  const own = checkOptions(options, globalFetchKinds);
  if (!isWorker) return () => {};
  const original = self.fetch;
  const handle = createHandler({ ...own, fetch: (request) => original.call(self, request) });
  const shared: typeof fetch = (...call) => {
    const request = requestOf(...call);
    if (request && eligible(request) && !isOutgoing(request)) return handle(request);
    const answer = original.apply(self, call);
    return request && !isSafe(request.method) ? fenced(request, answer) : answer;
  };
  self.fetch = shared;
  return () => {
    if (self.fetch === shared) self.fetch = original;
  };
}

/** Returns the answer of a write. The write fences reads until it is answered or has failed. */
async function fenced(write: Request, answer: Promise<Response>): Promise<Response> {
  const end = beginOwnWrite(write);
  try {
    const response = await answer;
    end(response.url);
    return response;
  } catch (error) {
    end();
    throw error;
  }
}

/**
 * Returns the request of a call, without a body for any other method than GET: the body belongs to the network. Returns
 * undefined for an invalid call, for which `fetch` has the error.
 */
function requestOf(...call: Parameters<typeof fetch>): Request | undefined {
  if (!(call.length as number)) return;
  const [input, init] = call;
  const request = input instanceof Request ? input : undefined;
  const method = init?.method ?? request?.method ?? 'GET';
  try {
    if (!/^get$/i.test(method)) return new Request(request?.url ?? input, { method });
    return request && !init ? request : new Request(input, init);
  } catch {
    return;
  }
}
