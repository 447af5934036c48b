// From an order to its SVG: which part of the world, from which atlas, in which colours.

import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { RawFeature } from 'geojson-vt';
import { Atlas, extent } from './atlas.ts';
import { drawn } from './drawing.ts';
import { Labels } from './labels.ts';
import { lightsOf } from './lights.ts';
import type { Order, TileOrder } from './orders.ts';
import { palettes } from './palette.ts';
import { type Frame, frameAround, tileSize } from './projection.ts';
import { regions } from './regions.ts';

type Scale = ConstructorParameters<typeof Atlas>[0];

const atlases = new Map<Scale, Atlas>();

const atlasOf = (scale: Scale) => atlases.getOrInsertComputed(scale, () => new Atlas(scale));

/** No more detail than the zoom can show. */
function atlasFor(zoom: number): Atlas {
  return atlasOf(zoom < 2 ? '110m' : zoom < 5 ? '50m' : '10m');
}

/** Ready before the first order comes: this is what a page begins with. */
const labels = new Labels(atlasOf('50m'));

function paletteOf(style: string) {
  const palette = palettes[style];
  if (!palette) throw new Error(`There is no style ${style}.`);
  return palette;
}

/** Pixels of a large picture, and how much smaller a thumbnail is: a power of two, so that it is the same view. */
const picture = { width: 1920, height: 1280 };
const steps = 3;

function frameOfRegion(name: string, smaller: number): Frame {
  const region = regions.find((one) => one.name === name);
  if (!region) throw new Error(`There is no picture of ${name}.`);
  const [width, height] = [picture.width / 2 ** smaller, picture.height / 2 ** smaller];
  return frameAround(region.longitude, region.latitude, region.zoom - smaller, width, height);
}

/** Half a tile's side for its place in the world: four times as many tiles, twice as sharp. */
function frameOfTile({ zoom, x, y }: TileOrder): Frame {
  const side = tileSize / 2;
  return { zoom: zoom - 1, left: x * side, top: y * side, width: side, height: side };
}

/** The tile's shapes in the format of Mapbox Vector Tiles, in the layers `land`, `coasts` and `borders`. */
export function vectorOf({ zoom, x, y }: TileOrder): Uint8Array {
  const tile = atlasFor(zoom).tile(zoom, x, y);
  const layers = Object.entries(tile).map(([name, layer]) => [
    name,
    { features: layer?.features.map(inWhole) ?? [] },
  ]);
  return fromGeojsonVt(Object.fromEntries(layers), { version: 2, extent });
}

/** A shape with its corners as pairs of whole numbers. */
function inWhole(shape: RawFeature) {
  const { type, tags } = shape;
  const pairs = (line: ArrayLike<number>) =>
    Array.from({ length: line.length / 2 }, (_, at) => [
      Math.round(line[2 * at] as number),
      Math.round(line[2 * at + 1] as number),
    ]);
  const geometry = shape.type === 2 || shape.type === 3 ? shape.geometry.map(pairs) : [];
  return { type, geometry, tags };
}

/** The drawing, as SVG. Throws where there is no such thing to draw. */
export function svgOf(order: Order): string {
  if (order.kind === 'tile') {
    const frame = frameOfTile(order);
    return drawn(atlasFor(frame.zoom), frame, paletteOf(order.style), labels.within(frame), 2);
  }
  const thumb = order.kind === 'thumb';
  const frame = frameOfRegion(order.name, thumb ? steps : 0);
  return drawn(atlasFor(frame.zoom), frame, paletteOf('night'), [], thumb ? 1.25 : 1, lightsOf(frame));
}
