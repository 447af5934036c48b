// The resources of a link: tiles, places, borders, pictures. Any other path gives undefined.

import { borders } from './atlas.ts';
import type { Kind } from './counts.ts';
import type { Answer } from './link.ts';
import { palettes } from './palette.ts';
import { boundsAt, regionAt } from './paths.ts';
import { places } from './places.ts';
import { collectionOf, mostPlaces, placesWithin } from './places-within.ts';
import { maxZoom } from './projection.ts';
import type { Studio } from './studio.ts';

/** One thing to ask for. */
export interface Resource {
  readonly kind: Kind;
  make(signal: AbortSignal): Promise<Answer>;
}

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
  const bounds = boundsAt(path);
  return bounds && { kind: 'json', make: () => json(collectionOf(placesWithin(places, bounds, mostPlaces))) };
}

function bordersAt(path: string): Resource | undefined {
  return path === 'borders.json' ? { kind: 'json', make: () => json(borders()) } : undefined;
}

function pictureAt(path: string, studio: Studio): Resource | undefined {
  const region = regionAt(path);
  if (!region) return undefined;
  const order = { kind: 'picture', name: region.name } as const;
  return { kind: 'gallery', make: (signal) => answer('image/png', studio.drawing(order, signal)) };
}

/** What a path under a link names. */
export function resourceAt(path: string, studio: Studio): Resource | undefined {
  return tileAt(path, studio) ?? placesAt(path) ?? bordersAt(path) ?? pictureAt(path, studio);
}
