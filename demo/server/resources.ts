// The resources of a link: tiles, places, borders, pictures. Any other path gives undefined.

import { borders, maxZoom } from './atlas.ts';
import type { Kind } from './counts.ts';
import type { Answer } from './link.ts';
import { palettes } from './palette.ts';
import { places } from './places.ts';
import { collectionOf, placesWithin } from './places-within.ts';
import { boundsOf, frameOfTiles } from './projection.ts';
import { regions } from './regions.ts';
import type { Studio } from './studio.ts';

/** One thing to ask for. */
export interface Resource {
  readonly kind: Kind;
  make(signal: AbortSignal): Promise<Answer>;
}

/** How many places a map shows at most. */
const mostPlaces = 80;

const answer = async (type: string, body: Promise<Buffer>): Promise<Answer> => ({ type, body: await body });
const json = (body: unknown): Promise<Answer> =>
  answer('application/json', Promise.resolve(Buffer.from(JSON.stringify(body))));

function tileAt(path: string, studio: Studio): Resource | undefined {
  const parts = /^tiles\/(\w+)\/(\d{1,7})\/(\d{1,7})\/(\d{1,7})\.(png|pbf)$/.exec(path);
  if (!parts) return undefined;
  const [, style = '', z, x, y, extension] = parts;
  const order = { kind: 'tile', style, zoom: Number(z), x: Number(x), y: Number(y) } as const;
  const across = 2 ** order.zoom;
  const vector = style === 'vector' && extension === 'pbf' && order.zoom <= maxZoom;
  const raster = Object.hasOwn(palettes, style) && extension === 'png' && order.zoom - 1 <= maxZoom;
  if (!(vector || raster) || order.zoom < 1 || order.x >= across || order.y >= across) return undefined;
  const type = vector ? 'application/x-protobuf' : 'image/png';
  return { kind: 'tiles', make: (signal) => answer(type, studio.drawing(order, signal)) };
}

function placesAt(path: string): Resource | undefined {
  const parts = /^places\/(\d{1,7})\/(-?\d{1,7})-(-?\d{1,7})\/(\d{1,7})-(\d{1,7})\.json$/.exec(path);
  if (!parts) return undefined;
  const [zoom = 0, left = 0, right = 0, top = 0, bottom = 0] = parts.slice(1).map(Number);
  if (zoom > maxZoom || right < left || bottom < top || right - left >= 2 ** zoom + 8) return undefined;
  const bounds = boundsOf(frameOfTiles(zoom, { left, right, top, bottom }));
  return { kind: 'json', make: () => json(collectionOf(placesWithin(places, bounds, mostPlaces))) };
}

function bordersAt(path: string): Resource | undefined {
  return path === 'borders.json' ? { kind: 'json', make: () => json(borders()) } : undefined;
}

function pictureAt(path: string, studio: Studio): Resource | undefined {
  const [, name] = /^gallery\/([\w-]+)\.png$/.exec(path) ?? [];
  if (!name || !regions.some((region) => region.name === name)) return undefined;
  return {
    kind: 'gallery',
    make: (signal) => answer('image/png', studio.drawing({ kind: 'picture', name }, signal)),
  };
}

/** What a path under a link names. */
export function resourceAt(path: string, studio: Studio): Resource | undefined {
  return tileAt(path, studio) ?? placesAt(path) ?? bordersAt(path) ?? pictureAt(path, studio);
}
