// The demo on small screens, under a finger.

import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Demo } from '../support/demo.ts';
import { flyRace, raceReady } from '../support/demo-race.ts';
import { sharedDemo } from '../support/demo-shared.ts';
import { drawsWebGL, fits, launchFor, modes, settled, type Visit, visit } from '../support/demo-visit.ts';
import { puppetEngines, thorough } from '../support/site.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await sharedDemo();
});

describe.each(puppetEngines)('%s', (engine) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchFor(engine, { webgl: thorough, finger: true });
  });
  afterAll(() => browser?.close());

  describe.each(['/', '/gallery.html'])('%s', (path) => {
    const gallery = path !== '/';
    let front: Visit;
    beforeAll(async () => {
      front = await visit(browser, demo, {
        at: demo.origin + path,
        width: 390,
        touch: true,
        modes: gallery ? ['off', 'page'] : modes,
        before: (page) =>
          page.evaluateOnNewDocument(() => {
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries())
                Object.assign(globalThis, {
                  shifted:
                    ((globalThis as { shifted?: number }).shifted ?? 0) +
                    (entry as unknown as { value: number }).value,
                });
            }).observe({ type: 'layout-shift', buffered: true });
          }),
      });
      await front.page.waitForSelector('.primary[aria-disabled="false"]');
    });
    afterAll(() => front?.[Symbol.asyncDispose]());

    // Firefox does not tell of what has moved.
    test.skipIf(engine === 'firefox')('does not move when its panels have loaded', async () => {
      // The text of a font that comes late may be a pixel wider.
      const shifted = await front.page.evaluate(() => (globalThis as { shifted?: number }).shifted ?? 0);
      expect(shifted).toBeLessThan(0.02);
    });

    test('fits screens between 1920 and 320 pixels: nothing scrolls sideways, and no panel scrolls at all', async () => {
      if (gallery) await front.panel('page').frame.waitForSelector('.thumb');
      else await Promise.all(front.panels.map(settled));
      for (const width of [1920, 1440, 1024, 820, 768, 560, 390, 320]) await fits(front, width, true);
    });
  });

  test.each(['/', '/gallery.html', '/explain.html'])(
    '%s fits a screen of 320 pixels with the text spacing of WCAG 1.4.12',
    async (path) => {
      await using front = await visit(browser, demo, {
        at: demo.origin + path,
        width: 320,
        touch: true,
        modes: [],
      });
      const { page } = front;
      await page.waitForSelector('footer');
      const width = await page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
          word-spacing: 0.16em !important; margin-bottom: 2em !important; }`);
        document.adoptedStyleSheets = [sheet];
        return document.documentElement.scrollWidth;
      });
      expect(width).toBe(320);
    },
  );

  describe('under a finger', () => {
    const phone = { width: 390, touch: true } as const;

    test.each(['leaflet', 'openlayers', ...(thorough && drawsWebGL(engine) ? ['maplibre-raster'] : [])])(
      '%s leaves one finger to the page',
      async (stack) => {
        await using visitor = await visit(browser, demo, {
          ...phone,
          at: `${demo.site.plain.page}/`,
          query: { stack },
          modes: ['page'],
        });
        const { page } = visitor;
        await settled(visitor.panel('page'));
        const actions = await page.$$eval('.map > div, .map > div *', (all) =>
          all
            .filter((one) => one.closest('.map > div') && one.getBoundingClientRect().height > 100)
            .map((one) => getComputedStyle(one).touchAction),
        );
        expect(actions.filter((action) => action === 'none' || action === 'pinch-zoom')).toEqual([]);

        // The finger of a driver does not scroll a Firefox.
        if (engine === 'firefox') return;
        await page.$eval('.map', (map) => map.scrollIntoView({ block: 'center' }));
        const before = await page.evaluate(() => scrollY);
        const { x, y } = await page.$eval('.map', (map) => map.getBoundingClientRect().toJSON());
        const finger = await page.touchscreen.touchStart(x + 60, y + 150);
        for (let step = 1; step <= 8; step++) await finger.move(x + 60, y + 150 - 15 * step);
        await finger.end();
        await page.waitForFunction((before) => scrollY > before + 60, {}, before);
        expect(await visitor.panel('page').link.report()).toMatchObject({ sums: { tiles: { requests: 9 } } });
      },
    );

    test('panels are tabs under a strip of their counts that stays in sight, and everything that can be pressed is 44 pixels high', async () => {
      await using front = await visit(browser, demo, { ...phone, settings: { latency: 150 } });
      const { page } = front;
      await Promise.all([raceReady(page), ...front.panels.map(settled)]);
      const shown = () =>
        page.$$eval('.panel', (panels) => panels.map((panel) => getComputedStyle(panel).visibility));
      expect(await shown()).toEqual(['visible', 'hidden', 'hidden']);
      await page.click('.tabs button:nth-of-type(3)');
      expect(await shown()).toEqual(['hidden', 'hidden', 'visible']);
      // A map on a slow machine may ask so late that it shares less.
      const counts = front.panels.map(
        async ({ link }) => `36 → ${(await link.report()).sums.tiles.requests}`,
      );
      await page.waitForFunction(
        (counts) =>
          [...document.querySelectorAll('.tabs span')].every((one, nth) => one.textContent === counts[nth]),
        {},
        await Promise.all(counts),
      );
      await page.evaluate(() =>
        document.querySelector('.panel.chosen iframe')?.scrollIntoView({ block: 'end' }),
      );
      expect(await page.$eval('.tabs', (tabs) => Math.round(tabs.getBoundingClientRect().top))).toBe(0);

      await page.$eval('.line summary', (summary) => (summary as HTMLElement).click());
      for (const frame of page.frames()) {
        const small = await frame.$$eval(
          'button, select, summary, .pills label, nav a, .brand, .panel-frame a',
          (all) =>
            all
              .filter((one) => one.checkVisibility({ visibilityProperty: true }))
              .map(
                (one) =>
                  [
                    one.textContent || one.getAttribute('aria-label'),
                    one.getBoundingClientRect().height,
                  ] as const,
              )
              .filter(([, height]) => height < 44),
        );
        expect(small).toEqual([]);
      }
    });

    test('the race keeps the width of its button, sends a visitor down to the maps, does not scroll the page, and shows the panel that flies', async () => {
      await using front = await visit(browser, demo, { ...phone, settings: { bandwidth: 20_000_000 } });
      const { page } = front;
      const width = () => page.$eval('#race', (button) => button.getBoundingClientRect().width);
      const before = await width();
      await raceReady(page);
      expect(await width()).toBe(before);
      const top = await page.evaluate(() => scrollY);
      const race = flyRace(page);
      await page.waitForFunction(
        () => document.querySelector('#race span:not(.other)')?.textContent === 'Stop the race',
      );
      expect(await width()).toBe(before);
      await page.waitForFunction(
        (hint) => document.querySelector('.verdict')?.textContent === hint,
        {},
        'Scroll down to the maps: browsers pause what is out of sight.',
      );
      await page.waitForSelector('.tabs .worker[aria-pressed="true"]');
      await race;
      expect(await page.evaluate(() => scrollY)).toBe(top);
    });
  });
});
