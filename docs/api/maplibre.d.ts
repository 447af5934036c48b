import { F as Fetching } from './shared/fetching.js';

/** A request of MapLibre. */
interface MapRequest {
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
interface MapAnswer {
    data: ArrayBuffer | string | object;
    cacheControl: string | null;
    expires: string | null;
    etag?: string;
}
/** What is used of MapLibre: `import * as maplibregl from 'maplibre-gl'` has it. */
interface MapLibreLike {
    addProtocol(name: string, load: (request: MapRequest, controller: AbortController) => Promise<MapAnswer>): void;
    readonly AJAXError: new (status: number, statusText: string, url: string, body: Blob) => Error;
}
/** What a map takes as its option `transformRequest`. */
type TransformRequest = (url: string, type?: string) => MapRequest | Promise<MapRequest> | undefined;
/** Options of `coalesceRequests`. */
interface MapOptions extends Fetching {
    /** Which requests are sent with `fetch`; MapLibre sends the others itself. By default all but videos. */
    readonly eligible?: (url: string, type?: string) => boolean;
    /** A `transformRequest` of your own, which is heard first. */
    readonly transformRequest?: TransformRequest;
}
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
declare function coalesceRequests(maplibre: MapLibreLike, options: MapOptions): TransformRequest;

export { coalesceRequests };
export type { MapAnswer, MapLibreLike, MapOptions, MapRequest, TransformRequest };
