// What can be asked for over a link: tiles, places, pictures. A path that names none of them is undefined.

import { maxZoom } from './atlas.ts';
import type { Kind } from './counts.ts';
import type { Answer } from './link.ts';
import { palettes } from './palette.ts';
import { placesWithin } from './places.ts';
import { boundsOf, frameOfTiles } from './projection.ts';
import { regions } from './regions.ts';
import type { Studio } from './studio.ts';

/** One thing to ask for. */
export interface Resource {
  readonly kind: Kind;
  make(signal: AbortSignal): Promise<Answer>;
}

/** How many places a map shows at most. */
const mostPlaces = 160;

const png = async (drawing: Promise<Buffer>): Promise<Answer> => ({ type: 'image/png', body: await drawing });

function tileAt(path: string, studio: Studio): Resource | undefined {
  const parts = /^tiles\/(\w+)\/(\d+)\/(\d+)\/(\d+)(@2x)?\.png$/.exec(path);
  if (!parts) return undefined;
  const [, style = '', z, x, y, large] = parts;
  const order = {
    kind: 'tile',
    style,
    zoom: Number(z),
    x: Number(x),
    y: Number(y),
    scale: large ? 2 : 1,
  } as const;
  const across = 2 ** order.zoom;
  if (!Object.hasOwn(palettes, style) || order.zoom > maxZoom || order.x >= across || order.y >= across)
    return undefined;
  return { kind: 'tiles', make: (signal) => png(studio.picture(order, signal)) };
}

function placesAt(path: string): Resource | undefined {
  const parts = /^places\/(\d+)\/(-?\d+)-(-?\d+)\/(\d+)-(\d+)\.json$/.exec(path);
  if (!parts) return undefined;
  const [zoom = 0, left = 0, right = 0, top = 0, bottom = 0] = parts.slice(1).map(Number);
  if (zoom > maxZoom || right < left || bottom < top || right - left >= 2 ** zoom + 8) return undefined;
  const bounds = boundsOf(frameOfTiles(zoom, { left, right, top, bottom }));
  const body = () => Buffer.from(JSON.stringify({ places: placesWithin(bounds, mostPlaces) }));
  return { kind: 'places', make: async () => ({ type: 'application/json', body: body() }) };
}

function pictureAt(path: string, studio: Studio): Resource | undefined {
  const [, name] = /^gallery\/([\w-]+)\.png$/.exec(path) ?? [];
  if (!name || !regions.some((region) => region.name === name)) return undefined;
  return { kind: 'gallery', make: (signal) => png(studio.picture({ kind: 'picture', name }, signal)) };
}

/** What a path under a link names. */
export function resourceAt(path: string, studio: Studio): Resource | undefined {
  return tileAt(path, studio) ?? placesAt(path) ?? pictureAt(path, studio);
}
