// Places on a map, wherever they come from.

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

/** How many places a map shows at most. */
export const mostPlaces = 80;

/** The first of these places within the bounds, at most `limit` of them, with longitudes from `west` on. */
export function placesWithin(
  places: readonly Place[],
  { west, south, east, north }: Bounds,
  limit: number,
): Place[] {
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
