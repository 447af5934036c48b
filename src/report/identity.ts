// Which recorded requests are the same: by the key of the wrapped fetch, without the headers that browsers vary.

import { keyOf } from '../fetch/key.ts';
import { isSafe } from '../http/methods.ts';
import { originOf, withoutUser } from '../http/url.ts';
import type { Recorded } from './recorded.ts';

/** True for a request that may change something at its origin. `CONNECT` only opens a proxy's tunnel to it. */
export const isWrite = ({ method }: Recorded): boolean => !isSafe(method) && method !== 'CONNECT';

/** Returns why no one ever shares a request; undefined for one that is shared. */
export function unsharedReason(request: Recorded): string | undefined {
  const { method, maker } = request;
  if (isWrite(request)) return 'writes';
  if (method !== 'GET' && method !== 'HEAD') return `${method} requests`;
  if (maker === 'navigation') return 'pages and frames';
  if (maker === 'media') return 'audio and video';
  return maker === 'other' ? 'icons, beacons, prefetches, event streams, WebSockets' : undefined;
}

/** Returns the key that the `createFetch` of a page would use; undefined for a request that it does not see. */
export function identityInPage(request: Recorded): string | undefined {
  if (request.maker !== 'fetch' || unsharedReason(request)) return;
  return JSON.stringify([request.page, request.headers.get('sec-fetch-mode'), keyOfRecorded(request)]);
}

/**
 * Returns the key that the service worker would use. It also shares between pages, and between elements, XMLHttpRequest
 * and `fetch`.
 */
export function identityAnywhere(request: Recorded): string | undefined {
  if (unsharedReason(request)) return;
  if (request.method === 'HEAD' || request.headers.has('range')) return identityInPage(request);
  return JSON.stringify([modeOf(request), keyOfRecorded(request)]);
}

/** The keys of requests, kept because a recording is replayed several times. */
const keys = new WeakMap<Recorded, string>();

function keyOfRecorded(request: Recorded): string {
  const key = keys.get(request) ?? newKey(request);
  keys.set(request, key);
  return key;
}

function newKey({ url, method, ownHeaders: headers }: Recorded): string {
  const made = new Request(withoutUser(url), { method, headers });
  return keyOf({ url: made.url, request: () => made }, new Set());
}

/** Elements and `fetch` use different modes for other origins, and must not share an answer. */
function modeOf({ headers, maker, url }: Recorded): string {
  const page = originOf(headers.get('origin') ?? headers.get('referer') ?? '');
  if (headers.get('sec-fetch-site') === 'same-origin' || originOf(url) === page) return 'same origin';
  return headers.get('sec-fetch-mode') ?? (maker === 'element' ? 'no-cors' : 'cors');
}
