// `coflight report` on recordings of real pages, made by Playwright while the test runs. The servers count as well.

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Mode } from '../../demo/server/site.ts';
import { asHtml, parseHar, reportOf } from '../../src/report/index.ts';
import { startDashboard } from '../support/dashboard.ts';
import type { Demo } from '../support/demo.ts';
import { sharedDemo } from '../support/demo-shared.ts';
import { boarded } from '../support/demo-visit.ts';
import { launchRecorder, reportOn, until } from '../support/recorded.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchRecorder();
});
afterAll(() => browser.close());

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0);

test('the report of a dashboard counts the requests that its server has counted', async () => {
  const { origin, hits, close } = await startDashboard();
  onTestFinished(async () => void (await close()));
  const report = await reportOn(browser, origin, until("document.title === 'Shown'"));
  expect(report.patterns).toMatchObject([
    { pattern: `${origin}/api/session`, sent: hits.get('/api/session'), requests: 5, byCreateFetch: 4 },
    { pattern: `${origin}/tiles/*/*/*.png`, sent: 8, requests: 3, byCreateFetch: 3 },
  ]);
  expect(report.match).toEqual(['/api/session', '/tiles/*/*/*.png']);
});

test.each([320, 640, 1000])(
  'the page of a report fits into %i pixels, and its URLs can be read',
  async (width) => {
    const recording = readFileSync(new URL('../report/recordings/chromium.har', import.meta.url), 'utf8');
    const page = await browser.newPage({ viewport: { width, height: 600 } });
    onTestFinished(() => page.close());
    await page.setContent(asHtml(reportOf(parseHar(recording))));
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    const { height = Infinity } =
      (await page.locator('td', { hasText: '/tiles/*/*/*.png' }).boundingBox()) ?? {};
    expect(height).toBeLessThan(60); // two lines
  },
);

test.each(['light', 'dark'] as const)(
  'axe finds nothing in the page of a report in the %s scheme, whose text is as large as that of the browser',
  async (colorScheme) => {
    const har = JSON.parse(
      readFileSync(new URL('../report/recordings/chromium.har', import.meta.url), 'utf8'),
    ) as { log: { creator: { name: string } } };
    har.log.creator.name = 'x'.repeat(80);
    const page = await browser.newPage({ colorScheme, viewport: { width: 320, height: 600 } });
    onTestFinished(() => page.close());
    await page.setContent(asHtml(reportOf(parseHar(JSON.stringify(har)))));
    await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
    await page.addScriptTag({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') });
    const faults = await page.evaluate(
      `axe.run(document).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => [id, html])))`,
    );
    expect(faults).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
    const sizes = () =>
      page.$$eval('body *', (all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
    const usual = await sizes();
    await page.addStyleTag({ content: 'html { font-size: 24px }' });
    expect(await sizes()).toEqual(usual.map((size) => expect.closeTo(size * 1.5)));
  },
);

test('the bars in the page of a report keep their colours in forced colours and on paper', async () => {
  const recording = readFileSync(new URL('../report/recordings/chromium.har', import.meta.url), 'utf8');
  const look = async (forcedColors: 'active' | 'none') => {
    const page = await browser.newPage({ forcedColors });
    onTestFinished(() => page.close());
    await page.setContent(asHtml(reportOf(parseHar(recording))));
    return page.evaluate(`['.sent', '.saved'].map((bar) => {
      const { background, printColorAdjust } = getComputedStyle(document.querySelector(bar));
      return [background, printColorAdjust];
    })`);
  };
  const usual = await look('none');
  expect(usual).toMatchObject([
    [expect.anything(), 'exact'],
    [expect.anything(), 'exact'],
  ]);
  expect(await look('active')).toEqual(usual);
});

describe('the report of the demo', () => {
  let demo: Demo;
  beforeAll(async () => {
    demo = await sharedDemo();
  });

  /**
   * Visits one panel, which is answered when all that it asks for is where it is shared. Returns the report and how
   * often each tile reached the server.
   */
  async function visit(mode: Mode) {
    const id = randomUUID();
    const link = demo.link(`${id}-${mode}`);
    // Without sharing, the second map asks for a tile while the first one still waits for it.
    const isShared = mode === 'worker';
    await link.set({ bandwidth: 0, latency: isShared ? 0 : 600, hold: isShared });
    const report = await reportOn(browser, `${demo.site.plain[mode]}?link=${id}`, async (page) => {
      // 36 tiles, and for each of four maps the cities and the borders.
      if (isShared) await page.evaluate(boarded, 36 + 8);
      await link.set({ hold: false });
      await until("document.querySelector('.atlas')?.ariaBusy === 'false'")(page);
    });
    const hits = Object.entries(await link.hits()).filter(([path]) => path.startsWith('tiles/'));
    const tiles = report.patterns.find(({ pattern }) => pattern.includes('/tiles/'));
    return { tiles, hits: hits.map(([, count]) => count) };
  }

  test('predicts for the panel without sharing the requests that the panel with the worker sends', async () => {
    const [off, worker] = [await visit('off'), await visit('worker')];
    expect(off.tiles?.sent).toBe(sum(off.hits));
    expect(off.hits.length).toBeGreaterThan(0);
    // Four maps of one view: each tile was sent four times, and three of them need not have been.
    expect(off.tiles).toMatchObject({ sent: 4 * off.hits.length, requests: 3 * off.hits.length });
    expect(sum(worker.hits)).toBe((off.tiles?.sent ?? 0) - (off.tiles?.requests ?? 0));
    // There is nothing more to gain.
    expect(worker.tiles).toBeUndefined();
  });
});
