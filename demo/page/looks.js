// Four ways to look at the same towns.

import { circleMarker, Point, tooltip } from 'leaflet';

/** @import { Layer, Map as LeafletMap } from 'leaflet' */
/** @import { Place } from '../server/places.ts' */

/**
 * @typedef {object} Look
 * @property {string} name
 * @property {(places: readonly Place[], map: LeafletMap) => Layer[]} draw
 */

/** @returns {[latitude: number, longitude: number]} */
const at = (/** @type {Place} */ { latitude, longitude }) => [latitude, longitude];

const colourOf = (/** @type {LeafletMap} */ map, /** @type {string} */ name) =>
  getComputedStyle(map.getContainer()).getPropertyValue(name).trim();

/**
 * @param {Place} place
 * @param {number} radius
 * @param {string} colour
 * @param {number} opacity
 */
function dot(place, radius, colour, opacity = 0.9) {
  const circle = { radius, stroke: false, fillColor: colour, fillOpacity: opacity, interactive: false };
  return circleMarker(at(place), circle);
}

/**
 * @param {Place} place
 * @param {string} className
 */
function label(place, className) {
  const options = {
    permanent: true,
    direction: 'right',
    offset: new Point(5, 0),
    className,
    interactive: false,
  };
  return tooltip(/** @type {import('leaflet').TooltipOptions} */ (options))
    .setLatLng(at(place))
    .setContent(place.name);
}

/**
 * Those whose names find room, the first ones first.
 *
 * @param {readonly Place[]} places
 * @param {LeafletMap} map
 * @param {number} most
 */
function roomy(places, map, most) {
  const bounds = map.getBounds();
  /** @type {{ x: number, y: number, width: number }[]} */
  const taken = [];
  return places.filter((place) => {
    if (taken.length >= most || !bounds.contains(at(place))) return false;
    const { x, y } = map.latLngToContainerPoint(at(place));
    const width = 14 + place.name.length * 6.4;
    if (x + width > map.getSize().x || y < 8 || y > map.getSize().y - 34) return false;
    const free = taken.every((one) => Math.abs(one.y - y) > 16 || one.x > x + width || x > one.x + one.width);
    if (free) taken.push({ x, y, width });
    return free;
  });
}

const hues = [4, 32, 48, 92, 148, 176, 204, 232, 268, 312, 338];

/** Every country has its own, and always the same. */
function hueOf(/** @type {string} */ country) {
  const number = country.charCodeAt(0) * 26 + country.charCodeAt(1);
  return hues[number % hues.length];
}

/** @type {readonly Look[]} */
export const looks = [
  {
    name: 'Names',
    draw(places, map) {
      const named = roomy(places, map, 14);
      const ink = colourOf(map, '--place');
      return [...named.map((place) => dot(place, 2.6, ink)), ...named.map((place) => label(place, 'place'))];
    },
  },
  {
    name: 'People',
    draw(places, map) {
      const colour = colourOf(map, '--people');
      return places.map((place) =>
        dot(place, Math.max(1.5, Math.sqrt(place.population) / 210), colour, 0.42),
      );
    },
  },
  {
    name: 'Countries',
    draw(places, map) {
      const tone = colourOf(map, '--tone');
      return places.map((place) => dot(place, 3.2, `hsl(${hueOf(place.country)} ${tone})`));
    },
  },
  {
    name: 'Capitals',
    draw(places, map) {
      const capitals = places.filter(({ capital }) => capital);
      const [ink, faint] = [colourOf(map, '--capital'), colourOf(map, '--place')];
      return [
        ...places.map((place) => dot(place, 1.4, faint, 0.45)),
        ...capitals.map((place) => dot(place, 4, ink)),
        ...roomy(capitals, map, 12).map((place) => label(place, 'place capital')),
      ];
    },
  },
];
