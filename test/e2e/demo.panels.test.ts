import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Demo } from '../support/demo.ts';
import { sharedDemo } from '../support/demo-shared.ts';
import {
  boardedIn,
  drawsWebGL,
  launchFor,
  numberIn,
  settled,
  shows,
  tileHits,
  visit,
} from '../support/demo-visit.ts';
import { puppetEngines, thorough } from '../support/site.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await sharedDemo();
});

/** Cities and borders, for each of four maps. */
const json = 8;

/** What the browser itself sends for each stack. It shares the images of one document with or without the library. */
const stacks = [
  { stack: 'leaflet', asked: 36, off: 36, on: 9 },
  { stack: 'leaflet-img', asked: 36, off: 9, on: 9 },
  { stack: 'openlayers', asked: 36, off: 36, on: 9 },
  { stack: 'maplibre-raster', asked: 36, off: 36, on: 9 },
  { stack: 'maplibre-vector', asked: 16, off: 16, on: 4 },
];

describe.each(puppetEngines)('%s', (engine) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchFor(engine, { webgl: thorough });
  });
  afterAll(() => browser?.close());

  const drawable = stacks.filter(({ stack }) => drawsWebGL(engine) || !stack.startsWith('maplibre'));

  /** Tiles by `fetch`, and by images. Twelve maps with WebGL take as long as ten other visits. */
  const kinds = ['leaflet', 'leaflet-img'];
  const tried = drawable.filter(({ stack }) => thorough || kinds.includes(stack));

  test.each(tried)(
    '$stack: four maps ask for $asked tiles; $off reach the server with the library off, $on in the page and by the worker',
    async ({ stack, asked, off, on }) => {
      await using front = await visit(browser, demo, { query: { stack }, settings: { hold: true } });
      // Nothing is answered before the last map has asked, and before what it asked is where it is shared.
      await Promise.all(front.panels.map((panel) => shows(panel, 'Tiles.asked', asked)));
      await Promise.all(front.panels.map((panel) => shows(panel, 'JSON.asked', json)));
      await boardedIn(front.panel('worker'), off + json);
      await Promise.all(front.panels.map(({ link }) => link.set({ hold: false })));
      await Promise.all(front.panels.map(settled));
      for (const panel of front.panels) {
        const expected = panel.mode === 'off' ? off : on;
        const hits = await tileHits(panel);
        expect([panel.mode, hits.length]).toEqual([panel.mode, on]);
        expect(hits.reduce((sum, count) => sum + count)).toBe(expected);
        expect(await numberIn(panel, 'Tiles.sent')).toBe(expected);
        expect(await numberIn(panel, 'Tiles.shared')).toBe(asked - expected);
        expect(await numberIn(panel, 'JSON.sent')).toBe(panel.mode === 'off' ? json : json / 4);
      }
      const { page } = front;
      await page.waitForFunction(
        (on) => document.querySelector('[data-headline=page]')?.textContent === on,
        {},
        String(on),
      );
    },
  );

  test('tiles that have left the view are aborted, and each of them is counted once', async () => {
    await using front = await visit(browser, demo, { settings: { hold: true } });
    await Promise.all(front.panels.map((panel) => shows(panel, 'Tiles.asked', 36)));
    const panel = front.panel('page');
    const sums = async () => (await panel.link.report()).sums.tiles;
    // As many as the browser has connections for.
    await expect.poll(async () => (await sums()).open).toBeGreaterThan(0);
    const { open } = await sums();
    await panel.frame.evaluate(() => void flightPanel.atlas.go(1));
    await shows(panel, 'Tiles.asked', 72);
    // The server answers what it holds, unless it has heard of the abort.
    await expect.poll(async () => (await sums()).aborted).toBeGreaterThanOrEqual(open);
    await panel.link.set({ hold: false });
    await settled(panel);
    const tiles = await sums();
    expect(tiles).toMatchObject({ open: 0, answered: 9 });
    expect(await numberIn(panel, 'Tiles.sent')).toBe(tiles.requests);
    expect(await numberIn(panel, 'Tiles.shared')).toBe(27);
    expect(await numberIn(panel, 'Tiles.aborted')).toBe(72 - 27 - tiles.requests);
  });

  test.each(tried.filter(({ stack }) => ['leaflet', 'openlayers'].includes(stack)))(
    '$stack: what a drag brings into view is joined by the other maps and sent once',
    async ({ stack }) => {
      const at = `${demo.site.plain.page}/`;
      await using visitor = await visit(browser, demo, { at, query: { stack }, modes: ['page'] });
      const panel = visitor.panel('page');
      await settled(panel);
      await panel.link.set({ hold: true });
      const { x, y } = await visitor.page.$eval('.map', (map) => map.getBoundingClientRect().toJSON());
      await visitor.page.mouse.move(x + 200, y + 200);
      await visitor.page.mouse.down();
      await visitor.page.mouse.move(x + 40, y + 60, { steps: 8 });
      await visitor.page.mouse.up();
      // Which of them a map asks for while it moves is up to the library; what it asks for, others have launched.
      const atLeast = (name: string, count: number) =>
        visitor.page.waitForFunction(
          (name, count) =>
            Number(document.querySelector(`[data-count="Tiles.${name}"]`)?.textContent) >= count,
          {},
          name,
          count,
        );
      await atLeast('asked', 36 + 4);
      // The answers are held until no map asks for anything more: thirty frames without another call.
      await visitor.page.evaluate(async () => {
        const asked = () => document.querySelector('[data-count="Tiles.asked"]')?.textContent;
        for (let [last, frames] = [asked(), 0]; frames < 30; frames++) {
          await new Promise(requestAnimationFrame);
          if (asked() !== last) [last, frames] = [asked(), 0];
        }
      });
      await panel.link.set({ hold: false });
      await atLeast('shared', 27 + 3);
      const { tiles } = (await panel.link.report()).sums;
      expect(tiles.requests).toBe(tiles.distinct);
    },
  );

  test('maps that are removed just after their window was resized leave no error', async () => {
    const at = `${demo.site.plain.off}/`;
    await using visitor = await visit(browser, demo, { at, modes: ['off'] });
    const { page } = visitor;
    await settled(visitor.panel('off'));
    await page.evaluate(async () => {
      document.body.style.width = '500px';
      dispatchEvent(new Event('resize'));
      // Leaflet measures in the next frame.
      for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
      document.querySelector<HTMLButtonElement>('[value=leaflet-img]')?.click();
      // It fires `moveend` 200 ms later. The end of the visit checks that this was no error.
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
  });

  test('the maps of a panel whose font is late ask for all of their tiles', async () => {
    /** Fonts that never come: the panel draws without them after a while. */
    const before = (page: Page) =>
      page.evaluateOnNewDocument(() => {
        document.fonts.load = () => new Promise(() => {});
      });
    const at = `${demo.site.plain.off}/`;
    await using visitor = await visit(browser, demo, { at, modes: ['off'], before });
    const panel = visitor.panel('off');
    await settled(panel);
    await shows(panel, 'Tiles.asked', 36);
  });

  test('the same in two tabs reaches the server once, by the worker', async () => {
    const [link, at] = ['two-tabs', `${demo.site.plain.worker}/`];
    const options = { at, query: { link }, modes: ['worker'] } as const;
    await using one = await visit(browser, demo, options);
    await settled(one.panel('worker'));
    const context = one.page.browserContext();
    const second = await context.newPage();
    second.setDefaultTimeout(0);
    await second.goto(`${at}?link=${link}`);
    await second.waitForSelector('.atlas[aria-busy="false"]');
    const panel = one.panel('worker');
    await panel.link.set({ hold: true });
    const before = (await panel.frame.evaluate(() => worker.stats())).all;
    const hits = await tileHits(panel);
    const sent = hits.reduce((sum, count) => sum + count);
    // What one tab is told, the other does too.
    await panel.frame.evaluate(() =>
      [...document.querySelectorAll('button')].find((one) => one.textContent === 'Ask again')?.click(),
    );
    await boardedIn(panel, before.launched + before.joined + 2 * (36 + json));
    await panel.link.set({ hold: false });
    await settled(panel);
    expect(await tileHits(panel)).toEqual(hits.map((count) => count + 1));
    // Each tab knows what the other has asked for, so that the counts of both add up to what the server has counted.
    for (const frame of [panel.frame, second.mainFrame()]) {
      const tab = { ...panel, frame };
      // A hidden tab's timers are slowed down, to one a minute after a while: it is looked at, as by a visitor.
      await frame.page().bringToFront();
      await shows(tab, 'Tiles.asked', 4 * 36);
      await shows(tab, 'Tiles.sent', sent + 9);
      await shows(tab, 'Tiles.shared', 4 * 36 - sent - 9);
    }
  });
});
