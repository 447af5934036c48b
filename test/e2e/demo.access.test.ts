// The demo by keyboard, by screen reader, in forced colours.

import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stacks } from '../../demo/page/shared/stacks.ts';
import { accessFaults } from '../support/axe.ts';
import type { Demo } from '../support/demo.ts';
import { arrive, type Journey, type Look } from '../support/demo-arrival.ts';
import { journeys, variants } from '../support/demo-journeys.ts';
import { raceReady } from '../support/demo-race.ts';
import { sharedDemo } from '../support/demo-shared.ts';
import { drawsWebGL, launchFor, settled, type Visit, visit } from '../support/demo-visit.ts';
import { type PuppetEngine, puppetEngines, thorough } from '../support/site.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await sharedDemo();
});

const day: Look = { width: 1440 };
const night: Look = { width: 390, phone: true, dark: true };
const all: readonly Look[] = [day, { width: 1440, dark: true }, { width: 390, phone: true }, night];

/** `npm test` leaves out those whose pages differ from the front's in little but words. */
const taken: readonly Journey[] = thorough ? [...journeys, ...variants] : journeys;

const nameOf = ({ states }: Journey) => states.map(({ name }) => name).join(', ');

/**
 * The looks of a journey: one on a wide screen by day, the next one on a phone by night; by `npm run test:engines` each
 * in every look. Puppeteer cannot make a Firefox dark.
 */
function looksOf(engine: PuppetEngine, index: number): readonly Look[] {
  if (engine === 'firefox') return all.filter(({ dark }) => !dark);
  return thorough ? all : [index % 2 ? night : day];
}

describe.each(puppetEngines)('%s', (engine) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchFor(engine, { webgl: thorough, network: true });
  });
  afterAll(() => browser?.close());

  const visits = taken.flatMap((journey, index) =>
    looksOf(engine, index).map((look) => [nameOf(journey), JSON.stringify(look), journey, look] as const),
  );

  const drawable = stacks.filter(({ name }) => drawsWebGL(engine) || !name.startsWith('maplibre'));

  describe('axe finds nothing', () => {
    test.each(visits)('in each of these states: %s (%s)', async (_, __, journey, look) => {
      await using arrival = await arrive(browser, demo, { journey, look });
      for (const { name, reach } of journey.states) {
        await reach(arrival);
        expect([name, await accessFaults(arrival.page)]).toEqual([name, []]);
      }
    });

    test.runIf(thorough).each(drawable)('in a panel alone, with the maps of $title', async ({ name }) => {
      const at = `${demo.site.plain.page}/`;
      await using visitor = await visit(browser, demo, { at, modes: ['page'], query: { stack: name } });
      await settled(visitor.panel('page'));
      expect(await accessFaults(visitor.page)).toEqual([]);
    });
  });

  describe('a front whose maps are drawn', () => {
    let front: Visit;
    beforeAll(async () => {
      front = await visit(browser, demo);
      await Promise.all([raceReady(front.page), ...front.panels.map(settled)]);
    });
    afterAll(() => front?.[Symbol.asyncDispose]());

    test('by keyboard: the settings come before the panels, a link leads past them, and a panel has few stops, whose links have names of their own', async () => {
      const { page } = front;
      const stops: string[] = [];
      while (!stops.at(-1)?.includes('Skip the panels')) {
        await page.keyboard.press('Tab');
        stops.push(await page.evaluate(() => document.activeElement?.textContent?.trim() ?? ''));
        expect(stops.length).toBeLessThan(12);
      }
      expect(stops.some((stop) => stop.startsWith('Connection'))).toBe(true);
      await page.keyboard.press('Enter');
      expect(await page.evaluate(() => location.hash)).toBe('#guide');
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('step');

      const names = await page.$$eval('.panel-frame a', (links) => links.map((link) => link.textContent));
      expect(names).toEqual(['Open alone: Off', 'Open alone: In the page', 'Open alone: Service worker']);
      const inPanel = await front
        .panel('page')
        .frame.$$eval(
          'a[href], button, input, select, summary, [tabindex]',
          (all) => all.filter((one) => (one as HTMLElement).tabIndex >= 0).length,
        );
      // Four maps, the waterfall, "Preload all", and the pictures as one.
      expect(inPanel).toBe(7);
    });

    // Puppeteer cannot force the colours of a Firefox.
    test.skipIf(engine === 'firefox')(
      'in forced colours, the chosen item, the bars and the legend can still be told apart',
      async () => {
        await front.page.emulateMediaFeatures([{ name: 'forced-colors' as 'color-gamut', value: 'active' }]);
        const colours = (selector: string) =>
          front.page.$$eval(selector, (all) => all.map((one) => getComputedStyle(one).backgroundColor));
        const [chosen, ...others] = await colours('.pills label');
        expect(others).not.toContain(chosen);
        const bar = await front.page.$$eval('.headline.page .bar i', (parts) =>
          parts.slice(0, 2).map((part) => getComputedStyle(part).backgroundColor),
        );
        expect(new Set(bar).size).toBe(2);
        const legend = (names: readonly string[]) =>
          front
            .panel('page')
            .frame.$$eval(names.map((name) => `.legend .${name}:not(.pale)`).join(), (marks) =>
              marks.map((mark) => getComputedStyle(mark).backgroundColor),
            );
        expect(new Set(await legend(['tiles', 'json', 'gallery'])).size).toBe(3);
        expect(new Set(await legend(['launched', 'joined'])).size).toBe(2);
      },
    );

    test.skipIf(engine === 'firefox')(
      'in forced colours, the lines of the waterfall are less than half as far from its background as bars and marks',
      async () => {
        const { page } = front;
        for (const scheme of ['light', 'dark']) {
          await page.emulateMediaFeatures([
            { name: 'forced-colors' as 'color-gamut', value: 'active' },
            { name: 'prefers-color-scheme', value: scheme },
          ]);
          const [rule = 0, ...others] = await front.panel('page').frame.$eval('.waterfall', (waterfall) => {
            const context = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D;
            const lightness = (ink: string) => {
              context.fillStyle = getComputedStyle(waterfall).getPropertyValue(`--ink-${ink}`);
              context.fillRect(0, 0, 1, 1);
              const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
              return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
            };
            const inks = ['rule', 'tiles', 'json', 'gallery', 'waiting', 'quiet', 'text', 'joined'];
            return inks.map((ink) => Math.abs(lightness(ink) - lightness('paper')));
          });
          expect(rule).toBeGreaterThan(0);
          expect(rule).toBeLessThan(Math.min(...others) / 2);
        }
      },
    );
  });
});
