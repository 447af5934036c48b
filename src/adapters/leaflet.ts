// A tile layer of Leaflet makes its tiles in `createTile`, which is documented for replacement. This one makes the
// same `<img>`, but fetches the image or loads it through a preloader. Leaflet does everything else: it decides which
// tiles there are, their order, URLs, options and events, and when a tile is no longer needed.

import { checkOptions, checkValue } from '../options/check.ts';
import { aFunction, withMethod } from '../options/kinds.ts';
import type { Fetch, Fetching } from './fetch-option.ts';
import { fetchImage, reasonOf, show } from './fetched-image.ts';

/** The part of a tile layer that is used. Leaflet 1.9 and 2 have it, and so do classes derived from theirs. */
export interface TileLayerLike {
  readonly options: {
    readonly crossOrigin?: boolean | string | undefined;
    readonly referrerPolicy?: boolean | string | undefined;
    readonly errorTileUrl?: string | undefined;
  };
  getTileUrl(coords: unknown): string;
  fire(type: string, event?: { readonly tile?: HTMLElement }, propagate?: boolean): unknown;
}

/** The part of a preloader that is used. */
export interface ImageQueue {
  load(
    source: { readonly src: string; readonly crossOrigin: string | null; readonly referrerPolicy?: string },
    options: { readonly signal: AbortSignal },
  ): Promise<HTMLImageElement>;
}

/** How tiles are loaded: with the wrapped `fetch`, or as images through a preloader. */
export type TileOptions =
  | (Fetching & { readonly images?: undefined })
  | {
      readonly fetch?: undefined;
      /** The preloader. Tiles go before all its preloads. */
      readonly images: ImageQueue;
    };

/**
 * Gives a tile its image. The tile's own events report the result. A removed tile gets no image: Leaflet would take
 * its `load` event for that of the tile that replaced it.
 */
type Load = (tile: HTMLImageElement, url: string, signal: AbortSignal) => Promise<void>;

const byFetch =
  (fetch: Fetch): Load =>
  async (tile, url, signal) => {
    const blob = await fetchImage(fetch, url, tile, signal);
    if (!signal.aborted) show(tile, blob, signal);
  };

/** The browser shows an image that the preloader has loaded without another request. */
const byQueue =
  (images: ImageQueue): Load =>
  async (tile, src, signal) => {
    const { crossOrigin, referrerPolicy } = tile;
    const source = { src, crossOrigin, ...(referrerPolicy && { referrerPolicy }) };
    const image = await images.load(source, { signal });
    if (!signal.aborted) tile.src = image.src;
  };

/** The `fetch` or preloader that loads the tiles of a layer. */
type Source = readonly [by: Fetch | ImageQueue, load: Load];

function sourceOf(options: TileOptions): Source {
  const kinds = { fetch: aFunction, images: withMethod('load', 'a preloader') };
  const { fetch, images } = checkOptions<object>(options, kinds) as TileOptions;
  if (fetch && images) throw new TypeError('Expected `fetch` or `images`, got both.');
  if (images) return [images, byQueue(images)];
  checkValue('fetch', fetch, aFunction);
  return [fetch, byFetch(fetch)];
}

/** The member of a layer that holds what loads its tiles. Other copies of this module use it, too. */
const loadedBy = Symbol.for('coflight');

/** Without a prototype: a page may have given `Object.prototype` a `get`. */
const incomplete = { __proto__: null, value: false, configurable: true } as PropertyDescriptor;

/** Makes the `<img>` that Leaflet would make, without its URL. */
function createImage({ crossOrigin, referrerPolicy }: TileLayerLike['options']): HTMLImageElement {
  const image = document.createElement('img');
  if (crossOrigin || crossOrigin === '') image.crossOrigin = crossOrigin === true ? '' : crossOrigin;
  if (typeof referrerPolicy === 'string') image.referrerPolicy = referrerPolicy;
  image.alt = '';
  return image;
}

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
export function coalesceTiles<Layer extends TileLayerLike>(layer: Layer, options: TileOptions): Layer {
  checkValue('layer', layer, withMethod('getTileUrl', 'a tile layer of Leaflet'));
  const [by, load] = sourceOf(options);
  const before = (layer as { [loadedBy]?: Source[0] })[loadedBy];
  if (before === by) return layer;
  if (before) throw new TypeError('This layer has another `fetch` or preloader: make one for each.');
  const leaving = new WeakMap<HTMLElement, AbortController>();
  const { fire } = layer;

  /** Leaflet counts the parameters: two of them mean that the tile is not ready at once. */
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
    // An image without a URL counts as complete, and Leaflet aborts only tiles that are not.
    Object.defineProperty(tile, 'complete', incomplete);
    load(tile, layer.getTileUrl(coords), controller.signal)
      .finally(() => Reflect.deleteProperty(tile, 'complete'))
      .catch(fail);
    return tile;
  };
  return Object.assign(layer, {
    createTile,
    // A listener would go with all others when the page calls `layer.off()`.
    fire(type: string, event?: { readonly tile?: HTMLElement }, propagate?: boolean) {
      if (type === 'tileunload' || type === 'tileabort') leaving.get(event?.tile as HTMLElement)?.abort();
      return fire.call(layer, type, event, propagate);
    },
    [loadedBy]: by,
  });
}
