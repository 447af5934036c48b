// The examples as their readers start them, in a real browser.

import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { browserPath, chromiumFlags } from '../../scripts/browser.js';
import { examplesFolder, runExample, serveExample } from '../support/example.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launch({ executablePath: browserPath() ?? '', args: chromiumFlags });
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
    // A page without an icon of its own is asked for one all the same.
    if (message.type() === 'error' && !message.location().url?.endsWith('favicon.ico'))
      faults.push(message.text());
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

test('react: two components, each mounted twice, send one request; the worker serves the page', async () => {
  const { page, faults } = await open('react');
  await says(page, '[role=status]', '1 sent, ');
  await says(page, 'main', 'The largest: Tokyo');
  await says(page, '#app', 'Service worker: controlled');
  expect(await page.$$eval('li', (items) => items.length)).toBe(4);
  expect(faults).toEqual([]);
});

test('workbox: three frames get one answer, and then the next one', async () => {
  const { page, faults } = await open('workbox');
  await page.waitForSelector('button:enabled');
  const frames = page.frames().filter((frame) => frame.parentFrame());
  expect(frames).toHaveLength(3);
  for (const round of [1, 2]) {
    await page.click('button');
    const answers = frames.map((frame) =>
      frame.waitForFunction((number) => document.body.textContent?.includes(`Answer ${number},`), {}, round),
    );
    await Promise.all(answers);
  }
  expect(faults).toEqual([]);
});

describe('node', () => {
  test('prints how long readers of one file wait', async () => {
    const rows = (await runExample('node')).match(/^.* (?:25000|200) .*$/gm) ?? [];
    expect(rows).toHaveLength(2);
    // None of those who were held has failed, whatever became of the others.
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
