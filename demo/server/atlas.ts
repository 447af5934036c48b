// The world as Natural Earth has it, cut into tiles on demand: countries, the borders between them, coasts.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FeatureCollection, MultiLineString, MultiPolygon, Polygon, Position } from 'geojson';
import GeoJSONVT, { type RawTile } from 'geojson-vt';
import { feature, mesh, neighbors } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { maxZoom } from './projection.ts';

/** What is known of a country. */
export interface Country {
  readonly name: string;
  /** Which of the style's tints it has: no neighbour has the same. */
  readonly tint: number;
}

type Countries = FeatureCollection<Polygon | MultiPolygon, Country>;
type World = Topology<{ countries: GeometryCollection<{ name: string }> }>;

/** How many tints a political map is painted with. */
const tints = 6;

/** Coordinates inside a tile run from 0 to this. */
export const extent = 4096;

const icy = new Set(['Antarctica', 'Greenland']);
const require = createRequire(import.meta.url);

function readWorld(scale: string): World {
  return JSON.parse(readFileSync(require.resolve(`world-atlas/countries-${scale}.json`), 'utf8'));
}

/** Follows a line across the date line instead of jumping round the world there. */
function unwrapped(line: readonly Position[]): Position[] {
  let shift = 0;
  let before = line[0]?.[0] ?? 0;
  return line.map(([longitude = 0, latitude = 0]) => {
    if (longitude - before > 180) shift -= 360;
    if (before - longitude > 180) shift += 360;
    before = longitude;
    return [longitude + shift, latitude];
  });
}

/** A ring that goes all the way round has a pole inside, and is closed through it. */
function closed(ring: readonly Position[]): Position[] {
  const line = unwrapped(ring);
  const [[start = 0] = [], [end = 0] = []] = [line[0], line.at(-1)];
  return start === end ? line : [...line, [end, -90], [start, -90]];
}

function reshaped(shape: Polygon | MultiPolygon): Polygon | MultiPolygon {
  return shape.type === 'Polygon'
    ? { ...shape, coordinates: shape.coordinates.map(closed) }
    : { ...shape, coordinates: shape.coordinates.map((rings) => rings.map(closed)) };
}

/** Tint 0 is for ice; the others go round so that neighbours differ. */
function paint(countries: World['objects']['countries']): Country[] {
  const beside = neighbors(countries.geometries);
  const painted: Country[] = [];
  countries.geometries.forEach((geometry, index) => {
    const { name = '' } = (geometry.properties ?? {}) as { name?: string };
    const taken = new Set(beside[index]?.map((other) => painted[other]?.tint));
    const wheel = Array.from({ length: tints - 1 }, (_, turn) => 1 + ((index + turn) % (tints - 1)));
    painted.push({ name, tint: icy.has(name) ? 0 : (wheel.find((tint) => !taken.has(tint)) ?? 1) });
  });
  return painted;
}

/** One resolution of the world. */
export class Atlas {
  readonly countries: Countries;
  readonly #land: GeoJSONVT;
  readonly #coasts: GeoJSONVT;
  readonly #borders: GeoJSONVT;

  constructor(scale: '110m' | '50m' | '10m') {
    const world = readWorld(scale);
    const { countries } = world.objects;
    const painted = paint(countries);
    const shapes = feature(world, countries) as FeatureCollection<Polygon | MultiPolygon>;
    this.countries = {
      type: 'FeatureCollection',
      features: shapes.features.map(({ type, geometry }, index) => ({
        type,
        geometry: reshaped(geometry),
        properties: painted[index] as Country,
      })),
    };
    // The buffer is as wide as the widest stroke, so that no seam shows where tiles meet.
    const options = { maxZoom, extent, buffer: 256, tolerance: scale === '10m' ? 2 : 4, indexMaxZoom: 3 };
    const lines = (filter: (a: object, b: object) => boolean): MultiLineString => ({
      type: 'MultiLineString',
      coordinates: mesh(world, countries, filter).coordinates.map(unwrapped),
    });
    this.#land = new GeoJSONVT(this.countries, options);
    this.#coasts = new GeoJSONVT(
      lines((a, b) => a === b),
      options,
    );
    this.#borders = new GeoJSONVT(
      lines((a, b) => a !== b),
      options,
    );
  }

  /** What is in a tile, layer by layer; a layer with nothing in it is null. */
  tile(z: number, x: number, y: number): Record<'land' | 'coasts' | 'borders', RawTile | null> {
    return {
      land: this.#land.getTileRaw(z, x, y),
      coasts: this.#coasts.getTileRaw(z, x, y),
      borders: this.#borders.getTileRaw(z, x, y),
    };
  }
}

let known: MultiLineString | undefined;

/** All land borders of the world, as GeoJSON: to about ten kilometres, for a layer of its own. */
export function borders(): MultiLineString {
  if (known) return known;
  const world = readWorld('50m');
  const lines = mesh(world, world.objects.countries, (a, b) => a !== b).coordinates;
  const near = (degrees: number) => Math.round(degrees * 10) / 10;
  const thinned = (line: readonly Position[]) =>
    unwrapped(line)
      .map((at) => at.map(near))
      .filter(([x, y], index, all) => x !== all[index - 1]?.[0] || y !== all[index - 1]?.[1]);
  known = { type: 'MultiLineString', coordinates: lines.map(thinned) };
  return known;
}
