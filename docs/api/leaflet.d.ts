import { Fetching } from './shared/fetch-option.js';

/** The part of a tile layer that is used. Leaflet 1.9 and 2 have it, and so do classes derived from theirs. */
interface TileLayerLike {
    readonly options: {
        readonly crossOrigin?: boolean | string | undefined;
        readonly referrerPolicy?: boolean | string | undefined;
        readonly errorTileUrl?: string | undefined;
    };
    getTileUrl(coords: unknown): string;
    fire(type: string, event?: {
        readonly tile?: HTMLElement;
    }, propagate?: boolean): unknown;
}
/** The part of a preloader that is used. */
interface ImageQueue {
    load(source: {
        readonly src: string;
        readonly crossOrigin: string | null;
        readonly referrerPolicy?: string;
    }, options: {
        readonly signal: AbortSignal;
    }): Promise<HTMLImageElement>;
}
/** How tiles are loaded: with the wrapped `fetch`, or as images through a preloader. */
type TileOptions = (Fetching & {
    readonly images?: undefined;
}) | {
    readonly fetch?: undefined;
    /** The preloader. Tiles go before all its preloads. */
    readonly images: ImageQueue;
};
/**
 * Makes a tile layer of Leaflet 1.9 or 2 load its tiles with the wrapped `fetch`, so that maps share them. With
 * `images` they are loaded through a preloader instead, before all its preloads. The layer keeps its options,
 * events and error tiles, and aborts the request of a tile that is removed. Call this before the layer is added to
 * a map. With `fetch`, the server must allow CORS.
 *
 * Throws a TypeError for a wrong argument, and for a layer that has another `fetch` or preloader already.
 *
 * @returns the layer
 *
 * @example
 * coalesceTiles(L.tileLayer('/tiles/{z}/{x}/{y}.png'), { fetch }).addTo(map);
 */
declare function coalesceTiles<Layer extends TileLayerLike>(layer: Layer, options: TileOptions): Layer;

export { coalesceTiles };
export type { ImageQueue, TileLayerLike, TileOptions };
