// Leaflet draws a tile by its layer's `createTile`, which is documented for replacement. Ours makes the same `<img>`,
// but what it shows comes by `fetch` or through a preloader. All else stays Leaflet's: which tiles, in what order, at
// what addresses, with which options and events, and when one is wanted no longer.

import { type Fetching, fetchOf, refuse } from './fetching.ts';
import { fetchImage, reasonOf, show } from './images.ts';

/** What is used of a tile layer: those of Leaflet 1.9 and 2 have it, and so has what is derived from them. */
export interface TileLayerLike {
  readonly options: {
    readonly crossOrigin?: boolean | string | undefined;
    readonly referrerPolicy?: boolean | string | undefined;
    readonly errorTileUrl?: string | undefined;
  };
  getTileUrl(coords: unknown): string;
  on(types: string, listener: (event: { readonly tile: HTMLElement }) => void): unknown;
}

/** What is used of a preloader. */
export interface ImageQueue {
  load(
    source: { readonly src: string; readonly crossOrigin: string | null; readonly referrerPolicy?: string },
    options: { readonly signal: AbortSignal },
  ): Promise<HTMLImageElement>;
}

/** What tiles are loaded with: the wrapped `fetch`, or as images, through the queue of a preloader. */
export type TileOptions = Fetching | { readonly images: ImageQueue };

/**
 * Gives a tile its image; what becomes of that, the tile's own events tell. A tile that was removed gets none: to
 * Leaflet its `load` would be that of the tile which has taken its place.
 */
type Load = (tile: HTMLImageElement, url: string, signal: AbortSignal) => Promise<void>;

const byFetch =
  (fetch: typeof globalThis.fetch): Load =>
  async (tile, url, signal) => {
    const blob = await fetchImage(fetch, url, tile, signal);
    if (!signal.aborted) show(tile, blob);
  };

/** What the queue has loaded, the browser shows in the tile without another request. */
const byQueue =
  (images: ImageQueue): Load =>
  async (tile, src, signal) => {
    const { crossOrigin, referrerPolicy } = tile;
    const source = { src, crossOrigin, ...(referrerPolicy && { referrerPolicy }) };
    const image = await images.load(source, { signal });
    if (!signal.aborted) tile.src = image.src;
  };

/** What loads the tiles, and how. */
type Source = readonly [by: typeof globalThis.fetch | ImageQueue, load: Load];

function sourceOf(options: TileOptions | undefined): Source {
  if (options && 'images' in options) {
    const { images } = options;
    if (typeof images?.load !== 'function') refuse('images', 'a preloader', images);
    return [images, byQueue(images)];
  }
  const fetch = fetchOf(options);
  return [fetch, byFetch(fetch)];
}

/** What the tiles of a layer are loaded with already, also by another copy of this module. */
const loadedBy = Symbol.for('coflight');

/** The `<img>` that Leaflet would make, without its address. */
function createImage({ crossOrigin, referrerPolicy }: TileLayerLike['options']): HTMLImageElement {
  const image = document.createElement('img');
  if (crossOrigin || crossOrigin === '') image.crossOrigin = crossOrigin === true ? '' : crossOrigin;
  if (typeof referrerPolicy === 'string') image.referrerPolicy = referrerPolicy;
  image.alt = '';
  return image;
}

/**
 * Makes a tile layer of Leaflet, 1.9 or 2, load its tiles with the wrapped `fetch`, so that maps share them, or
 * through a preloader, so that they go before all that is preloaded. Options, events, error tiles: as ever; a tile
 * that is removed is aborted. Do it before the layer is added to a map. By `fetch` the server must allow CORS.
 *
 * Throws a TypeError for what is no tile layer, no `fetch` and no preloader, and for a layer whose tiles are loaded with
 * another one already.
 *
 * @returns the layer
 *
 * @example
 * coalesceTiles(L.tileLayer('/tiles/{z}/{x}/{y}.png'), { fetch }).addTo(map);
 */
export function coalesceTiles<Layer extends TileLayerLike>(layer: Layer, options: TileOptions): Layer {
  if (typeof layer?.getTileUrl !== 'function') refuse('layer', 'a tile layer of Leaflet', layer);
  const [by, load] = sourceOf(options);
  const before = (layer as { [loadedBy]?: Source[0] })[loadedBy];
  if (before === by) return layer;
  if (before) throw new TypeError('This layer has another `fetch` or preloader: make one for each.');
  const leaving = new WeakMap<HTMLElement, AbortController>();
  layer.on('tileunload tileabort', ({ tile }) => leaving.get(tile)?.abort());

  /** Two parameters: by their number Leaflet knows that the tile takes its time. */
  const createTile = (coords: unknown, done: (error: unknown, tile: HTMLElement) => void): HTMLElement => {
    const tile = createImage(layer.options);
    const controller = new AbortController();
    leaving.set(tile, controller);
    const fail = (error: unknown) => {
      if (controller.signal.aborted) return;
      const { errorTileUrl } = layer.options;
      if (errorTileUrl && tile.getAttribute('src') !== errorTileUrl) tile.src = errorTileUrl;
      done(error, tile);
    };
    tile.addEventListener('load', () => done(undefined, tile));
    tile.addEventListener('error', (event) => void reasonOf(event).then(fail));
    // An image without an address says that it is complete, and Leaflet calls off only what is not.
    Object.defineProperty(tile, 'complete', { value: false, configurable: true });
    load(tile, layer.getTileUrl(coords), controller.signal)
      .finally(() => Reflect.deleteProperty(tile, 'complete'))
      .catch(fail);
    return tile;
  };
  return Object.assign(layer, { createTile, [loadedBy]: by });
}
