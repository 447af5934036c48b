// How the race begins, waits, ends and fails.

import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Demo, startDemo } from '../support/demo.ts';
import { flyRace, raceReady } from '../support/demo-race.ts';
import { sharedDemo } from '../support/demo-shared.ts';
import { launchFor, type PanelVisit, settled, shows, tileHits, visit } from '../support/demo-visit.ts';
import { puppetEngines } from '../support/site.ts';

const textOf = (page: Page, selector: string) => page.$eval(selector, (found) => found.textContent);

/** Resolves when that is what an element says. */
const says = (page: Page, selector: string, text: string) =>
  page.waitForFunction(
    (selector, text) => document.querySelector(selector)?.textContent?.includes(text),
    {},
    selector,
    text,
  );

const tilesIn = ({ frame }: PanelVisit) => frame.$$eval('.leaflet-tile-loaded', (tiles) => tiles.length);

let demo: Demo;
beforeAll(async () => {
  demo = await sharedDemo();
});

describe.each(puppetEngines)('In %s, a race', (engine) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchFor(engine);
  });
  afterAll(() => browser?.close());

  test('says of each panel that it waits its turn, and lets it keep its maps until then', async () => {
    await using front = await visit(browser, demo);
    const { page } = front;
    await Promise.all([raceReady(page), ...front.panels.map(settled)]);
    // The first panel waits for answers, so that the others wait for it.
    const [off, second, third] = front.panels as [PanelVisit, PanelVisit, PanelVisit];
    await page.click('#race');
    await says(page, '[data-status=off]', 'View 1 of 5');
    await off.link.set({ hold: true });
    for (const { mode } of [second, third]) {
      expect(await textOf(page, `[data-status=${mode}]`)).toBe('Waits its turn');
      expect(await textOf(page, `[data-headline=${mode}]`)).toBe('–');
    }
    expect(await tilesIn(second)).toBe(36);
    expect(await tilesIn(third)).toBe(36);
    await page.click('#race');
    await says(page, '.verdict', 'Stopped.');
  });

  test('has no verdict any more when another library draws the maps', async () => {
    await using front = await visit(browser, demo);
    const { page } = front;
    await raceReady(page);
    await page.click('#race');
    await says(page, '[data-status=off]', 'View 1 of 5');
    await page.click('#race');
    await says(page, '.verdict', 'Stopped.');
    await page.$eval('.pills [value=openlayers]', (choice) => (choice as HTMLInputElement).click());
    await Promise.all(front.panels.map((panel) => shows(panel, 'Tiles.asked', 36)));
    expect(await textOf(page, '.verdict')).toBe('');
  });

  test('is stopped by its button, which keeps the focus, and can be flown again: it clicks the last picture as soon as pictures preload, in every panel', async () => {
    await using front = await visit(browser, demo, { settings: { bandwidth: 1_000_000 } });
    const { page } = front;
    await raceReady(page);
    await page.focus('#race');
    await page.keyboard.press('Enter');
    // The last picture is clicked, and may come after the end of the race.
    await says(page, '[data-status=off]', 'View 2 of 5');
    await front.panel('off').link.set({ hold: true });
    await page.keyboard.press('Enter');
    await says(page, '.verdict', 'Stopped.');
    expect(await textOf(page, '[data-status=off]')).toBe('Stopped');
    await says(page, '#race span:not(.other)', 'Race the three');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('race');
    // The view that was on its way still comes, the picture does not.
    await front.panel('off').link.set({ hold: false });
    await settled(front.panel('off'));
    await page.waitForFunction(() =>
      /\d\ss$/.test(document.querySelector('.headline dd')?.textContent ?? ''),
    );
    const screen = await front.panel('off').frame.$eval('.screen', (figure) => figure.textContent);
    expect(screen?.trim()).toBe('Pick a picture');
    for (const { link } of front.panels) await link.set({ bandwidth: 20_000_000 });
    // The race itself lets the answers go.
    expect((await flyRace(page)).verdict).toMatch(/^Tile requests: /);
    for (const { frame } of front.panels) {
      const flights = await frame.evaluate(() => flightPanel.trace.flights);
      // The click may have a flight of its own, when the preload has stepped aside.
      const callers = flights
        .filter(({ url }) => url.includes('rio-de-la-plata'))
        .flatMap((one) => one.callers);
      const click = callers.find(({ who }) => who === 'click')?.at ?? Number.NaN;
      const views = flights.filter(({ kind, launched }) => kind === 'tiles' && launched > click);
      // Four of the five views are still to come.
      expect(new Set(views.map(({ url }) => url)).size).toBeGreaterThanOrEqual(27);
    }
  });

  test('that is stopped before its first view shows that view all the same', async () => {
    const at = `${demo.site.plain.page}/`;
    await using visitor = await visit(browser, demo, { at, modes: ['page'] });
    const panel = visitor.panel('page');
    await settled(panel);
    await panel.frame.evaluate(async () => {
      const flown = flightPanel.race.fly();
      flightPanel.race.stop();
      await flown;
    });
    await panel.frame.waitForFunction(() => document.querySelectorAll('.leaflet-tile-loaded').length === 36);
    await settled(panel);
    await shows(panel, 'Tiles.asked', 36);
  });

  test('counts nothing that was asked for before it began', async () => {
    await using front = await visit(browser, demo, {
      query: { stack: 'openlayers' },
      settings: { hold: true },
    });
    await Promise.all(front.panels.map((panel) => shows(panel, 'Tiles.asked', 36)));
    const off = front.panel('off');
    // A new run begins while the browser still has requests of the last one that wait for a connection.
    await off.frame.evaluate(() => void flightPanel.start());
    await shows(off, 'Tiles.sent', 0);
    await off.link.set({ hold: false });
    await settled(off);
    expect(await tileHits(off)).toEqual(Array(9).fill(4));
  });

  test('whose server ends fails, and the front says how to go on; when the server is back, so is everything', async () => {
    const first = await startDemo();
    const port = new URL(first.origin).port;
    await using front = await visit(browser, first, { query: { latency: '30' } });
    const { page } = front;
    await raceReady(page);
    await page.click('#race');
    await says(page, '[data-status=off]', 'View 1 of 5');
    await first.stop();
    await says(page, '.verdict', 'Not finished: the server could not be reached.');
    await says(page, '[role=alert]', `npm run demo -- --port ${port}`);
    expect(await page.$eval('#race', (button) => button.ariaDisabled)).toBe('true');
    expect(await textOf(page, '#race span:not(.other)')).toBe('Race the three');

    const second = await startDemo('--port', port);
    onTestFinished(async () => void (await second.stop()));
    await page.waitForSelector('[role=alert]:empty');
    await raceReady(page);
    expect((await second.link(`${front.id}-off`).report()).settings.latency).toBe(30);
    await Promise.all(front.panels.map(settled));
    await page.click('#race');
    await says(page, '[data-status=off]', 'View 2 of 5');
  });
});
