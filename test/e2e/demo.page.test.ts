import { randomUUID } from 'node:crypto';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath, chromiumFlags } from '../../scripts/browser.js';
import { type Demo, type DemoLink, startDemo } from '../support/demo.ts';

let demo: Demo;
let browser: Browser;

beforeAll(async () => {
  demo = await startDemo();
  browser = await chromium.launch({ executablePath: browserPath() ?? '', args: chromiumFlags });
});
afterAll(async () => {
  await browser?.close();
  await demo?.stop();
});

async function visit(context: BrowserContext, id: string, mode: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${demo.origin}/?link=${id}&mode=${mode}`);
  return page;
}

/** A visitor who wants no motion, so that a drag ends where it ends. */
async function open(
  mode: string,
  settings: Parameters<DemoLink['set']>[0] = {},
  viewport = { width: 1280, height: 800 },
) {
  const id = randomUUID();
  const link = demo.link(id);
  await link.set({ bandwidth: 0, ...settings });
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport });
  const errors: Error[] = [];
  context.on('weberror', (event) => errors.push(event.error()));
  const leave = async () => {
    await context.close();
    expect(errors).toEqual([]);
  };
  return { id, link, context, page: await visit(context, id, mode), [Symbol.asyncDispose]: leave };
}

/** Resolves once the page shows such a number. */
const shows = (page: Page, cell: string, count: number) =>
  page.waitForFunction(
    ([cell, count]) => document.querySelector(`[data-count="${cell}"]`)?.textContent === count,
    [cell, String(count)],
  );

const numberIn = async (page: Page, cell: string) => Number(await page.textContent(`[data-count="${cell}"]`));

const settled = (page: Page) => page.waitForSelector('#atlas[aria-busy="false"]');

/** How often the server was asked for each tile, and for each list of places. */
async function hitsOf(link: DemoLink) {
  const hits = Object.entries((await link.report()).hits);
  const of = (kind: string) => hits.filter(([path]) => path.startsWith(kind)).map(([, count]) => count);
  return { tiles: of('tiles/'), places: of('places/') };
}

/** How many colours a tile of each map has. */
const coloursOf = (page: Page) =>
  page.$$eval('.map', (maps) =>
    maps.map((map) => {
      const tile = map.querySelector<HTMLCanvasElement>('canvas.leaflet-tile-loaded');
      const copy = document.createElement('canvas').getContext('2d');
      if (!tile || !copy) return 0;
      copy.drawImage(tile, 0, 0);
      return new Set(new Uint32Array(copy.getImageData(0, 0, 256, 256).data.buffer)).size;
    }),
  );

describe('maps', () => {
  test('show tiles and places, all four the same', async () => {
    await using visitor = await open('page');
    await settled(visitor.page);
    const colours = await coloursOf(visitor.page);
    expect(colours).toEqual(Array(4).fill(colours[0]));
    expect(colours[0]).toBeGreaterThan(20);
    expect(
      await visitor.page.$$eval('.place', (labels) => labels.map((label) => label.textContent)),
    ).toContain('Paris');
  });

  test.each([
    ['off', 4],
    ['page', 1],
    ['worker', 1],
  ])(
    'with the switch at %s, each tile and each list of places reach the server %i times',
    async (mode, times) => {
      await using visitor = await open(mode, { hold: true });
      const { page, link } = visitor;
      // All is asked for in one go, and held at the server until the last map has asked.
      await shows(page, 'places.asked', 4);
      await link.set({ hold: false });
      await settled(page);
      const { tiles, places } = await hitsOf(link);
      expect(tiles.length).toBeGreaterThanOrEqual(4);
      expect(await numberIn(page, 'tiles.asked')).toBe(4 * tiles.length);
      expect(tiles).toEqual(Array(tiles.length).fill(times));
      expect(places).toEqual([times]);
    },
  );

  test('ask once for what a drag brings into view', async () => {
    await using visitor = await open('page');
    const { page, link } = visitor;
    await settled(page);
    const before = await hitsOf(link);
    await link.set({ hold: true });
    await page.mouse.move(300, 500);
    await page.mouse.down();
    await page.mouse.move(20, 420, { steps: 12 });
    await page.mouse.up();
    await shows(page, 'places.asked', 8);
    await link.set({ hold: false });
    await settled(page);
    const { tiles, places } = await hitsOf(link);
    expect(tiles.length).toBeGreaterThan(before.tiles.length);
    expect(await numberIn(page, 'tiles.asked')).toBe(4 * tiles.length);
    expect(tiles).toEqual(Array(tiles.length).fill(1));
    expect(places).toEqual([1, 1]);
  });

  test('give up tiles that have left the view', async () => {
    await using visitor = await open('page', { hold: true });
    const { page, link } = visitor;
    await shows(page, 'places.asked', 4);
    await page.click('#next');
    await shows(page, 'places.asked', 8);
    await link.set({ hold: false });
    await settled(page);
    const { sums } = await link.report();
    expect(sums.tiles.abandoned).toBeGreaterThan(0);
    expect(sums.tiles.open).toBe(0);
  });

  test('follow each other by keyboard', async () => {
    await using visitor = await open('page');
    const { page } = visitor;
    await settled(page);
    await page.focus('.map:nth-child(3) .leaflet-container');
    await page.keyboard.press('+');
    await shows(page, 'places.asked', 8);
    await settled(page);
    const views = await page.$$eval('.map', (maps) =>
      maps.map((map) => {
        const pane = map.querySelector<HTMLElement>('.leaflet-map-pane');
        const tiles = [...map.querySelectorAll<HTMLElement>('canvas.leaflet-tile-loaded')];
        return [pane?.style.transform, ...tiles.map((tile) => tile.style.transform)].join();
      }),
    );
    expect(new Set(views).size).toBe(1);
  });
});

describe('counters', () => {
  test.each(['off', 'page'])('of the page agree with those of the server (%s)', async (mode) => {
    await using visitor = await open(mode, { hold: true });
    const { page, link } = visitor;
    await shows(page, 'places.asked', 4);
    await link.set({ hold: false });
    await settled(page);
    const { sums } = await link.report();
    for (const kind of ['tiles', 'places'] as const) {
      await shows(page, `${kind}.server`, sums[kind].requests);
      const [asked, joined, sent] = await Promise.all(
        ['asked', 'joined', 'sent'].map((column) => numberIn(page, `${kind}.${column}`)),
      );
      expect(sent).toBe(sums[kind].requests);
      expect(asked).toBe((joined ?? 0) + (sent ?? 0));
    }
  });

  test('start again from nothing when the switch is turned', async () => {
    await using visitor = await open('page');
    const { page, link } = visitor;
    await settled(page);
    await link.set({ hold: true });
    await page.check('input[value=off]');
    await shows(page, 'places.sent', 4);
    await link.set({ hold: false });
    await settled(page);
    expect((await hitsOf(link)).places).toEqual([4]);
    expect(await page.textContent('#summary')).toMatch(/^This view: (\d+) asked, \1 reached the server, /);
  });
});

describe('service worker', () => {
  test('serves two tabs of one link with one request for each tile', async () => {
    await using visitor = await open('worker');
    const { page, link, context, id } = visitor;
    await settled(page);
    const tabs = [page, await visit(context, id, 'worker')];
    await Promise.all(tabs.map(settled));
    await link.reset();
    await link.set({ hold: true });

    const distinct = (await numberIn(page, 'tiles.asked')) / 4;
    await page.click('#again'); // in both tabs: they do the same
    await Promise.all(tabs.map((tab) => shows(tab, 'places.asked', 8)));
    // Two tabs of four maps have asked twice: all of it must be in the worker before anything is answered.
    await callsInWorker(page, 2 * 4 * 2 * (distinct + 1));
    await link.set({ hold: false });
    await Promise.all(tabs.map(settled));
    const { tiles, places } = await hitsOf(link);
    expect(tiles).toEqual(Array(distinct).fill(1));
    expect(places).toEqual([1]);
  });

  test('is gone when the switch is turned back', async () => {
    await using visitor = await open('worker');
    const { page, link } = visitor;
    await settled(page);
    await page.check('input[value=off]');
    await page.waitForURL(/mode=off/);
    await page.waitForFunction(() => navigator.serviceWorker.controller === null);
    await shows(page, 'places.server', 4);
    expect((await hitsOf(link)).places).toEqual([4]);
  });
});

/** Resolves once the page says that the worker has seen so many requests of two tabs. */
const callsInWorker = (page: Page, count: number) =>
  page.waitForFunction((count) => {
    const line = document.querySelector('#worker-line')?.textContent ?? '';
    return line.includes(`of all 2 tabs ${count} and`);
  }, count);

describe('gallery', () => {
  test('brings the picture that is clicked before those that preload', async () => {
    await using visitor = await open('page');
    const { page, link } = visitor;
    await settled(page);
    await link.set({ hold: true });
    await page.click('#preload');
    await page.waitForSelector('#strip [data-state=loading]');
    expect(await page.locator('#strip [data-state=waiting]').count()).toBe(19);

    await page.click('#strip li:last-child button');
    await page.waitForSelector('#strip li:last-child [data-state=loading]');
    while (!Object.keys((await link.report()).hits).includes('gallery/rio-de-la-plata.png'));
    await link.set({ hold: false });
    await page.waitForSelector('#frame img');
    expect(await page.$eval('#frame img', (image) => (image as HTMLImageElement).naturalWidth)).toBe(1920);
    await page.waitForFunction(() => document.querySelectorAll('#strip [data-state=ready]').length === 20);
    expect((await link.report()).hits['gallery/rio-de-la-plata.png']).toBe(1);
  });
});

describe('page', () => {
  test.each([1280, 390])('has no sideways scrolling at %i pixels', async (width) => {
    await using visitor = await open('page', {}, { width, height: 800 });
    await settled(visitor.page);
    expect(await visitor.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });

  test('holds and releases answers, and shows the line as it is set', async () => {
    await using visitor = await open('page', { latency: 40 });
    const { page, link } = visitor;
    await settled(page);
    expect(await page.inputValue('#latency')).toBe('40');
    await page.click('#hold');
    await page.waitForSelector('#hold[aria-pressed=true]');
    expect((await link.report()).settings.hold).toBe(true);
    await page.selectOption('#cache-control', 'max-age=600');
    await page.click('#hold');
    await page.waitForSelector('#hold[aria-pressed=false]');
    expect((await link.report()).settings).toEqual({
      latency: 40,
      bandwidth: 0,
      cacheControl: 'max-age=600',
      hold: false,
    });
  });
});
