// Where the maps begin, and where the race takes them.
//
// A view is the middle of one small raster tile and near a corner of four large vector tiles, so that any map between
// 130 and 380 pixels wide and high needs exactly nine of the one or four of the other.

import type { TileOrder } from './orders.ts';
import { projected } from './projection.ts';

/** The side of a raster tile on the page, in pixels. */
export const tileSize = 128;

/** Zoom as Leaflet and OpenLayers count it: the world is 256 · 2^zoom pixels wide. */
export interface View {
  readonly name: string;
  readonly center: readonly [longitude: number, latitude: number];
  readonly zoom: number;
}

const zoom = 5;
const world = 256 * 2 ** zoom;
const vectorTile = 512;

/** The view beside that corner of vector tiles: `east` and `south` are 1 or -1. */
function beside(name: string, column: number, row: number, east: number, south: number): View {
  const x = (column * vectorTile + (east * tileSize) / 2) / world;
  const y = (row * vectorTile + (south * tileSize) / 2) / world;
  const latitude = (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI;
  return { name, zoom, center: [(x - 0.5) * 360, latitude] };
}

/** No two of them share a vector tile, so that each asks for all of its own. */
export const views: readonly View[] = [
  beside('the Aegean', 9, 6, 1, 1),
  beside('Rio de Janeiro', 6, 9, 1, -1),
  beside('Bengal', 12, 7, -1, -1),
  beside('Hispaniola', 5, 7, -1, 1),
  beside('Honshu', 14, 6, 1, 1),
  beside('the Horn of Africa', 10, 8, -1, 1),
];

/** The tiles that a map asks for in a view, and so many rings around them: small images, and large shapes. */
export function tilesOf({ center, zoom }: View, rings = 0): TileOrder[] {
  const around = (style: string, level: number, reach: readonly [from: number, to: number]) => {
    const [x, y] = projected(...center).map((share) => Math.floor(share * 2 ** level)) as [number, number];
    const steps = Array.from({ length: reach[1] - reach[0] + 1 }, (_, index) => reach[0] + index);
    return steps.flatMap((right) =>
      steps.map((down) => ({ kind: 'tile', style, zoom: level, x: x + right, y: y + down }) as const),
    );
  };
  const images = (style: string) => around(style, zoom + 1, [-1 - rings, 1 + rings]);
  return [...images('light'), ...images('dark'), ...around('vector', zoom - 1, [-1 - rings, 1 + rings])];
}

export const viewAt = (index: number): View => views[index % views.length] as View;
