// The demo by keyboard, by screen reader, in forced colours.

import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stacks } from '../../demo/page/shared/stacks.ts';
import { accessFaults } from '../support/axe.ts';
import { type Demo, startDemo } from '../support/demo.ts';
import { raceReady } from '../support/demo-race.ts';
import { launchFor, settled, visit } from '../support/demo-visit.ts';

let demo: Demo;
let browser: Browser;
beforeAll(async () => {
  [demo, browser] = await Promise.all([startDemo(), launchFor('chromium')]);
});
afterAll(async () => {
  await browser?.close();
  await demo?.stop();
});

describe('axe finds nothing', () => {
  test.each([
    ['light', false],
    ['dark', true],
  ])('in the front and its panels, %s, on wide and on small screens', async (_, dark) => {
    await using front = await visit(browser, demo, { dark });
    await Promise.all([raceReady(front.page), ...front.panels.map(settled)]);
    await front.page.click('.line summary');
    expect(await accessFaults(front.page)).toEqual([]);
    await front.page.setViewport({ width: 390, height: 844 });
    expect(await accessFaults(front.page)).toEqual([]);
  });

  test.each([
    ['light', false],
    ['dark', true],
  ])('in the gallery and its panels: %s', async (_, dark) => {
    const at = `${demo.origin}/gallery.html`;
    await using front = await visit(browser, demo, { at, dark, modes: ['off', 'page'] });
    await front.page.waitForSelector('#preload[aria-disabled="false"]', { timeout: 60_000 });
    await front.page.click('#preload');
    await front.page.click('#last');
    for (const { frame } of front.panels) await frame.waitForSelector('.screen img');
    expect(await accessFaults(front.page)).toEqual([]);
    await front.page.setViewport({ width: 390, height: 844 });
    expect(await accessFaults(front.page)).toEqual([]);
  });

  test('in a panel alone, with each map library', async () => {
    const at = `${demo.site.plain.page}/`;
    await using visitor = await visit(browser, demo, { at, modes: ['page'] });
    await settled(visitor.panel('page'));
    for (const { name } of stacks) {
      await visitor.page.evaluate((stack) => flightPanel.start(stack), name);
      await settled(visitor.panel('page'));
      expect(await accessFaults(visitor.page)).toEqual([]);
    }
  });

  test('in the front of a server that fails', async () => {
    const tiles = 'http://127.0.0.1:9/{z}/{x}/{y}.png';
    await using front = await visit(browser, demo, { query: { tiles, stack: 'nonsense', latency: 'x' } });
    await front.page.waitForSelector('.headline.page .trouble');
    await front.panel('page').frame.waitForSelector('.over');
    expect(await accessFaults(front.page)).toEqual([]);
  });
});

describe('by keyboard', () => {
  test('the settings come before the panels, and a link leads past the panels', async () => {
    await using front = await visit(browser, demo);
    const { page } = front;
    await raceReady(page);
    const stops: string[] = [];
    while (!stops.at(-1)?.includes('Skip the panels')) {
      await page.keyboard.press('Tab');
      stops.push(await page.evaluate(() => document.activeElement?.textContent?.trim() ?? ''));
      expect(stops.length).toBeLessThan(12);
    }
    expect(stops.some((stop) => stop.startsWith('The line'))).toBe(true);
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => location.hash)).toBe('#guide');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('step');
  });

  test('a panel has few stops, and its links have names of their own', async () => {
    await using front = await visit(browser, demo);
    await Promise.all(front.panels.map(settled));
    const names = await front.page.$$eval('.panel-frame a', (links) => links.map((link) => link.textContent));
    expect(names).toEqual(['Open alone: Off', 'Open alone: In the page', 'Open alone: Service worker']);
    const stops = await front
      .panel('page')
      .frame.$$eval(
        'a[href], button, input, select, summary, [tabindex]',
        (all) => all.filter((one) => (one as HTMLElement).tabIndex >= 0).length,
      );
    // Four maps, the waterfall, "Preload all", and the pictures as one.
    expect(stops).toBe(7);
  });
});

describe('in forced colours', () => {
  test('what is chosen, and what the bars and the legend mean, is still told apart', async () => {
    await using front = await visit(browser, demo, {
      before: (page) =>
        page.emulateMediaFeatures([{ name: 'forced-colors' as 'color-gamut', value: 'active' }]),
    });
    await Promise.all(front.panels.map(settled));
    const colours = (selector: string) =>
      front.page.$$eval(selector, (all) => all.map((one) => getComputedStyle(one).backgroundColor));
    const [chosen, ...others] = await colours('.pills label');
    expect(others).not.toContain(chosen);
    const bar = await front.page.$$eval('.headline.page .bar i', (parts) =>
      parts.slice(0, 2).map((part) => getComputedStyle(part).backgroundColor),
    );
    expect(new Set(bar).size).toBe(2);
    const legend = await front
      .panel('page')
      .frame.$$eval('.legend i', (marks) =>
        marks.slice(1, 4).map((mark) => getComputedStyle(mark).backgroundColor),
      );
    expect(new Set(legend).size).toBe(3);
  });
});
