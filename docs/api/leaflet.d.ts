import { F as Fetching } from './shared/fetching.js';

/** What is used of a tile layer: those of Leaflet 1.9 and 2 have it, and so has what is derived from them. */
interface TileLayerLike {
    readonly options: {
        readonly crossOrigin?: boolean | string | undefined;
        readonly referrerPolicy?: boolean | string | undefined;
        readonly errorTileUrl?: string | undefined;
    };
    getTileUrl(coords: unknown): string;
    on(types: string, listener: (event: {
        readonly tile: HTMLElement;
    }) => void): unknown;
}
/** What is used of a preloader. */
interface ImageQueue {
    load(source: {
        readonly src: string;
        readonly crossOrigin: string | null;
        readonly referrerPolicy?: string;
    }, options: {
        readonly signal: AbortSignal;
    }): Promise<HTMLImageElement>;
}
/** What tiles are loaded with: the wrapped `fetch`, or as images, through the queue of a preloader. */
type TileOptions = Fetching | {
    readonly images: ImageQueue;
};
/**
 * Makes a tile layer of Leaflet, 1.9 or 2, load its tiles with the wrapped `fetch`, so that maps share them, or
 * through a preloader, so that they go before all that is preloaded. Options, events, error tiles: as ever; a tile
 * that is removed is aborted. Do it before the layer is added to a map. By `fetch` the server must allow CORS.
 *
 * Throws a TypeError for what is no tile layer, no `fetch` and no preloader.
 *
 * @returns the layer
 *
 * @example
 * coalesceTiles(L.tileLayer('/tiles/{z}/{x}/{y}.png'), { fetch }).addTo(map);
 */
declare function coalesceTiles<Layer extends TileLayerLike>(layer: Layer, options: TileOptions): Layer;

export { coalesceTiles };
export type { ImageQueue, TileLayerLike, TileOptions };
