// The resources of a link in the static copy: the drawings made at build time, and the places near a point.

import type { Answer, Query } from '../server/link.ts';
import { boundsAt, regionAt } from '../server/paths.ts';
import { collectionOf, mostPlaces, type Place, placesWithin } from '../server/places-within.ts';
import { regions } from '../server/regions.ts';
import { drawnTiles, fileOf, racedFiles, sea } from './drawn.ts';

type Resource = Omit<Query, 'path'>;

const { scope } = (globalThis as unknown as ServiceWorkerGlobalScope).registration;

/** A file of the copy. It lies in the browser's cache once it was asked for. */
async function file(path: string, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(`${scope}drawn/${path}`, { cache: 'force-cache', ...(signal && { signal }) });
  if (!response.ok) throw new TypeError(`${path}: ${response.status}`);
  return response;
}

const bytesOf = async (type: string, path: string, signal: AbortSignal): Promise<Answer> => ({
  type,
  body: new Uint8Array(await (await file(path, signal)).arrayBuffer()),
});

/** Returns open sea for a tile that was not drawn. */
function tileAt(path: string): Resource | undefined {
  const [, style = '', place, extension = ''] =
    /^tiles\/(light|dark|vector)\/(\d+\/\d+\/\d+)\.(png|pbf)$/.exec(path) ?? [];
  if (!style || (style === 'vector') !== (extension === 'pbf')) return undefined;
  const type = extension === 'pbf' ? 'application/x-protobuf' : 'image/png';
  const wanted = fileOf(style, `${style}/${place}`);
  const found = drawnTiles.has(wanted) ? wanted : fileOf(style, `${style}/${sea}`);
  return { kind: 'tiles', make: (signal) => bytesOf(type, found, signal) };
}

function pictureAt(path: string): Resource | undefined {
  const region = regionAt(path);
  if (!region) return undefined;
  return { kind: 'gallery', make: (signal) => bytesOf('image/webp', `picture/${region.name}.webp`, signal) };
}

let places: Promise<readonly Place[]> | undefined;
const allPlaces = () => (places ??= file('places.json').then((response) => response.json()));

function placesAt(path: string): Resource | undefined {
  const bounds = boundsAt(path);
  if (!bounds) return undefined;
  const make = async (): Promise<Answer> => {
    const found = collectionOf(placesWithin(await allPlaces(), bounds, mostPlaces));
    return { type: 'application/json', body: new TextEncoder().encode(JSON.stringify(found)) };
  };
  return { kind: 'json', make };
}

function bordersAt(path: string): Resource | undefined {
  if (path !== 'borders.json') return undefined;
  return { kind: 'json', make: (signal) => bytesOf('application/json', path, signal) };
}

/** What a path under a link names. */
export const resourceAt = (path: string): Resource | undefined =>
  tileAt(path) ?? placesAt(path) ?? bordersAt(path) ?? pictureAt(path);

/** Loads ahead all that the race asks for, so that the host of this copy slows no panel down. */
export async function warm(): Promise<void> {
  const pictures = regions.map(({ name }) => `picture/${name}.webp`);
  const files = [...racedFiles, 'borders.json', 'places.json', ...pictures];
  await Promise.all(files.map((path) => file(path).then((response) => response.arrayBuffer())));
}
