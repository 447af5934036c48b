import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { resource } from '../support/resource.ts';
import { engines, openSite, type Site, type Visitor } from '../support/site.ts';

declare global {
  /** Loads the tiles of a layer, and resolves with its errors and with how many images are shown. */
  var showTiles: (tiles: string, options?: object) => Promise<{ errors: string[]; shown: number }>;
}

const page = `<!doctype html>
  <div style="width: 300px; height: 300px"></div>
  <script type="module">
    import * as L from '/leaflet.js';
    import { coalesceTiles } from '/coflight/leaflet.js';
    globalThis.showTiles = (tiles, options = {}) => new Promise((resolve) => {
      const map = new L.Map(document.querySelector('div'), { fadeAnimation: false }).setView([0, 0], 3);
      const errors = [];
      const layer = coalesceTiles(L.tileLayer(tiles, options), { fetch });
      layer.on('tileerror', ({ error }) => errors.push(error instanceof Event ? error.type : String(error)));
      const ended = (image) => image.complete || new Promise((resolve) => {
        for (const type of ['load', 'error']) image.addEventListener(type, resolve);
      });
      layer.on('load', async () => {
        const images = [...document.querySelectorAll('img')];
        await Promise.all(images.map(ended));
        resolve({ errors, shown: images.filter(({ naturalWidth }) => naturalWidth).length });
      });
      layer.addTo(map);
    });
  </script>`;

describe.each(engines)('Leaflet tiles by `fetch`, in %s,', (engine) => {
  let site: Site;
  let visitor: Visitor;
  beforeAll(async () => {
    site = await openSite(engine);
    const leaflet = new URL('../../node_modules/leaflet/dist/leaflet-src.esm.js', import.meta.url);
    site.put('/leaflet.js', await readFile(leaflet, 'utf8'));
  });
  afterAll(() => site.close());
  beforeEach(async () => {
    visitor = await site.visitor();
    return () => visitor.close();
  });

  const tiles = (query: Record<string, string>) =>
    `${resource({ cache: 'no-store', ...query }, site.origin).url}&tile={z}/{x}/{y}`;

  /** Returns the result of a layer on a page with that policy for images. */
  async function look(policy: string, query: Record<string, string>, options = {}) {
    site.put('/map', page, { 'content-type': 'text/html', 'content-security-policy': `img-src ${policy}` });
    const tab = await visitor.newPage();
    await tab.goto(`${site.origin}/map`);
    const { errors, shown } = await tab.evaluate(
      (tiles, options) => showTiles(tiles, options),
      tiles(query),
      options,
    );
    return { errors: [...new Set(errors)], shown: shown > 0 };
  }

  const refusal =
    "TypeError: The page's Content-Security-Policy forbids these images: add `blob:` to `img-src`.";

  test('fail with an error that names the policy where it forbids `blob:` images', async () => {
    expect(await look("'self'", { image: '8x8' })).toEqual({ errors: [refusal], shown: false });
  });

  test('fail with that error and show the error tile', async () => {
    const errorTileUrl = resource({ image: '8x8' }, site.origin).url;
    expect(await look("'self'", { image: '8x8' }, { errorTileUrl })).toEqual({
      errors: [refusal],
      shown: true,
    });
  });

  test('fail with the `error` event of the image where the policy allows `blob:` images', async () => {
    const allowed = "'self' blob:";
    expect(await look(allowed, { body: 'no image' })).toEqual({ errors: ['error'], shown: false });
    expect(await look(allowed, { image: '8x8' })).toEqual({ errors: [], shown: true });
  });
});
