// Stands for a tile server: cuts the countries of Natural Earth into vector tiles.

import { createRequire } from 'node:module';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import GeoJSONVT from 'geojson-vt';
import { feature } from 'topojson-client';

const world = createRequire(import.meta.url)('world-atlas/countries-110m.json');
const index = new GeoJSONVT(feature(world, world.objects.countries), { maxZoom: 6 });

export const tiles = {
  name: 'tiles',
  configureServer({ middlewares }) {
    middlewares.use('/tiles', (request, response) => {
      const [z, x, y] = request.url.match(/\d+/g).map(Number);
      const tile = index.getTile(z, x, y);
      response.setHeader('cache-control', 'no-cache');
      response.setHeader('content-type', 'application/x-protobuf');
      response.end(tile ? fromGeojsonVt({ countries: tile }, { version: 2 }) : undefined);
    });
  },
};
