// The towns of the view, asked for anew whenever it changes, and drawn in one of four ways.

import { LayerGroup } from 'leaflet';
import { worldTileSize } from './views.js';

/** @import { Map as LeafletMap } from 'leaflet' */
/** @import { Place } from '../server/places.ts' */
/** @import { Requests } from './requests.js' */
/** @import { Look } from './looks.js' */

/** The block of tiles that a view reaches into, as the server's addresses name it. */
function blockOf(/** @type {LeafletMap} */ map) {
  const { min, max } = map.getPixelBounds();
  const rows = 2 ** map.getZoom();
  const tile = (/** @type {number | undefined} */ pixel = 0) => Math.floor(pixel / worldTileSize);
  const row = (/** @type {number | undefined} */ pixel) => Math.max(0, Math.min(rows - 1, tile(pixel)));
  return `${map.getZoom()}/${tile(min?.x)}-${tile(max?.x)}/${row(min?.y)}-${row(max?.y)}`;
}

export class PlacesLayer extends LayerGroup {
  #requests;
  #urlOf;
  #look;
  /** Exactly while a request is under way or its answer is shown. */
  #block = '';
  #leaving = new AbortController();
  /** @type {readonly Place[]} */
  #places = [];

  /**
   * @param {Requests} requests
   * @param {(path: string) => string} urlOf
   * @param {Look} look
   */
  constructor(requests, urlOf, look) {
    super();
    this.#requests = requests;
    this.#urlOf = urlOf;
    this.#look = look;
  }

  /** @override */
  onAdd(/** @type {LeafletMap} */ map) {
    super.onAdd(map);
    map.on('moveend', this.#update, this);
    this.#update();
    return this;
  }

  /** @override */
  onRemove(/** @type {LeafletMap} */ map) {
    map.off('moveend', this.#update, this);
    this.#leaving.abort();
    this.#block = '';
    this.clearLayers();
    super.onRemove(map);
    return this;
  }

  async #update() {
    const block = blockOf(this._map);
    if (block === this.#block) return;
    this.#leaving.abort();
    this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    this.#block = block;
    try {
      const { places } = await this.#requests.get(this.#urlOf(`places/${block}.json`), signal, (answer) =>
        answer.json(),
      );
      if (signal.aborted) return;
      this.#places = places;
      this.#draw();
    } catch {
      // Left, or not to be had: the next view asks again.
      if (!signal.aborted) this.#block = '';
    }
  }

  #draw() {
    this.clearLayers();
    for (const layer of this.#look.draw(this.#places, this._map)) this.addLayer(layer);
  }
}
