import { readFile } from 'node:fs/promises';
import { env } from 'node:process';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Kind, putMaps } from '../support/maps.ts';
import { resource } from '../support/resource.ts';
import { engines, openSite, type Site, thorough, type Visitor } from '../support/site.ts';

/** A vector tile with a layer that has no features. */
const vectorTile = '\x1a\x05\x0a\x01a\x78\x02';

const contentOf = (kind: Kind): Record<string, string> => {
  if (kind.endsWith('GeoJSON')) return { body: '{ "type": "FeatureCollection", "features": [] }' };
  return kind.endsWith('vector') ? { body: vectorTile } : { image: '256x256' };
};

const counts: [Kind, number, number][] = [
  ['Leaflet 1.9', 36, 9],
  ['Leaflet 2', 36, 9],
  ['OpenLayers XYZ', 36, 9],
  ['OpenLayers ImageTile', 36, 9],
  ['OpenLayers vector', 36, 9],
  ['OpenLayers GeoJSON', 4, 1],
  ['MapLibre raster', 36, 9],
  ['MapLibre vector', 16, 4],
];

const documented: [string, Kind][] = [
  ['Leaflet, tiles by `fetch`', 'Leaflet 1.9'],
  ['OpenLayers, tiles by `fetch`', 'OpenLayers XYZ'],
  ['MapLibre, raster tiles', 'MapLibre raster'],
  ['MapLibre, vector tiles (fetched in its workers)', 'MapLibre vector'],
];

/** `npm test` takes those that docs/maps.md shows. Of each kind test/browser has a test of the adapter. */
const taken = counts.filter(([kind]) => thorough || documented.some(([, shown]) => shown === kind));

test.each(documented)('docs/maps.md has the counts of this test for "%s"', async (row, kind) => {
  const [, alone, together] = counts.find(([name]) => name === kind) ?? [];
  const docs = await readFile(new URL('../../docs/maps.md', import.meta.url), 'utf8');
  // Asked by the maps, sent without an adapter, sent with it.
  expect(docs).toContain(`| ${row} | ${alone} | ${alone} | ${together} |`);
});

describe.each(engines)('%s', (engine) => {
  let site: Site;
  let visitor: Visitor;
  let pathTo: (kind: Kind) => string;

  beforeAll(async () => {
    site = await openSite(engine, { webgl: true });
    pathTo = await putMaps(site);
  });
  afterAll(() => site.close());
  beforeEach(async () => {
    visitor = await site.visitor();
    return () => visitor.close();
  });

  /** Counts the requests that four maps of a kind send for one view, and their URLs. */
  async function countFor(kind: Kind, shared: boolean): Promise<[number, number]> {
    const tiles = resource({ ...contentOf(kind), cache: 'no-cache' }, site.origin);
    const tab = await visitor.newPage();
    await tab.goto(pathTo(kind));
    await tab.bringToFront();
    await tab.evaluate(
      // Maps that are drawn one after another request a tile at different times.
      async (url, shared) =>
        void (await showMaps(url, shared ? coflight.createFetch({ linger: 60_000 }) : fetch)),
      `${tiles.url}&tile={z}/{x}/{y}`,
      shared,
    );
    const { requests } = await tiles.seen();
    await tab.close();
    return [requests.length, new Set(requests.map(({ url }) => url)).size];
  }

  // A Firefox without a display has no WebGL.
  const hasWebGL = engine === 'chromium' || env.DISPLAY;

  test.each(taken.filter(([kind]) => hasWebGL || !kind.startsWith('MapLibre')))(
    'four %s maps send %i requests without the adapter and %i with it',
    async (kind, alone, together) => {
      expect(await countFor(kind, false)).toEqual([alone, together]);
      expect(await countFor(kind, true)).toEqual([together, together]);
    },
  );
});
