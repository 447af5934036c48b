// The four maps of the page: one view, one set of tiles, one list of places, four ways to look at them.

import { control, map as createMap } from 'leaflet';
import { linkMaps } from './linked-maps.js';
import { looks } from './looks.js';
import { PlacesLayer } from './places-layer.js';
import { FetchedTiles, sharpness } from './tile-layer.js';
import { views } from './views.js';

/** @import { Map as LeafletMap } from 'leaflet' */
/** @import { Requests } from './requests.js' */
/** @import { Link } from './link.js' */
/** @import { Look } from './looks.js' */
/** @import { View } from './views.js' */
/** @typedef {{ readonly map: LeafletMap, readonly tiles: FetchedTiles, readonly places: PlacesLayer }} Panel */

const night = matchMedia('(prefers-color-scheme: dark)');
const still = matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * @param {Element} host
 * @param {Look} look
 * @param {number} number
 * @returns {LeafletMap}
 */
function showMap(host, look, number) {
  const card = document.createElement('div');
  card.className = 'map';
  card.innerHTML = `<div role="application"></div><p>${look.name}</p>`;
  host.append(card);
  const element = /** @type {HTMLElement} */ (card.firstElementChild);
  element.ariaLabel = `Map ${number} of ${looks.length}: ${look.name}. Arrow keys move all maps, plus and minus zoom.`;
  return createMap(element, {
    attributionControl: false,
    zoomControl: false,
    preferCanvas: true,
    zoomAnimation: !still,
    fadeAnimation: !still,
    inertia: !still,
    minZoom: 2,
    maxZoom: 9,
    maxBounds: [
      [-85, -Infinity],
      [85, Infinity],
    ],
    maxBoundsViscosity: 1,
  });
}

export class Maps {
  /** @type {readonly Panel[]} */
  #panels;
  #view = 0;

  /**
   * @param {Element} host
   * @param {Requests} requests
   * @param {Link} link
   */
  constructor(host, requests, link) {
    this.#panels = looks.map((look, index) => ({
      map: showMap(host, look, index + 1),
      tiles: new FetchedTiles(requests, ({ x, y, z }) =>
        link.url(`tiles/${night.matches ? 'dark' : 'light'}/${z}/${x}/${y}${sharpness}.png`),
      ),
      places: new PlacesLayer(requests, (path) => link.url(path), look),
    }));
    const maps = this.#panels.map(({ map }) => map);
    const [first] = views;
    for (const map of maps) if (first) map.setView(first.center, first.zoom);
    linkMaps(maps);
    if (maps[0]) control.zoom({ position: 'topright' }).addTo(maps[0]);
    night.addEventListener('change', () => this.ask());
  }

  /** Asks for everything in view, whether it is there or not. */
  ask() {
    this.clear();
    for (const { map, tiles, places } of this.#panels) map.addLayer(tiles).addLayer(places);
  }

  /** Shows nothing, and gives up what is under way. */
  clear() {
    for (const { map, tiles, places } of this.#panels) map.removeLayer(tiles).removeLayer(places);
  }

  /** The view after this one. */
  get next() {
    return (this.#view + 1) % views.length;
  }

  /** Goes to one of the views, without crossing what lies between. */
  flyTo(/** @type {number} */ index) {
    const { center, zoom } = /** @type {View} */ (views[index]);
    this.#view = index;
    this.#panels[0]?.map.setView(center, zoom, { animate: false });
  }
}
