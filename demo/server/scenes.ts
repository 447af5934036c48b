// From an order to its SVG: which part of the world, from which atlas, in which colours.

import { Atlas } from './atlas.ts';
import { drawn } from './drawing.ts';
import { Labels } from './labels.ts';
import { lightsOf } from './lights.ts';
import type { Order } from './orders.ts';
import { palettes } from './palette.ts';
import { type Frame, frameAround, frameOfTiles } from './projection.ts';
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

/** The drawing, as SVG. Throws where there is no such thing to draw. */
export function svgOf(order: Order): string {
  if (order.kind === 'tile') {
    const { style, zoom, x, y, scale } = order;
    const frame = frameOfTiles(zoom, { left: x, right: x, top: y, bottom: y });
    return drawn(atlasFor(zoom), frame, paletteOf(style), labels.within(frame), scale);
  }
  const thumb = order.kind === 'thumb';
  const frame = frameOfRegion(order.name, thumb ? steps : 0);
  return drawn(atlasFor(frame.zoom), frame, paletteOf('night'), [], thumb ? 1.25 : 1, lightsOf(frame));
}
