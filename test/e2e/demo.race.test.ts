import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Settings } from '../../demo/server/settings.ts';
import type { Demo } from '../support/demo.ts';
import { cardsOf, flyRace, raceReady, sumOf } from '../support/demo-race.ts';
import { sharedDemo } from '../support/demo-shared.ts';
import { boarded, drawsWebGL, modes } from '../support/demo-visit.ts';
import { type Place, placeIn } from '../support/place.ts';
import { engines, thorough } from '../support/site.ts';

/** What four maps ask for one after another is shared while it is in flight, so there has to be some latency. */
const line: Partial<Settings> = { latency: 150, bandwidth: 20_000_000 };

const stacks = [
  { stack: 'leaflet', asked: 180 },
  { stack: 'leaflet-img', asked: 180 },
  { stack: 'openlayers', asked: 180 },
  { stack: 'maplibre-raster', asked: 180 },
  { stack: 'maplibre-vector', asked: 80 },
] as const;

describe.each(engines)('%s', (engine) => {
  let demo: Demo;
  let place: Place;
  beforeAll(async () => {
    demo = await sharedDemo();
    place = await placeIn(engine, { webgl: thorough });
  });
  afterAll(() => place?.close());

  const drawable = stacks.filter(
    ({ stack }) => engine === 'webkit' || drawsWebGL(engine) || !stack.startsWith('maplibre'),
  );
  const raced = thorough ? drawable : drawable.slice(0, 1);

  test.runIf(raced.some(({ stack }) => stack === 'maplibre-vector'))(
    'all that MapLibre fetches in its workers goes through the service worker, and is shared there',
    async () => {
      const id = randomUUID();
      const link = demo.link(`${id}-worker`);
      await link.set({ latency: 0, bandwidth: 0, hold: true });
      const tab = await place.open(`${demo.site.plain.worker}/?stack=maplibre-vector&link=${id}`);
      // Four tiles, borders and places, for each of four maps.
      await tab.evaluate(boarded, 4 * 6);
      await link.set({ hold: false });
      await tab.evaluate(async () => {
        const busy = () => document.querySelector('.atlas')?.ariaBusy;
        while (busy() !== 'false') await new Promise((resolve) => setTimeout(resolve, 20));
      });
      expect(Object.values(await link.hits())).toEqual(Array(6).fill(1));
    },
  );

  test.each(raced)(
    '$stack: in all panels the race asks for $asked tiles, and each of them is sent, shared or aborted, as the server counts',
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
      expect(verdict).toMatch(/ The clicked picture: /);
      for (const [index, card] of cards.entries()) {
        const { tiles } = (await links[index]?.report())?.sums ?? {};
        expect({ ...card, asked: card.asked, sum: sumOf(card) }).toMatchObject({
          status: 'Landed',
          asked,
          sum: asked,
          sent: tiles?.requests,
          parts: { sent: tiles?.requests },
        });
        const [view, views, click] = card.times;
        expect(Math.min(views ?? 0, click ?? 0)).toBeGreaterThan(0);
        // The time of the last view compares nothing.
        expect(view ?? Number.NaN).toBeNaN();
        expect(said[card.mode].slice(-7)).toEqual(expect.arrayContaining(['View 1 of 5', 'Landed']));
      }
      const [off = 0, ...shared] = cards.map(({ sent }) => sent);
      // Plain images the browser shares by itself, in every panel.
      const most = stack === 'leaflet-img' ? asked / 4 : off - 1;
      for (const sent of shared) expect(sent).toBeLessThanOrEqual(most);
    },
  );
});
