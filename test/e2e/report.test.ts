// `coflight report` on recordings of real pages, made by Playwright while the test runs. The servers count as well.

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Mode } from '../../demo/server/site.ts';
import { browserPath, chromiumFlags, webglFlags } from '../../scripts/browser.js';
import type { Report } from '../../src/report/report.ts';
import { startDashboard } from '../support/dashboard.ts';
import { type Demo, startDemo } from '../support/demo.ts';
import { serveExample } from '../support/example.ts';
import { temporaryFolder } from '../support/folder.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: browserPath() ?? '',
    args: [...chromiumFlags, ...webglFlags],
  });
});
afterAll(() => browser.close());

/** Records what a visit requests, and returns the report of the recording. */
async function reportOn(url: string, seen: string): Promise<Report> {
  const path = temporaryFolder().at('visit.har');
  const context = await browser.newContext({ recordHar: { path, content: 'omit' } });
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(seen);
  await context.close();
  expect(JSON.parse(readFileSync(path, 'utf8')).log.creator.name).toBe('Playwright');
  const command = fileURLToPath(new URL('../../bin/coflight.js', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [command, 'report', '--json', path], {
    maxBuffer: 2 ** 26,
  });
  return JSON.parse(stdout);
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0);

test('the report of a dashboard counts the requests that its server has counted', async () => {
  const { origin, hits, close } = await startDashboard();
  onTestFinished(async () => void (await close()));
  const report = await reportOn(origin, "document.title === 'Shown'");
  expect(report.patterns).toMatchObject([
    { pattern: `${origin}/api/session`, sent: hits.get('/api/session'), requests: 5, byCreateFetch: 4 },
    { pattern: `${origin}/tiles/*/*/*.png`, sent: 8, requests: 3, byCreateFetch: 3 },
  ]);
  expect(report.match).toEqual(['/api/session', '/tiles/*/*/*.png']);
});

describe('the report of the demo', () => {
  let demo: Demo;
  beforeAll(async () => {
    demo = await startDemo();
  });
  afterAll(() => demo.stop());

  /** Visits one panel, whose tiles take a second. Returns the report and how often each tile reached the server. */
  async function visit(mode: Mode) {
    const id = randomUUID();
    const link = demo.link(`${id}-${mode}`);
    await link.set({ bandwidth: 0, latency: 1000 });
    const report = await reportOn(
      `${demo.site.plain[mode]}?link=${id}`,
      "document.querySelector('.atlas')?.ariaBusy === 'false'",
    );
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

test('the report of an example that already shares says that there is nothing to gain', async () => {
  const { origin, end } = await serveExample('plain');
  onTestFinished(end);
  const seen = "document.querySelector('[role=status]')?.textContent.includes('2 asked, 1 sent')";
  expect(await reportOn(origin, seen)).toMatchObject({
    createFetch: { requests: 0 },
    withServiceWorker: { requests: 0 },
    patterns: [],
    match: [],
  });
});
