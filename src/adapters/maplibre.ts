// MapLibre fetches vector tiles and GeoJSON in its workers, which the page cannot reach. When a URL has a registered
// protocol, its workers ask the page. So `transformRequest` gives URLs a protocol (`coflight+https:`), and the function
// registered for it removes the prefix and calls the wrapped fetch.

import { checkValue, type OptionKind } from '../options/check.ts';
import { aFunction, aSyncFunction, isFunction } from '../options/kinds.ts';
import { checkFetching, type Fetch, type Fetching } from './fetch-option.ts';

/** A request of MapLibre. */
export interface MapRequest {
  url: string;
  headers?: Record<string, string>;
  method?: 'GET' | 'POST' | 'PUT';
  body?: string;
  type?: 'string' | 'json' | 'arrayBuffer' | 'image';
  credentials?: 'same-origin' | 'include';
  cache?: RequestCache;
  referrerPolicy?: ReferrerPolicy;
}

/** The answer that MapLibre expects. */
export interface MapAnswer {
  data: ArrayBuffer | string | object;
  cacheControl: string | null;
  expires: string | null;
  etag?: string;
}

/** The part of MapLibre that is used: `import * as maplibregl from 'maplibre-gl'` has it. */
export interface MapLibreLike {
  addProtocol(
    name: string,
    load: (request: MapRequest, controller: AbortController) => Promise<MapAnswer>,
  ): void;
  readonly AJAXError: new (status: number, statusText: string, url: string, body: Blob) => Error;
}

/** The option `transformRequest` of a map. */
export type TransformRequest = (url: string, type?: string) => MapRequest | Promise<MapRequest> | undefined;

/** Options of `coalesceRequests`. */
export interface MapOptions extends Fetching {
  /** Returns true for requests that `fetch` sends. MapLibre sends the others itself. Default: all except videos. */
  readonly eligible?: OfMap<boolean> | undefined;
  /** A `transformRequest` of your own, which is called first. */
  readonly transformRequest?: OfMap<ReturnType<TransformRequest>> | undefined;
}

/** A function of a URL. It may be declared with MapLibre's `ResourceType`, an enumeration, so it is typed as a method. */
type OfMap<Result> = { of(url: string, type?: string): Result }['of'];

type Load = Parameters<MapLibreLike['addProtocol']>[1];

/** The member that all copies of this module use. */
const registry = Symbol.for('coflight.maplibre');

/**
 * Returns the prefix of each `fetch` in one copy of MapLibre, which is identified by its `addProtocol`. Each
 * `fetch` has its own prefix, because a protocol that is registered again would take over the requests of other maps.
 */
function prefixesIn({ addProtocol }: MapLibreLike): Map<Fetch, string> {
  const scope = globalThis as { [registry]?: WeakMap<object, Map<Fetch, string>> };
  const registered = (scope[registry] ??= new WeakMap());
  const prefixes = registered.get(addProtocol) ?? new Map<Fetch, string>();
  registered.set(addProtocol, prefixes);
  return prefixes;
}

/** Registers the protocols of a `fetch`, once. Returns the prefix that they add to a URL. */
function prefixOf(maplibre: MapLibreLike, fetch: Fetch): string {
  const prefixes = prefixesIn(maplibre);
  const known = prefixes.get(fetch);
  if (known) return known;
  const prefix = `coflight${prefixes.size ? prefixes.size + 1 : ''}+`;
  for (const scheme of ['http', 'https'])
    maplibre.addProtocol(prefix + scheme, loadBy(fetch, prefix, maplibre));
  prefixes.set(fetch, prefix);
  return prefix;
}

/** MapLibre 3 is a class. Its protocols take no promises, so its maps would stay empty. */
const aMapLibre: OptionKind = {
  expected: 'the module of MapLibre 4 or newer',
  accepts: (value) => !isFunction(value) && isFunction(Object(value).addProtocol),
};

/** Sends the requests of a protocol, and answers and fails as MapLibre itself would. */
const loadBy =
  (fetch: Fetch, prefix: string, { AJAXError }: MapLibreLike): Load =>
  async (request, { signal }) => {
    const url = request.url.slice(prefix.length);
    const response = await fetch(url, initOf(request, signal)).catch((error: Error) => {
      throw signal.aborted ? error : new AJAXError(0, error.message, url, new Blob());
    });
    const { ok, status, statusText, headers } = response;
    // MapLibre reads the class and the status: a 404 is a tile that does not exist.
    if (!ok) throw new AJAXError(status, statusText, url, await response.blob());
    const data = await read(response, request.type);
    const etag = headers.get('etag');
    const expiry = { cacheControl: headers.get('cache-control'), expires: headers.get('expires') };
    return { data, ...expiry, ...(etag && { etag }) };
  };

/** A video source gives its URLs to a `<video>`, which does not know the protocol. */
const isNoVideo = (url: string) => !/\.(?:mp4|m4v|webm|og[gv]|mov)(?:[?#]|$)/i.test(url);

/** Returns what MapLibre itself would pass to `fetch`. */
function initOf(request: MapRequest, signal: AbortSignal): RequestInit {
  const { method, body, credentials, cache, referrerPolicy } = request;
  const headers = new Headers(request.headers);
  if (request.type === 'json' && !headers.has('accept')) headers.set('accept', 'application/json');
  // `fetch` ignores members that are undefined.
  return { method, body, credentials, cache, referrerPolicy, headers, signal } as RequestInit;
}

const read = (response: Response, type: MapRequest['type']): Promise<MapAnswer['data']> => {
  if (type === 'json') return response.json();
  return type === 'image' || type === 'arrayBuffer' ? response.arrayBuffer() : response.text();
};

/**
 * Makes MapLibre send its requests with the wrapped `fetch`, also those of its workers: tiles of all kinds, glyphs,
 * sprites, TileJSON, styles. Maps and sources that need the same data share its request. Aborts, expiry and errors
 * work as they do without this. Call it once for each `fetch`.
 *
 * Throws a TypeError for a wrong argument.
 *
 * @returns the `transformRequest` for the maps that send with this `fetch`
 *
 * @example
 * const transformRequest = coalesceRequests(maplibregl, { fetch });
 * const map = new maplibregl.Map({ container, style, transformRequest });
 */
export function coalesceRequests(maplibre: MapLibreLike, options: MapOptions): TransformRequest {
  checkValue('maplibre', maplibre, aMapLibre);
  const kinds = { eligible: aSyncFunction, transformRequest: aFunction };
  const { fetch, eligible = isNoVideo, transformRequest } = checkFetching(options, kinds);
  const prefix = prefixOf(maplibre, fetch);

  return (given, type) => {
    const share = (request: MapRequest): MapRequest => {
      const base = globalThis.document?.baseURI;
      const href = URL.canParse(request.url, base) ? new URL(request.url, base).href : '';
      return /^https?:/.test(href) && eligible(href, type) ? { ...request, url: prefix + href } : request;
    };
    // MapLibre takes any falsy value for none.
    const request = transformRequest?.(given, type) || { url: given };
    return 'then' in request ? request.then(share) : share(request);
  };
}
