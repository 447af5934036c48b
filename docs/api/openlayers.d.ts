import { Fetching } from './shared/fetch-option.js';

/** The part of a format, such as `GeoJSON` or `MVT`, that is used. */
interface FormatLike<Feature> {
    getType(): string;
    readFeatures(source: string | ArrayBuffer, options: object): Feature[];
}

/** The URL of features, or a function that returns the URL of those in an extent. */
type FeatureUrl = string | ((extent: number[], resolution: number, projection: never) => string);
/** Adds features to the source that it is called on, as OpenLayers does. Without its callbacks, returns them. */
type FeatureLoader<Feature> = (this: unknown, extent: number[], resolution: number, projection: unknown, success?: (features: Feature[]) => void, failure?: () => void) => Promise<Feature[]> | undefined;
/**
 * Returns a `loader` for a `Vector` source that loads features of any format, such as GeoJSON, with the wrapped
 * `fetch`. An error status is a failure. Throws a TypeError for a wrong argument.
 *
 * @example
 * const format = new GeoJSON();
 * new VectorSource({ format, loader: featureLoader('/cities.json', format, { fetch }) });
 */
declare function featureLoader<Feature>(url: FeatureUrl, format: FormatLike<Feature>, options: Fetching): FeatureLoader<Feature>;

/** The part of a tile that is used. */
interface TileLike {
    getState(): number;
    setState(state: number): void;
    addEventListener(type: string, listener: () => void): void;
}
/** The options that `ImageTile` passes to its loader for a tile. */
interface TileRequest {
    readonly signal: AbortSignal;
    readonly crossOrigin?: string | undefined;
    readonly referrerPolicy?: ReferrerPolicy | undefined;
    readonly maxY?: number | undefined;
}
/** The URL of a tile: a template with `{x}`, `{y}`, `{z}` and `{-y}`, or a function of the coordinates. */
type TileUrl = string | ((z: number, x: number, y: number, request: TileRequest) => string);
/**
 * Returns a `tileLoadFunction` that loads tiles with the wrapped `fetch`. It is for sources of images (XYZ, OSM,
 * TileWMS, WMTS and so on) and of vector tiles. A tile that cannot be loaded gets the state `ERROR`. The request of
 * a released tile of an image is aborted. Throws a TypeError for a wrong option.
 *
 * @example
 * new XYZ({ url: '/tiles/{z}/{x}/{y}.png', tileLoadFunction: tileLoadFunction({ fetch }) });
 */
declare function tileLoadFunction(options: Fetching): (tile: TileLike, url: string) => void;
/**
 * Returns a `loader` for `ImageTile`, the newest source of images, that loads tiles with the wrapped `fetch`, as
 * bitmaps. A tile that is an SVG is an element. The request of a tile that OpenLayers disposes of is aborted. Works in
 * workers too, except for an SVG. Throws a TypeError for a wrong argument.
 *
 * @example
 * new ImageTile({ loader: tileLoader('/tiles/{z}/{x}/{y}.png', { fetch }) });
 */
declare function tileLoader(url: TileUrl, options: Fetching): (z: number, x: number, y: number, request: TileRequest) => Promise<ImageBitmap | HTMLImageElement>;

export { featureLoader, tileLoadFunction, tileLoader };
export type { FeatureLoader, FeatureUrl, FormatLike, TileLike, TileRequest, TileUrl };
