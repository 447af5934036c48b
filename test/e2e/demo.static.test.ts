// `npm run demo:static`: the demo as files, under a path of any host.

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Report } from '../../demo/server/link.ts';
import type { Settings } from '../../demo/server/settings.ts';
import { cardsOf, flyRace, raceReady, sumOf } from '../support/demo-race.ts';
import { drawsWebGL } from '../support/demo-visit.ts';
import { type FileServer, serveFiles } from '../support/file-server.ts';
import { type Place, placeIn } from '../support/place.ts';
import { engines, inPuppeteer, type Tab } from '../support/site.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

let files: FileServer;
beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/demo-static.ts'], { cwd: root });
  files = await serveFiles(`${root}build/static`, '/some/where/');
});
afterAll(() => files?.close());

/** What the worker has counted on a link, once it has been told to change that. */
const reportOf = (tab: Tab, link: string, changes: Partial<Settings> = {}): Promise<Report> =>
  tab.evaluate(
    async (link, body) => (await fetch(link, { method: 'PATCH', body })).json(),
    new URL(`links/${link}`, files.address).href,
    JSON.stringify(changes),
  );

/** Resolves when an element of the page, or of its panel, is there; with its text. */
const found = (tab: Tab, selector: string, panel = ''): Promise<string> =>
  tab.evaluate(
    async (selector, panel) => {
      const frame = () => document.querySelector<HTMLIFrameElement>(`iframe[src*="/${panel}/"]`);
      const look = () => (panel ? frame()?.contentDocument : document)?.querySelector(selector);
      while (!look()) await new Promise((resolve) => setTimeout(resolve, 20));
      return look()?.textContent ?? '';
    },
    selector,
    panel,
  );

describe.each(engines)('%s', (engine) => {
  let place: Place;
  beforeAll(async () => {
    place = await placeIn(engine, { webgl: false });
  });
  afterAll(() => place?.close());
  const open = (path: string) => place.open(files.address + path);

  test('the race flies without a server, and its cards show the counts of the worker', async () => {
    const tab = await open('?link=files&latency=100&bandwidth=20000000');
    await raceReady(tab);
    expect(await found(tab, '.still')).toMatch(
      /^This copy has no server: a service worker in your browser plays it\./,
    );
    await tab.evaluate(() => document.querySelector('.panels')?.scrollIntoView());
    expect((await flyRace(tab)).verdict).toMatch(
      /^Tile requests: \d+ off, \d+ in the page, \d+ with the worker\./,
    );
    for (const card of await cardsOf(tab)) {
      const { requests } = (await reportOf(tab, `files-${card.mode}`)).sums.tiles;
      expect({ ...card, sum: sumOf(card) }).toMatchObject({ asked: 180, sum: 180, sent: requests });
      if (card.mode === 'off') expect(requests).toBeGreaterThan(140);
      // 45, and many more where a map on a slow machine asks long after the others.
      else expect(requests).toBeLessThan(140);
    }
    expect(files.missing).toEqual([]);
  });

  // WebKit's driver runs nothing before the scripts of a page.
  test.skipIf(engine === 'webkit')(
    'a browser without service workers is told why nothing starts',
    async () => {
      const tab = await open('');
      await inPuppeteer(tab).evaluateOnNewDocument(() =>
        Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'),
      );
      await tab.goto(files.address);
      expect(await found(tab, '[role=alert]')).toBe(
        'The page could not start: There are no service workers here: no page, a page at `file:`, or a browser without them. This copy has no server: a service worker plays it. Allow cookies, or open it in a window that is not private.',
      );
    },
  );

  test('images that have left the view are aborted at the worker, too', async () => {
    const tab = await open('off/?stack=leaflet-img&link=images');
    const tiles = async () => (await reportOf(tab, 'images-off')).sums.tiles;
    await found(tab, '.atlas[aria-busy="false"]');
    await reportOf(tab, 'images-off', { hold: true });
    await tab.evaluate(() => void flightPanel.start());
    await expect.poll(async () => (await tiles()).open).toBeGreaterThan(0);
    // A map that is made later would ask for the first view, which the others have left.
    await tab.evaluate(async () => {
      while (document.querySelectorAll('.map img.leaflet-tile').length < 36)
        await new Promise((resolve) => setTimeout(resolve, 20));
    });
    await tab.evaluate(() => void flightPanel.atlas.go(1));
    await expect.poll(async () => (await tiles()).aborted).toBeGreaterThan(0);
    await reportOf(tab, 'images-off', { hold: false });
    await found(tab, '.atlas[aria-busy="false"]');
    const { requests, answered, aborted, open: left } = await tiles();
    expect({ answered, left, sum: answered + aborted }).toEqual({ answered: 9, left: 0, sum: requests });
    // Six have a connection, three in a tab that Chromium takes to be in the background. The others were never sent.
    expect(aborted).toBeLessThanOrEqual(6);
  });

  test('a panel opened alone and the gallery find their files, too', async () => {
    const alone = await open('worker/?link=alone');
    await found(alone, '.atlas[aria-busy="false"]');
    // The table is drawn a moment later.
    await expect.poll(() => found(alone, '[data-count="Tiles.asked"]')).toBe('36');

    const gallery = await open('gallery.html');
    await found(gallery, '#last[aria-disabled="false"]');
    await gallery.evaluate(() => document.querySelector<HTMLElement>('#last')?.click());
    await found(gallery, '.screen img', 'page');
    expect(files.missing).toEqual([]);
  });

  test.runIf(engine === 'webkit' || drawsWebGL(engine))(
    'the vector tiles of MapLibre’s worker find their files, too',
    async () => {
      const drawing = await placeIn(engine, { webgl: true });
      onTestFinished(() => drawing.close());
      const tab = await drawing.open(`${files.address}worker/?stack=maplibre-vector&link=vector`);
      await found(tab, '.atlas[aria-busy="false"]');
      // The worker may draw later than the page says; a slow map asks for a tile when it is no longer in flight.
      while ((await reportOf(tab, 'vector-worker')).sums.tiles.distinct < 4);
      expect(files.missing).toEqual([]);
    },
  );
});
