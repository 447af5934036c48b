import { randomUUID } from 'node:crypto';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Settings } from '../../demo/server/settings.ts';
import { type Demo, startDemo } from '../support/demo.ts';
import { cardsOf, flyRace, raceReady, sumOf } from '../support/demo-race.ts';
import { drawsWebGL, launchFor, modes } from '../support/demo-visit.ts';
import { type Engine, engines, type Tab, webkit } from '../support/site.ts';
import { launchWebKit } from '../support/webkit.ts';

/** Where the race is flown: a page for each flight, in an engine. */
interface Place {
  open(url: string): Promise<Tab>;
  close(): Promise<void>;
}

async function inPuppeteer(engine: Engine): Promise<Place> {
  const browser: Browser = await launchFor(engine);
  return {
    async open(url) {
      const page = await (await browser.createBrowserContext()).newPage();
      await page.setViewport({ width: 1440, height: 1000 });
      await page.goto(url);
      return page;
    },
    close: () => browser.close(),
  };
}

async function inWebKit(): Promise<Place> {
  const browser = await launchWebKit(webkit ?? '');
  return {
    async open(url) {
      const tab = await browser.newPage();
      await tab.goto(url);
      return tab;
    },
    close: () => browser.close(),
  };
}

/** What four maps ask for one after another is shared while it is in flight, so there has to be some latency. */
const line: Partial<Settings> = { latency: 150, bandwidth: 20_000_000 };

const stacks = [
  { stack: 'leaflet', asked: 180 },
  { stack: 'leaflet-img', asked: 180 },
  { stack: 'openlayers', asked: 180 },
  { stack: 'maplibre-raster', asked: 180 },
  { stack: 'maplibre-vector', asked: 80 },
] as const;

const all: readonly (Engine | 'webkit')[] = webkit ? [...engines, 'webkit'] : engines;

describe.each(all)('%s', (engine) => {
  let demo: Demo;
  let place: Place;
  beforeAll(async () => {
    demo = await startDemo();
    place = await (engine === 'webkit' ? inWebKit() : inPuppeteer(engine));
  });
  afterAll(async () => {
    await place?.close();
    await demo?.stop();
  });

  const drawable = stacks.filter(
    ({ stack }) => engine === 'webkit' || drawsWebGL(engine) || !stack.startsWith('maplibre'),
  );

  test.each(drawable)(
    '$stack: in all panels the race asks for $asked tiles, and each of them is sent, shared or aborted, as the server counts',
    { timeout: 180_000 },
    async ({ stack, asked }) => {
      const id = randomUUID();
      const links = modes.map((mode) => demo.link(`${id}-${mode}`));
      await Promise.all(links.map((link) => link.set(line)));
      const tab = await place.open(`${demo.origin}/?stack=${stack}&link=${id}`);
      await raceReady(tab);
      // Browsers draw no map that is out of sight.
      await tab.evaluate(() => document.querySelector('.panels')?.scrollIntoView());
      const { verdict, said } = await flyRace(tab);
      const cards = await cardsOf(tab);
      expect(verdict).toMatch(/In the page and with the worker: /);
      for (const [index, card] of cards.entries()) {
        const { tiles } = (await links[index]?.report())?.sums ?? {};
        expect({ ...card, asked: card.asked, sum: sumOf(card) }).toMatchObject({
          status: 'Landed',
          asked,
          sum: asked,
          sent: tiles?.requests,
          parts: { sent: tiles?.requests },
        });
        expect(Math.min(...card.times)).toBeGreaterThan(0);
        expect(said[card.mode].slice(-7)).toEqual(expect.arrayContaining(['View 1 of 5', 'Landed']));
      }
      const [off = 0, ...shared] = cards.map(({ sent }) => sent);
      // Plain images the browser shares by itself, in every panel.
      const most = stack === 'leaflet-img' ? asked / 4 : off - 1;
      for (const sent of shared) expect(sent).toBeLessThanOrEqual(most);
    },
  );
});
