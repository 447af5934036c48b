// Sources of OpenLayers take functions that load. A source that knows its URLs takes a `tileLoadFunction` (XYZ, WMTS,
// vector tiles). A source that asks by coordinates (ImageTile) or by extent (Vector) takes a `loader`. This module
// makes such functions. OpenLayers still decides which tiles are loaded, in what order and how many at a time.

import { checkValue } from '../options/check.ts';
import { type FormatLike, fetchFeatures } from './features.ts';
import { checkFetching, type Fetch, type Fetching, urlOrFunction } from './fetch-option.ts';
import { drawable, fetchImage, show } from './fetched-image.ts';

export { type FeatureLoader, type FeatureUrl, featureLoader } from './feature-loader.ts';
export type { FormatLike };

/** States of a tile, as in `ol/TileState`. */
const failed = 3;
const released = 4;

/** The part of a tile that is used. */
export interface TileLike {
  getState(): number;
  setState(state: number): void;
  addEventListener(type: string, listener: () => void): void;
}

/** The part of an image tile that is used. */
interface ImageTileLike extends TileLike {
  getImage(): unknown;
}

/** The part of a vector tile that is used. */
interface VectorTileLike<Feature> extends TileLike {
  getFormat(): FormatLike<Feature>;
  setLoader(loader: (extent: unknown, resolution: number, projection: unknown) => Promise<void>): void;
  setFeatures(features: Feature[]): void;
}

/** The options that `ImageTile` passes to its loader for a tile. */
export interface TileRequest {
  readonly signal: AbortSignal;
  readonly crossOrigin?: string | undefined;
  readonly referrerPolicy?: ReferrerPolicy | undefined;
  readonly maxY?: number | undefined;
}

/** The URL of a tile: a template with `{x}`, `{y}`, `{z}` and `{-y}`, or a function of the coordinates. */
export type TileUrl = string | ((z: number, x: number, y: number, request: TileRequest) => string);

async function loadImage(fetch: Fetch, tile: ImageTileLike, url: string): Promise<void> {
  const image = tile.getImage() as HTMLImageElement;
  const leaving = new AbortController();
  tile.addEventListener('change', () => {
    if (tile.getState() === released) leaving.abort();
  });
  try {
    show(image, await fetchImage(fetch, url, image, leaving.signal));
  } catch {
    // OpenLayers takes no reason. A released tile ignores the new state.
    tile.setState(failed);
  }
}

const loadVector = <Feature>(fetch: Fetch, tile: VectorTileLike<Feature>, url: string): void =>
  tile.setLoader((extent, _, projection) => {
    const options = { extent, featureProjection: projection };
    const read = async () => fetchFeatures(fetch, url, tile.getFormat(), options);
    // A listener of the loaded tile may throw. That is no failure of the tile.
    return read().then(
      (features) => tile.setFeatures(features),
      () => tile.setState(failed),
    );
  });

/**
 * Returns a `tileLoadFunction` that loads tiles with the wrapped `fetch`. It is for sources of images (XYZ, OSM,
 * TileWMS, WMTS and so on) and of vector tiles. A tile that cannot be loaded gets the state `ERROR`. The request of
 * a released tile of an image is aborted. Throws a TypeError for a wrong option.
 *
 * @example
 * new XYZ({ url: '/tiles/{z}/{x}/{y}.png', tileLoadFunction: tileLoadFunction({ fetch }) });
 */
export function tileLoadFunction(options: Fetching): (tile: TileLike, url: string) => void {
  const { fetch } = checkFetching(options, {});
  return (tile, url) => {
    if ('setLoader' in tile) loadVector(fetch, tile as VectorTileLike<unknown>, url);
    else void loadImage(fetch, tile as ImageTileLike, url);
  };
}

/**
 * Returns a `loader` for `ImageTile`, the newest source of images, that loads tiles with the wrapped `fetch`, as
 * bitmaps. A tile that is an SVG is an element. The request of a tile that OpenLayers disposes of is aborted. Works in
 * workers too, except for an SVG. Throws a TypeError for a wrong argument.
 *
 * @example
 * new ImageTile({ loader: tileLoader('/tiles/{z}/{x}/{y}.png', { fetch }) });
 */
export function tileLoader(
  url: TileUrl,
  options: Fetching,
): (z: number, x: number, y: number, request: TileRequest) => Promise<ImageBitmap | HTMLImageElement> {
  checkValue('url', url, urlOrFunction('a template or a function'));
  const { fetch } = checkFetching(options, {});
  return async (z, x, y, request) => {
    // No test has a source whose tiles have no `maxY`.
    const values: Readonly<Record<string, number>> = { x, y, z, '-y': (request.maxY ?? 0) - y };
    const href =
      typeof url === 'string'
        ? url.replace(/\{(-?y|x|z)\}/g, (_, name: string) => `${values[name]}`)
        : url(z, x, y, request);
    return drawable(await fetchImage(fetch, href, request, request.signal));
  };
}
