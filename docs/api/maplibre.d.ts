import { Fetching } from './shared/fetch-option.js';

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
/** The answer that MapLibre expects. */
interface MapAnswer {
    data: ArrayBuffer | string | object;
    cacheControl: string | null;
    expires: string | null;
    etag?: string;
}
/** The part of MapLibre that is used: `import * as maplibregl from 'maplibre-gl'` has it. */
interface MapLibreLike {
    addProtocol(name: string, load: (request: MapRequest, controller: AbortController) => Promise<MapAnswer>): void;
    readonly AJAXError: new (status: number, statusText: string, url: string, body: Blob) => Error;
}
/** The option `transformRequest` of a map. */
type TransformRequest = (url: string, type?: string) => MapRequest | Promise<MapRequest> | undefined;
/** Options of `coalesceRequests`. */
interface MapOptions extends Fetching {
    /** Returns true for requests that `fetch` sends. MapLibre sends the others itself. Default: all except videos. */
    readonly eligible?: OfMap<boolean> | undefined;
    /** A `transformRequest` of your own, which is called first. */
    readonly transformRequest?: OfMap<ReturnType<TransformRequest>> | undefined;
}
/** A function of a URL. It may be declared with MapLibre's `ResourceType`, an enumeration, so it is typed as a method. */
type OfMap<Result> = {
    of(url: string, type?: string): Result;
}['of'];
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
declare function coalesceRequests(maplibre: MapLibreLike, options: MapOptions): TransformRequest;

export { coalesceRequests };
export type { MapAnswer, MapLibreLike, MapOptions, MapRequest, TransformRequest };
