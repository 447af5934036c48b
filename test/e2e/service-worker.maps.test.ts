import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { env } from 'node:process';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { resource } from '../support/resource.ts';
import {
  engines,
  inPuppeteer,
  openSite,
  openTab,
  type Site,
  subscribed,
  type Tab,
  thorough,
  type Visitor,
} from '../support/site.ts';
import { sixtyTiles, ways } from '../support/sixty-tiles.ts';

declare global {
  /** MapLibre, in the page of four maps. */
  var maplibregl: typeof import('maplibre-gl');
}

/** A vector tile with a layer that has no features. */
const tile = '\x1a\x05\x0a\x01a\x78\x02';

const fourMaps = `<!doctype html>
  <style>div { width: 300px; height: 300px; float: left }</style>
  <div></div><div></div><div></div><div></div>
  <script type="module">
    import * as main from '/coflight/index.js';
    import * as register from '/coflight/register.js';
    import * as maplibregl from '/maplibre-gl.mjs';
    globalThis.coflight = { ...main, ...register };
    globalThis.maplibregl = maplibregl;
  </script>`;

/** Four maps of one world, cut into four tiles; resolves when all have drawn it. */
const showMaps = (tab: Tab, tiles: string, workers: number | undefined) =>
  tab.evaluate(
    async (tiles, workers) => {
      if (workers) maplibregl.setWorkerCount(workers);
      const style: import('maplibre-gl').StyleSpecification = {
        version: 8,
        sources: { world: { type: 'vector', tiles: [tiles], minzoom: 1, maxzoom: 1 } },
        layers: [{ id: 'a', type: 'fill', source: 'world', 'source-layer': 'a' }],
      };
      const maps = [...document.querySelectorAll('div')].map(
        (container) =>
          new maplibregl.Map({
            container,
            style,
            center: [0, 0],
            zoom: 1,
            renderWorldCopies: false,
            fadeDuration: 0,
          }),
      );
      await Promise.all(maps.map((map) => map.once('idle')));
    },
    tiles,
    workers,
  );

describe.each(engines)('%s', (engine) => {
  let site: Site;
  let visitor: Visitor;

  beforeAll(async () => {
    site = await openSite(engine, { webgl: true });
    const maplibre = new URL('dist/', import.meta.resolve('maplibre-gl/package.json'));
    for (const file of ['maplibre-gl.mjs', 'maplibre-gl-worker.mjs'])
      site.put(`/${file}`, await readFile(new URL(file, maplibre), 'utf8'), {
        'content-type': 'text/javascript',
      });
    site.put('/maps', fourMaps);
  });
  afterAll(() => site.close());
  beforeEach(async () => {
    visitor = await site.visitor();
    return () => visitor.close();
  });

  // The tiles are fetched in MapLibre's workers, where no page can see them. A Firefox without a display has no WebGL.
  test.runIf(engine !== 'firefox' || env.DISPLAY)(
    'four MapLibre maps of four vector tiles send four requests',
    async () => {
      const set = randomUUID();
      const tiles = [0, 1].flatMap((x) =>
        [0, 1].map((y) =>
          resource(
            { gate: 'headers', body: tile, type: 'application/x-protobuf' },
            site.origin,
            `${set}-${x}-${y}`,
          ),
        ),
      );
      const template = tiles[0]?.url.replace(`${set}-0-0`, `${set}-{x}-{y}`) ?? '';
      const tab = await openTab(site, visitor, { path: '/maps' });
      await tab.bringToFront();
      // Of several workers that start at once, WebKit lets a service worker see one (docs/maps.md).
      const shown = showMaps(tab, template, engine === 'webkit' ? 1 : undefined);
      await subscribed(tab, 16);
      for (const { open } of tiles) await open('headers');
      await shown;
      expect(await Promise.all(tiles.map(({ hits }) => hits()))).toEqual([1, 1, 1, 1]);
    },
  );

  // As docs/maps.md advises: by default MapLibre loads 16 images at a time, so some are asked for again later.
  test.runIf(thorough && (engine !== 'firefox' || env.DISPLAY))(
    'four MapLibre maps of nine raster tiles send nine requests when all may load at once',
    async () => {
      const set = randomUUID();
      const columns = [3, 4, 5];
      const tiles = columns.flatMap((x) =>
        columns.map((y) => resource({ gate: 'headers', image: '8x8' }, site.origin, `${set}-${x}-${y}`)),
      );
      const template = tiles[0]?.url.replace(`${set}-3-3`, `${set}-{x}-{y}`) ?? '';
      const tab = await openTab(site, visitor, { path: '/maps' });
      await tab.bringToFront();
      const shown = tab.evaluate(async (tiles) => {
        maplibregl.setMaxParallelImageRequests(64);
        const latitude = (Math.atan(Math.sinh(-Math.PI / 8)) * 180) / Math.PI;
        const maps = [...document.querySelectorAll('div')].map(
          (container) =>
            new maplibregl.Map({
              container,
              style: {
                version: 8,
                sources: { world: { type: 'raster', tiles: [tiles], tileSize: 256 } },
                layers: [{ id: 'a', type: 'raster', source: 'world' }],
              },
              center: [22.5, latitude],
              zoom: 2,
              fadeDuration: 0,
            }),
        );
        await Promise.all(maps.map((map) => map.once('idle')));
      }, template);
      await subscribed(tab, 36);
      for (const { open } of tiles) await open('headers');
      await shown;
      expect(await Promise.all(tiles.map(({ hits }) => hits()))).toEqual(Array(9).fill(1));
    },
  );

  /** `npm test` takes each way to ask once, and each policy once. */
  const taken = thorough ? ways : ways.filter(([how, cache]) => (how === 'fetch') === (cache === 'no-store'));
  test.each(taken)('two tabs of sixty tiles each, by %s (%s), send sixty requests', async (how, cache) => {
    const tabs = [await openTab(site, visitor), await openTab(site, visitor)] as const;
    // A hidden tab of Chromium loads three images at a time.
    if (engine === 'chromium') for (const tab of tabs) await inPuppeteer(tab).emulateFocusedPage(true);
    expect(await sixtyTiles(tabs, site.origin, how, cache)).toEqual({
      widths: Array(120).fill(8),
      requests: 60,
    });
  });
});
