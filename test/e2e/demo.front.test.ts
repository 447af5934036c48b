import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Demo, startDemo } from '../support/demo.ts';
import { launchFor, modes, numberIn, settled, shows, tileHits, visit } from '../support/demo-visit.ts';
import { noisePng } from '../support/png.ts';
import { type Otherwise, startServer } from '../support/server.ts';

let demo: Demo;
let browser: Browser;
beforeAll(async () => {
  [demo, browser] = await Promise.all([startDemo(), launchFor('chromium')]);
});
afterAll(async () => {
  await browser?.close();
  await demo?.stop();
});

describe('front', () => {
  test.each([1440, 390])('has no sideways scrolling at %i pixels, nor have its panels', async (width) => {
    await using front = await visit(browser, demo, { width });
    await Promise.all(front.panels.map(settled));
    expect(await front.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    for (const { frame } of front.panels)
      expect(await frame.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  });

  test('sets the line of all panels', async () => {
    await using front = await visit(browser, demo);
    await front.page.waitForSelector('[name=cacheControl]');
    await front.page.select('[name=cacheControl]', 'no-store');
    await front.page.select('[name=bandwidth]', '1000000');
    await front.page.waitForFunction(() => document.querySelector('form button')?.ariaPressed === 'false');
    await front.page.click('form button');
    await front.page.waitForSelector('form [aria-pressed=true]');
    for (const { link } of front.panels)
      expect((await link.report()).settings).toEqual({
        latency: 0,
        bandwidth: 1_000_000,
        cacheControl: 'no-store',
        hold: true,
      });
  });

  test('shows the panels over HTTP/2', async () => {
    await using front = await visit(browser, demo, { at: `${demo.site.secure.front}/`, secure: true });
    const panel = front.panel('page');
    await settled(panel);
    expect(await tileHits(panel)).toEqual(Array(9).fill(1));
    const protocols = await panel.frame.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/tiles/'))
        .map((entry) => (entry as PerformanceResourceTiming).nextHopProtocol),
    );
    expect(new Set(protocols)).toEqual(new Set(['h2']));
  });
});

describe('panel', () => {
  const alone = (mode: 'page' | 'off') => ({ at: `${demo.site.plain[mode]}/`, modes: [mode] }) as const;

  test('tells by keyboard who launched a flight and who joined', async () => {
    await using visitor = await visit(browser, demo, alone('page'));
    await settled(visitor.panel('page'));
    const { page } = visitor;
    await page.focus('.rows');
    await page.keyboard.press('Home');
    const story = () => page.$eval('.rows', (rows) => rows.ariaValueText);
    expect(await story()).toMatch(
      /^tiles\/light\/6\/\d+\/\d+\.png · launched by map 1 .* joined by map 2, map 3, map 4 · /,
    );
    await page.keyboard.press('End');
    expect(await story()).toMatch(/^(borders|places)/);
    expect(await page.$eval('.flight', (line) => line.textContent)).toBe(await story());
  });

  test('moves all maps by keyboard', async () => {
    await using visitor = await visit(browser, demo, alone('page'));
    const panel = visitor.panel('page');
    await settled(panel);
    await visitor.page.focus('.map:nth-child(3) .leaflet-container');
    await visitor.page.keyboard.press('+');
    await shows(panel, 'JSON.asked', 12);
    await visitor.page.waitForFunction(() => document.querySelectorAll('.leaflet-zoom-anim').length === 0);
    const views = await visitor.page.$$eval('.map', (maps) =>
      maps.map((map) => map.querySelector<HTMLElement>('.leaflet-map-pane')?.style.transform),
    );
    expect(new Set(views).size).toBe(1);
  });

  test('takes the tiles of a server of one’s own', async () => {
    const tile: Otherwise = async (_, res) => {
      res.writeHead(200, { 'content-type': 'image/png', 'access-control-allow-origin': '*' });
      res.end(noisePng(256, 256));
    };
    const own = await startServer(tile);
    const query = { tiles: `${own.origin}/own/{z}/{x}/{y}.png` };
    await using visitor = await visit(browser, demo, { ...alone('page'), query });
    const panel = visitor.panel('page');
    await settled(panel);
    const [asked, sent] = [await numberIn(panel, 'Tiles.asked'), await numberIn(panel, 'Tiles.sent')];
    expect(asked).toBe(4 * sent);
    expect(await visitor.page.$eval('[data-count="Tiles.server"]', (cell) => cell.textContent)).toBe('–');
    expect(await tileHits(panel)).toEqual([]);
    await own.close();
  });
});

describe('gallery', () => {
  test('brings the picture that is clicked before those that preload', async () => {
    const at = `${demo.origin}/gallery.html`;
    const options = { at, modes: ['off', 'page'] as const, settings: { hold: true } };
    await using front = await visit(browser, demo, options);
    const [off, page] = [front.panel('off'), front.panel('page')];
    await front.page.waitForSelector('#preload:not(:disabled)', { timeout: 60_000 });
    await front.page.click('#preload');
    await page.frame.waitForSelector('[data-state=loading]');
    expect(await page.frame.$$eval('[data-state=waiting]', (all) => all.length)).toBe(19);
    await off.frame.waitForSelector('[data-state=loading]');
    expect(await off.frame.$$eval('[data-state=loading]', (all) => all.length)).toBe(20);

    // Picked in one panel, it is picked in both.
    await off.frame.click('.strip li:last-child button');
    await page.frame.waitForSelector('.strip li:last-child [data-state=loading]');
    const last = 'gallery/rio-de-la-plata.png';
    while (!((await page.link.hits())[last] === 1));
    // All of the first six are before it on the wire, where nobody steps aside.
    expect((await off.link.hits())[last]).toBeUndefined();
    for (const { link } of front.panels) await link.set({ hold: false });
    for (const { frame } of front.panels) {
      await frame.waitForSelector('.screen img');
      const size = await frame.$eval('.screen img', (image) => (image as HTMLImageElement).naturalWidth);
      expect(size).toBe(1920);
    }
    await page.frame.waitForFunction(() => document.querySelectorAll('[data-state=ready]').length === 20);
    expect((await page.link.hits())[last]).toBe(1);
    expect((await page.link.report()).sums.gallery.answered).toBe(20);
  });
});

describe('race', () => {
  test('flies the three panels along the same path, one after another', { timeout: 120_000 }, async () => {
    await using front = await visit(browser, demo, { settings: { latency: 20, bandwidth: 20_000_000 } });
    await front.page.waitForSelector('#race:not(:disabled)', { timeout: 60_000 });
    await front.page.click('#race');
    await front.page.waitForSelector('#race:disabled');
    await front.page.waitForSelector('#race:not(:disabled)', { timeout: 60_000 });
    const asked = await Promise.all(front.panels.map((panel) => numberIn(panel, 'Tiles.asked')));
    expect(asked).toEqual([180, 180, 180]);
    const sums = await Promise.all(front.panels.map(async ({ link }) => (await link.report()).sums));
    const [off = 0, ...shared] = sums.map(({ tiles }) => tiles.requests);
    // Of one of the five views, only what had been sent before it was left; maps that drift apart may ask anew.
    expect(off).toBeGreaterThanOrEqual(144);
    for (const requests of shared) expect(requests).toBeLessThan(off / 2);
    for (const { tiles } of sums) expect(tiles.answered).toBeGreaterThanOrEqual(36);
    for (const mode of modes)
      expect(
        await front.page.$$eval(`.headline.${mode} dd`, (cells) => cells.map((cell) => cell.textContent)),
      ).toEqual(Array(3).fill(expect.stringMatching(/^\d+\.\d+ s$/)));
  });
});
