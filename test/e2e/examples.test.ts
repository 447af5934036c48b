// The examples as their readers start them, in a real browser.

import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { browserPath, chromiumFlags, webglFlags } from '../../scripts/browser.js';
import { examplesFolder, runExample, serveExample } from '../support/example.ts';
import { launchRecorder, reportOn, until } from '../support/recorded.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launch({ executablePath: browserPath() ?? '', args: [...chromiumFlags, ...webglFlags] });
});
afterAll(() => browser.close());

/** The page of an example, and all that goes wrong in it. */
async function open(name: string): Promise<{ page: Page; faults: string[] }> {
  const { origin, end } = await serveExample(name);
  const page = await browser.newPage();
  onTestFinished(async () => {
    await page.close();
    await end();
  });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.text()} ${message.location().url}`);
  });
  await page.goto(origin);
  return { page, faults };
}

/** Resolves when an element's text is as wanted. */
const says = (page: Page, selector: string, wanted: string) =>
  page.waitForFunction(
    (selector, wanted) => document.querySelector(selector)?.textContent?.includes(wanted),
    {},
    selector,
    wanted,
  );

test('plain: two lists send one request, and the picture that is clicked is shown', async () => {
  const { page, faults } = await open('plain');
  await says(page, '[role=status]', '2 asked, 1 sent');
  await page.click('nav button:nth-of-type(3)');
  await page.waitForSelector('figure img[alt=Dusk]');
  const width = await page.$eval('figure img', (image) => (image as HTMLImageElement).naturalWidth);
  expect(width).toBe(640);
  expect(await page.$$eval('li', (items) => items.length)).toBe(8);
  expect(faults).toEqual([]);
});

test('plain: the report of a visit says that there is nothing to gain where two lists already share', async () => {
  const { origin, end } = await serveExample('plain');
  onTestFinished(end);
  const recorder = await launchRecorder();
  onTestFinished(() => recorder.close());
  const seen = until("document.querySelector('[role=status]')?.textContent.includes('2 asked, 1 sent')");
  expect(await reportOn(recorder, origin, seen)).toMatchObject({
    createFetch: { requests: 0 },
    withServiceWorker: { requests: 0 },
    patterns: [],
    match: [],
  });
});

test('react: two components, each mounted twice, send one request; the worker serves the page', async () => {
  const { page, faults } = await open('react');
  await says(page, '[role=status]', '4 calls: 1 sent, 3 joined');
  await says(page, '.large', 'Tokyo');
  await says(page, '#app', 'Service worker: controlled');
  expect(await page.$$eval('li', (items) => items.length)).toBe(4);
  expect(faults).toEqual([]);
});

test('react-images: each picture is one request, and the one that is chosen does not wait for the others', async () => {
  const { page, faults } = await open('react-images');
  await page.waitForSelector('figure img[alt=Dawn]');
  await page.click('nav button:last-child');
  await page.waitForSelector('figure img[alt=Night]');
  await says(page, '[role=status]', '4 of 4 preloaded');
  const requests = await page.evaluate(async () => (await fetch('/requests.json')).json());
  // The preload that stepped aside for the click was asked for again.
  expect(Object.keys(requests).sort()).toEqual(['dawn', 'dusk', 'night', 'noon']);
  expect(requests).toMatchObject({ dawn: 1, night: 1 });
  expect(faults).toEqual([]);
});

test('maplibre: two maps send the requests of one', async () => {
  const { page, faults } = await open('maplibre');
  const counts = () =>
    page.$eval('[role=status]', (status) => status.textContent?.match(/\d+/g)?.map(Number) ?? []);
  await page.waitForFunction(() =>
    /^Two maps asked/.test(document.querySelector('[role=status]')?.textContent ?? ''),
  );
  while (((await counts())[0] ?? 0) < 8);
  const [asked = 0, sent = 0] = await counts();
  expect(sent).toBeLessThanOrEqual(asked / 2 + 2);
  expect(await page.$$eval('.maplibregl-canvas', (all) => all.length)).toBe(2);
  expect(faults).toEqual([]);
});

test('workbox: three frames ask by themselves and get one answer, and then the next one', async () => {
  const { page, faults } = await open('workbox');
  await page.waitForSelector('button:not([hidden])');
  for (const round of [1, 2]) {
    await says(page, '[role=status]', '3 frames asked. The server got 1 request.');
    const frames = page.frames().filter((frame) => frame.parentFrame());
    expect(frames).toHaveLength(3);
    for (const frame of frames)
      await frame.waitForFunction(
        (number) => document.querySelector('b')?.textContent === `Answer ${number}`,
        {},
        round,
      );
    await page.click('button');
  }
  expect(faults).toEqual([]);
});

describe('node', () => {
  test('prints how long readers of one file wait', async () => {
    const rows = (await runExample('node')).match(/^.* (?:25000|200) .*$/gm) ?? [];
    expect(rows).toHaveLength(2);
    // No reader that was held has failed.
    for (const row of rows) expect(row.match(/\d+/g)).toEqual([...Array(6).fill(expect.any(String)), '0']);
  });

  test('two readers get one Buffer', () => {
    const program = `import { read } from './read.js';
      const [a, b] = await Promise.all([read('read.js'), read('read.js')]);
      console.log(a === b, a === (await read('read.js')));`;
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: `${examplesFolder}node`,
      encoding: 'utf8',
    });
    expect(output.trim()).toBe('true false');
  });
});

describe('the examples', () => {
  const folders = globSync('*/package.json', { cwd: examplesFolder });

  test.each(folders)('%s asks for the versions that are tested', (path) => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(examplesFolder + path, 'utf8'));
    const { devDependencies: ours, version } = manifest;
    const known: Record<string, string> = { ...ours, coflight: `^${version}` };
    for (const [name, range] of Object.entries({ ...dependencies, ...devDependencies }))
      expect(range, name).toBe(known[name]);
  });
});
