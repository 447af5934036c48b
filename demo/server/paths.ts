// Reads the paths of places and pictures, for the server and for the static copy.

import { type Bounds, boundsOf, frameOfTiles, maxZoom } from './projection.ts';
import { type Region, regions } from './regions.ts';

/** Returns the part of the world whose places a path names, as `places/4/7-8/4-5.json` names a block of tiles. */
export function boundsAt(path: string): Bounds | undefined {
  const parts = /^places\/(\d{1,7})\/(-?\d{1,7})-(-?\d{1,7})\/(\d{1,7})-(\d{1,7})\.json$/.exec(path);
  if (!parts) return undefined;
  const [zoom = 0, left = 0, right = 0, top = 0, bottom = 0] = parts.slice(1).map(Number);
  if (zoom > maxZoom || right < left || bottom < top || right - left >= 2 ** zoom + 8) return undefined;
  return boundsOf(frameOfTiles(zoom, { left, right, top, bottom }));
}

/** Returns the region whose picture a path names. */
export const regionAt = (path: string): Region | undefined =>
  regions.find(({ name }) => path === `gallery/${name}.png`);
