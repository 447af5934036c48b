import { F as Fetching } from './shared/fetching.js';

/** What is used of any tile. */
interface TileLike {
    getState(): number;
    setState(state: number): void;
    addEventListener(type: string, listener: () => void): void;
}
/** What is used of a format, such as `GeoJSON` or `MVT`. */
interface FormatLike<Feature> {
    getType(): string;
    readFeatures(source: string | ArrayBuffer, options: object): Feature[];
}
/** What `ImageTile` tells its loader. */
interface TileRequest {
    readonly signal: AbortSignal;
    readonly crossOrigin?: string | undefined;
    readonly referrerPolicy?: ReferrerPolicy | undefined;
    readonly maxY?: number | undefined;
}
/** Where a tile is: with `{x}`, `{y}`, `{z}` and `{-y}` in it, or as a function of the coordinates. */
type TileUrl = string | ((z: number, x: number, y: number, request: TileRequest) => string);
/** Where features are, or where those of an extent are. */
type FeatureUrl = string | ((extent: number[], resolution: number, projection: never) => string);
/**
 * A `tileLoadFunction` for sources of images (XYZ, OSM, TileWMS, WMTS and so on) and of vector tiles, with which
 * tiles are loaded by the wrapped `fetch`. A tile that cannot be loaded is in the state `ERROR`; one that is
 * released is aborted. Throws a TypeError where `fetch` is none.
 *
 * @example
 * new XYZ({ url: '/tiles/{z}/{x}/{y}.png', tileLoadFunction: tileLoadFunction({ fetch }) });
 */
declare function tileLoadFunction(options: Fetching): (tile: TileLike, url: string) => void;
/**
 * A `loader` for `ImageTile`, the newest source of images: tiles come by the wrapped `fetch`, as bitmaps, and one
 * that OpenLayers disposes of is aborted. Works in workers, too. Throws a TypeError for a wrong argument.
 *
 * @example
 * new ImageTile({ loader: tileLoader('/tiles/{z}/{x}/{y}.png', { fetch }) });
 */
declare function tileLoader(url: TileUrl, options: Fetching): (z: number, x: number, y: number, request: TileRequest) => Promise<ImageBitmap>;
/**
 * A `loader` for a `Vector` source: features of any format (GeoJSON, say) come by the wrapped `fetch`, as promises.
 * It rejects for an answer that is an error. Throws a TypeError for a wrong argument.
 *
 * @example
 * const format = new GeoJSON();
 * new VectorSource({ format, loader: featureLoader('/cities.json', format, { fetch }) });
 */
declare function featureLoader<Feature>(url: FeatureUrl, format: FormatLike<Feature>, options: Fetching): (extent: number[], resolution: number, projection: unknown) => Promise<Feature[]>;

export { featureLoader, tileLoadFunction, tileLoader };
export type { FeatureUrl, FormatLike, TileLike, TileRequest, TileUrl };
