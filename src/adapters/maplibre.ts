// MapLibre fetches vector tiles and GeoJSON inside its workers, out of a page's reach. But what has a protocol of its
// own the workers ask the page for: `transformRequest` gives requests one (`coflight+https:`), and whoever is
// registered for it takes it off again and calls the wrapped fetch.

import { type Fetching, fetchOf, refuse } from './fetching.ts';

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

/** What MapLibre wants to know of an answer. */
export interface MapAnswer {
  data: ArrayBuffer | string | object;
  cacheControl: string | null;
  expires: string | null;
  etag?: string;
}

/** What is used of MapLibre: `import * as maplibregl from 'maplibre-gl'` has it. */
export interface MapLibreLike {
  addProtocol(
    name: string,
    load: (request: MapRequest, controller: AbortController) => Promise<MapAnswer>,
  ): void;
  readonly AJAXError: new (status: number, statusText: string, url: string, body: Blob) => Error;
}

/** What a map takes as its option `transformRequest`. */
export type TransformRequest = (url: string, type?: string) => MapRequest | Promise<MapRequest> | undefined;

/** Options of `coalesceRequests`. */
export interface MapOptions extends Fetching {
  /** Which requests are sent with `fetch`; MapLibre sends the others itself. By default all but videos. */
  readonly eligible?: (url: string, type?: string) => boolean;
  /** A `transformRequest` of your own, which is heard first. */
  readonly transformRequest?: TransformRequest;
}

type Fetch = typeof globalThis.fetch;
type Load = Parameters<MapLibreLike['addProtocol']>[1];

/** Where all copies of this module look. */
const registry = Symbol.for('coflight.maplibre');

/**
 * The prefix of each `fetch` in a copy of MapLibre, which is known by its `addProtocol`. Each has its own: a protocol
 * that is registered again would take over the requests of the maps that use it.
 */
function prefixesIn({ addProtocol }: MapLibreLike): Map<Fetch, string> {
  const scope = globalThis as { [registry]?: WeakMap<object, Map<Fetch, string>> };
  const registered = (scope[registry] ??= new WeakMap());
  const prefixes = registered.get(addProtocol) ?? new Map<Fetch, string>();
  registered.set(addProtocol, prefixes);
  return prefixes;
}

/** Registers the protocols of a `fetch`, once. Returns what they put before a URL. */
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

/** Loads what MapLibre asks for by a protocol: sends the request and hands over what MapLibre wants to know. */
const loadBy =
  (fetch: Fetch, prefix: string, { AJAXError }: MapLibreLike): Load =>
  async (request, { signal }) => {
    const url = request.url.slice(prefix.length);
    const response = await fetch(url, initOf(request, signal)).catch((error: Error) => {
      throw signal.aborted ? error : new AJAXError(0, error.message, url, new Blob());
    });
    const { ok, status, statusText, headers } = response;
    // The class counts, and its status: a 404 is a tile that is not there, and it is told to workers and back.
    if (!ok) throw new AJAXError(status, statusText, url, await response.blob());
    const data = await read(response, request.type);
    const etag = headers.get('etag');
    const expiry = { cacheControl: headers.get('cache-control'), expires: headers.get('expires') };
    return { data, ...expiry, ...(etag && { etag }) };
  };

/** A video source hands its addresses to a `<video>`, which knows no such protocol. */
const isNoVideo = (url: string) => !/\.(?:mp4|m4v|webm|og[gv]|mov)(?:[?#]|$)/i.test(url);

/** How MapLibre itself would send it. The rest of the request is for MapLibre. */
function initOf(request: MapRequest, signal: AbortSignal): RequestInit {
  const { method, body, credentials, cache, referrerPolicy } = request;
  const headers = new Headers(request.headers);
  if (request.type === 'json' && !headers.has('accept')) headers.set('accept', 'application/json');
  // To fetch, what is undefined is not there.
  return { method, body, credentials, cache, referrerPolicy, headers, signal } as RequestInit;
}

const read = (response: Response, type: MapRequest['type']): Promise<MapAnswer['data']> => {
  if (type === 'json') return response.json();
  return type === 'image' || type === 'arrayBuffer' ? response.arrayBuffer() : response.text();
};

/**
 * Makes MapLibre send its requests with the wrapped `fetch`: tiles of all kinds, glyphs, sprites, TileJSON, styles,
 * also those of its workers. Maps and sources that want the same share it. Returns the `transformRequest` that each
 * of these maps is given. Aborts, expiry and errors are as MapLibre knows them.
 *
 * Throws a TypeError for a wrong argument.
 *
 * @example
 * const transformRequest = coalesceRequests(maplibregl, { fetch });
 * const map = new maplibregl.Map({ container, style, transformRequest });
 */
export function coalesceRequests(maplibre: MapLibreLike, options: MapOptions): TransformRequest {
  if (typeof maplibre?.addProtocol !== 'function') refuse('maplibre', 'the module of MapLibre', maplibre);
  const fetch = fetchOf(options);
  const { eligible = isNoVideo, transformRequest } = options;
  for (const [name, value] of Object.entries({ eligible, transformRequest }))
    if (value !== undefined && typeof value !== 'function') refuse(name, 'a function', value);
  const prefix = prefixOf(maplibre, fetch);

  return (given, type) => {
    const share = (request: MapRequest): MapRequest => {
      const base = globalThis.document?.baseURI;
      const href = URL.canParse(request.url, base) ? new URL(request.url, base).href : '';
      return /^https?:/.test(href) && eligible(href, type) ? { ...request, url: prefix + href } : request;
    };
    const request = transformRequest?.(given, type) ?? { url: given };
    return 'then' in request ? request.then(share) : share(request);
  };
}
