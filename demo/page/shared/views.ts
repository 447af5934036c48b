// Where the maps begin, and where the race takes them.
//
// A view is the middle of one small raster tile and near a corner of four large vector tiles, so that any map between
// 130 and 380 pixels wide and high needs exactly nine of the one or four of the other.

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

export const views: readonly View[] = [
  beside('the Aegean', 9, 6, 1, 1),
  beside('Catalonia', 8, 6, 1, -1),
  beside('Bengal', 12, 7, -1, -1),
  beside('the Pearl River', 13, 7, 1, -1),
  beside('Honshu', 14, 6, 1, 1),
  beside('Hispaniola', 5, 7, -1, 1),
];

export const viewAt = (index: number): View => views[index % views.length] as View;
