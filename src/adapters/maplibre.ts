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

const prefix = 'coflight+';

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
  const { AJAXError } = maplibre;

  const load = async (request: MapRequest, { signal }: AbortController): Promise<MapAnswer> => {
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
  for (const scheme of ['http', 'https']) maplibre.addProtocol(prefix + scheme, load);

  return (given, type) => {
    const share = (request: MapRequest): MapRequest => {
      const { baseURI } = document;
      const href = URL.canParse(request.url, baseURI) ? new URL(request.url, baseURI).href : '';
      return /^https?:/.test(href) && eligible(href, type) ? { ...request, url: prefix + href } : request;
    };
    const request = transformRequest?.(given, type) ?? { url: given };
    return 'then' in request ? request.then(share) : share(request);
  };
}
