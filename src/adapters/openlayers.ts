// OpenLayers leaves the loading to functions that its sources are given: a `tileLoadFunction` where a source knows the
// addresses (XYZ, WMTS, vector tiles), a `loader` where it asks by coordinates (ImageTile) or by extent (Vector). These
// are such functions. Which tiles, in what order and how many at a time stays with OpenLayers.

import { type Fetching, fetchOf, refuse } from './fetching.ts';
import { fetchImage, show } from './images.ts';

type Fetch = typeof globalThis.fetch;

/** States of a tile, as in `ol/TileState`. */
const failed = 3;
const released = 4;

/** What is used of any tile. */
export interface TileLike {
  getState(): number;
  setState(state: number): void;
  addEventListener(type: string, listener: () => void): void;
}

/** What is used of a tile that is an image. */
interface ImageTileLike extends TileLike {
  getImage(): unknown;
  getCrossOrigin?(): string | null;
  getReferrerPolicy?(): ReferrerPolicy | undefined;
}

/** What is used of a tile that holds features. */
interface VectorTileLike<Feature> extends TileLike {
  getFormat(): FormatLike<Feature>;
  setLoader(loader: (extent: unknown, resolution: number, projection: unknown) => Promise<void>): void;
  setFeatures(features: Feature[]): void;
}

/** What is used of a format, such as `GeoJSON` or `MVT`. */
export interface FormatLike<Feature> {
  getType(): string;
  readFeatures(source: string | ArrayBuffer, options: object): Feature[];
}

/** What `ImageTile` tells its loader. */
export interface TileRequest {
  readonly signal: AbortSignal;
  readonly crossOrigin?: string | undefined;
  readonly referrerPolicy?: ReferrerPolicy | undefined;
  readonly maxY?: number | undefined;
}

/** Where a tile is: with `{x}`, `{y}`, `{z}` and `{-y}` in it, or as a function of the coordinates. */
export type TileUrl = string | ((z: number, x: number, y: number, request: TileRequest) => string);

/** Where features are, or where those of an extent are. */
export type FeatureUrl = string | ((extent: number[], resolution: number, projection: never) => string);

/** Reads the features of an answer. Throws where the answer is an error: what comes with it is no data. */
async function featuresOf<F>(response: Response, format: FormatLike<F>, options: object): Promise<F[]> {
  if (!response.ok) throw new Error(`GET ${response.url}: ${response.status} ${response.statusText}`);
  const binary = format.getType() === 'arraybuffer';
  return format.readFeatures(await (binary ? response.arrayBuffer() : response.text()), options);
}

async function loadImage(fetch: Fetch, tile: ImageTileLike, url: string): Promise<void> {
  const image = tile.getImage() as HTMLImageElement;
  const leaving = new AbortController();
  tile.addEventListener('change', () => {
    if (tile.getState() === released) leaving.abort();
  });
  try {
    const attributes = { crossOrigin: tile.getCrossOrigin?.(), referrerPolicy: tile.getReferrerPolicy?.() };
    show(image, await fetchImage(fetch, url, attributes, leaving.signal));
  } catch {
    // OpenLayers has no place for the reason. A released tile takes no state any more.
    tile.setState(failed);
  }
}

const loadVector = <Feature>(fetch: Fetch, tile: VectorTileLike<Feature>, url: string): void =>
  tile.setLoader(async (extent, _, projection) => {
    try {
      const options = { extent, featureProjection: projection };
      tile.setFeatures(await featuresOf(await fetch(url), tile.getFormat(), options));
    } catch {
      tile.setState(failed);
    }
  });

/**
 * A `tileLoadFunction` for sources of images (XYZ, OSM, TileWMS, WMTS and so on) and of vector tiles, with which
 * tiles are loaded by the wrapped `fetch`. A tile that cannot be loaded is in the state `ERROR`; one that is
 * released is aborted. Throws a TypeError where `fetch` is none.
 *
 * @example
 * new XYZ({ url: '/tiles/{z}/{x}/{y}.png', tileLoadFunction: tileLoadFunction({ fetch }) });
 */
export function tileLoadFunction(options: Fetching): (tile: TileLike, url: string) => void {
  const fetch = fetchOf(options);
  return (tile, url) => {
    if ('setLoader' in tile) loadVector(fetch, tile as VectorTileLike<unknown>, url);
    else void loadImage(fetch, tile as ImageTileLike, url);
  };
}

/**
 * A `loader` for `ImageTile`, the newest source of images: tiles come by the wrapped `fetch`, as bitmaps, and one
 * that OpenLayers disposes of is aborted. Works in workers, too. Throws a TypeError for a wrong argument.
 *
 * @example
 * new ImageTile({ loader: tileLoader('/tiles/{z}/{x}/{y}.png', { fetch }) });
 */
export function tileLoader(
  url: TileUrl,
  options: Fetching,
): (z: number, x: number, y: number, request: TileRequest) => Promise<ImageBitmap> {
  if (!/string|function/.test(typeof url)) refuse('url', 'a template or a function', url);
  const fetch = fetchOf(options);
  return async (z, x, y, request) => {
    const values: Readonly<Record<string, number>> = { x, y, z, '-y': (request.maxY ?? 0) - y };
    const address =
      typeof url === 'string'
        ? url.replace(/\{(-?y|x|z)\}/g, (_, name: string) => `${values[name]}`)
        : url(z, x, y, request);
    return createImageBitmap(await fetchImage(fetch, address, request, request.signal));
  };
}

/**
 * A `loader` for a `Vector` source: features of any format (GeoJSON, say) come by the wrapped `fetch`, as promises.
 * It rejects for an answer that is an error. Throws a TypeError for a wrong argument.
 *
 * @example
 * const format = new GeoJSON();
 * new VectorSource({ format, loader: featureLoader('/cities.json', format, { fetch }) });
 */
export function featureLoader<Feature>(
  url: FeatureUrl,
  format: FormatLike<Feature>,
  options: Fetching,
): (extent: number[], resolution: number, projection: unknown) => Promise<Feature[]> {
  if (!/string|function/.test(typeof url)) refuse('url', 'an address or a function', url);
  if (typeof format?.readFeatures !== 'function') refuse('format', 'a format of OpenLayers', format);
  const fetch = fetchOf(options);
  return async (extent, resolution, projection) => {
    const address = typeof url === 'string' ? url : url(extent, resolution, projection as never);
    return featuresOf(await fetch(address), format, { extent, featureProjection: projection });
  };
}
