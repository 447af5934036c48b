// A tile layer whose tiles are fetched, so that maps can share them; a tile that left the view is aborted.

import { Browser, GridLayer } from 'leaflet';

/** @import { Coords, DoneCallback } from 'leaflet' */
/** @import { Requests } from './requests.js' */

export class FetchedTiles extends GridLayer {
  #requests;
  #urlOf;
  /** @type {WeakMap<HTMLElement, AbortController>} One for each tile that is on a map. */
  #leaving = new WeakMap();

  /**
   * @param {Requests} requests
   * @param {(coords: Coords) => string} urlOf
   */
  constructor(requests, urlOf) {
    super({ minZoom: 2, maxZoom: 9, keepBuffer: 1 });
    this.#requests = requests;
    this.#urlOf = urlOf;
    this.on('tileunload', ({ tile }) => this.#leaving.get(tile)?.abort());
  }

  /**
   * @override
   * @param {Coords} coords
   * @param {DoneCallback} done
   */
  createTile(coords, done) {
    const tile = document.createElement('canvas');
    const leaving = new AbortController();
    this.#leaving.set(tile, leaving);
    this.#show(tile, this.#urlOf(coords), leaving.signal).then(
      () => done(undefined, tile),
      (error) => done(error, tile),
    );
    return tile;
  }

  async #show(
    /** @type {HTMLCanvasElement} */ tile,
    /** @type {string} */ url,
    /** @type {AbortSignal} */ signal,
  ) {
    const blob = await this.#requests.get(url, signal, (response) => response.blob());
    const image = await createImageBitmap(blob);
    tile.width = image.width;
    tile.height = image.height;
    tile.getContext('bitmaprenderer')?.transferFromImageBitmap(image);
  }
}

/** What stands in a tile's address for sharp screens. */
export const sharpness = Browser.retina ? '@2x' : '';
