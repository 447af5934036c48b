// A server that goes away while nothing happens: the next thing that a visitor does finds out.

import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Demo } from '../support/demo.ts';
import { raceReady } from '../support/demo-race.ts';
import { sharedDemo } from '../support/demo-shared.ts';
import { launchFor, settled, visit } from '../support/demo-visit.ts';
import { puppetEngines, thorough } from '../support/site.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await sharedDemo();
});

const press = (page: Page, selector: string) =>
  page.$eval(selector, (found) => (found as HTMLElement).click());

const slower = (page: Page) =>
  page.$eval('[name=latency]', (range) => {
    (range as HTMLInputElement).value = '20';
    range.dispatchEvent(new Event('change', { bubbles: true }));
  });

/** Says that the server is gone, and no longer when it is back. */
async function lostAnd(page: Page, act: () => Promise<void>, ready: string): Promise<void> {
  await page.setOfflineMode(true);
  await act();
  await page.waitForSelector('[role=alert]:not(:empty)');
  await page.waitForSelector(`${ready}[aria-disabled="true"]`);
  await page.setOfflineMode(false);
  await page.waitForSelector('[role=alert]:empty');
  await page.waitForSelector(`${ready}[aria-disabled="false"]`);
}

describe.each(puppetEngines)('%s', (engine) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchFor(engine, { network: true });
  });
  afterAll(() => browser?.close());

  test('whatever a visitor does finds out that the server is gone, and when it is back, the page begins anew', async () => {
    await using front = await visit(browser, demo);
    const { page } = front;
    await Promise.all([raceReady(page), ...front.panels.map(settled)]);
    const acts = {
      race: () => press(page, '#race'),
      view: () => press(page, '#fly'),
      step: () => press(page, '#step'),
      stack: () => press(page, '[value=openlayers]'),
      line: () => slower(page),
    };
    // Each makes all panels begin anew. `npm test` takes one that a panel does, and one that the front does.
    for (const act of thorough ? Object.values(acts) : [acts.race, acts.line]) {
      await lostAnd(page, act, '#race');
      await Promise.all(front.panels.map(settled));
      expect(await page.$eval('.guide [aria-current=step]', (step) => step.textContent)).toBe(
        'Hold the answers',
      );
      const statuses = await page.$$eval('[data-status]', (all) => all.map((status) => status.textContent));
      expect(statuses).toEqual(['', '', '']);
    }
    // The server has not been told while it was gone.
    expect(await page.$$eval('.line .notice', (all) => all.length)).toBe(0);
  });

  test('the gallery finds out when pictures are to be preloaded, and preloads them when the server is back', async () => {
    const at = `${demo.origin}/gallery.html`;
    await using front = await visit(browser, demo, { at, modes: ['off', 'page'] });
    const { page } = front;
    await page.waitForSelector('#preload[aria-disabled="false"]');
    await lostAnd(page, () => press(page, '#preload'), '#preload');
    await press(page, '#preload');
    for (const { frame } of front.panels)
      await frame.waitForFunction(() => document.querySelectorAll('[data-state=ready]').length === 20);
  });

  test('a front whose server was gone while the pictures were painted asks it again', async () => {
    await using front = await visit(browser, demo, {
      before: (page) =>
        page.evaluateOnNewDocument(() => {
          const { fetch } = globalThis;
          let lost = false;
          globalThis.fetch = (input, init) => {
            if (lost || !String(input).endsWith('/painted.json')) return fetch(input, init);
            lost = true;
            return Promise.reject(new TypeError('Failed to fetch'));
          };
        }),
    });
    await raceReady(front.page);
  });

  test('a server that goes away again while a panel begins anew is reported, and not as an error of the page', async () => {
    await using front = await visit(browser, demo, {
      before: (page) =>
        page.evaluateOnNewDocument(() => {
          const { fetch } = globalThis;
          // The page itself begins once. What begins after that begins anew.
          let begun = 0;
          globalThis.fetch = (input, init) =>
            init?.method === 'DELETE' && ++begun === 2
              ? Promise.reject(new TypeError('Failed to fetch'))
              : fetch(input, init);
        }),
    });
    const { page } = front;
    await Promise.all([raceReady(page), ...front.panels.map(settled)]);
    await lostAnd(page, () => slower(page), '#race');
    await Promise.all(front.panels.map(settled));
  });
});
