import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Demo } from '../support/demo.ts';
import { raceReady } from '../support/demo-race.ts';
import { sharedDemo } from '../support/demo-shared.ts';
import { launchFor, modes, settled, shows, type Visit, visit } from '../support/demo-visit.ts';
import { puppetEngines } from '../support/site.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await sharedDemo();
});

describe.each(puppetEngines)('%s', (engine) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchFor(engine);
  });
  afterAll(() => browser?.close());

  /** A front whose first step is done: the server holds its answers. */
  async function holding(): Promise<Visit> {
    const front = await visit(browser, demo);
    await Promise.all([raceReady(front.page), ...front.panels.map(settled)]);
    await front.page.click('#step');
    for (const { link } of front.panels) while (!(await link.report()).settings.hold);
    return front;
  }

  test('one tile in slow motion: four ask, one request waits where it is shared, and all are answered; a page that is left in the middle lets the answers go', async () => {
    await using front = await holding();
    const { page } = front;
    const says = (mode: string, text: RegExp) =>
      page.waitForFunction(
        (mode, source) =>
          new RegExp(source).test(document.querySelector(`[data-step=${mode}]`)?.textContent ?? ''),
        {},
        mode,
        text.source,
      );
    await page.click('#step');
    await says('off', /^\d of 4 requests at the server/);
    for (const mode of ['page', 'worker']) await says(mode, /^One request waits at the server\. Four wait/);
    for (const panel of front.panels) await shows(panel, 'Tiles.asked', 40);
    await page.click('#step');
    await says('off', /^4 requests, all answered after \d+ ms\.$/);
    for (const mode of ['page', 'worker']) await says(mode, /^1 request, all answered after \d+ ms\.$/);
    expect(await page.$$eval('.slow .answered', (all) => all.length)).toBe(12);
    for (const [index, mode] of modes.entries()) {
      const hits = await front.panel(mode).link.hits();
      expect(hits['tiles/light/4/8/5.png']).toBe(index === 0 ? 4 : 1);
    }
    await page.click('#step');
    await says('off', /^Nobody has asked yet\.$/);
    expect(await page.$$eval('.slow .answered', (all) => all.length)).toBe(0);

    await page.click('#step');
    for (const { link } of front.panels) while (!(await link.report()).settings.hold);
    await page.goto('about:blank');
    for (const { link } of front.panels) while ((await link.report()).settings.hold);
  });

  test('no old time is shown while the server holds its answers, and other maps begin with nothing held', async () => {
    await using front = await holding();
    const { page } = front;
    await page.click('#fly');
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.headline dd:first-of-type')]
        .slice(0, 1)
        .every((time) => time.textContent === '…'),
    );
    await page.click('[value=openlayers]');
    await Promise.all(
      front.panels.map(({ frame }) => frame.waitForSelector('.ol-layer canvas, .ol-layer img')),
    );
    await Promise.all(front.panels.map(settled));
    expect(await page.$eval('.guide [aria-current=step]', (step) => step.textContent)).toBe(
      'Hold the answers',
    );
  });
});
