// Frameworks that render on a server: the module-level preloader is inert there, and ten asks are one request on
// the server and in the page.

import { type Browser, launch, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { browserPath, chromiumFlags } from '../../scripts/browser.js';
import { resource } from '../support/resource.ts';
import { type Served, serveApp } from './app.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch({ executablePath: browserPath() ?? '', args: chromiumFlags });
});
afterAll(() => browser.close());

const bin = (path: string) => new URL(`node_modules/${path}`, import.meta.url).pathname;
const json = () => resource({ body: '{"data":{"me":1}}', type: 'application/json', delay: 50 });

const serve: typeof serveApp = async (...app) => {
  const served = await serveApp(...app);
  onTestFinished(served.close);
  return served;
};

/** A page of the app, and all that goes wrong in it. */
async function visit({ origin }: Served, path: string): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  const answer = await page.goto(origin + path);
  expect([200, 304]).toContain(answer?.status());
  return { page, faults };
}

/** Resolves when all ten parts show what they asked for. */
const ten = (page: Page) =>
  page.waitForFunction(() => {
    const texts = [...document.querySelectorAll('#page i')].map(({ textContent }) => textContent?.trim());
    return texts.length === 10 && texts.every((text) => text === '1');
  });

test('Next: two server components share a request by React’s `cache`, and the components of the page another one (#15)', async () => {
  const [onServer, inPage, image] = [json(), json(), resource({ image: '8x6' })];
  const served = await serve(
    'next',
    [bin('next/dist/bin/next'), 'build'],
    [bin('next/dist/bin/next'), 'start'],
    {
      ON_SERVER: onServer.url,
      IN_PAGE: inPage.url,
      IMAGE: image.url,
    },
  );
  const { page, faults } = await visit(served, '/');
  await ten(page);
  expect(await page.$eval('#server', ({ textContent }) => textContent)).toBe(
    '6 answers, 4 answers, 0 images',
  );
  await page.waitForFunction(() => document.querySelector('img')?.naturalWidth === 8);
  expect(await Promise.all([onServer, inPage, image].map(({ hits }) => hits()))).toEqual([1, 1, 1]);
  expect(faults).toEqual([]);
});

test('Nuxt: ten of `$fetch` and `useFetch` in the page are one request (#15)', async () => {
  const inPage = json();
  const nuxt = bin('nuxt/bin/nuxt.mjs');
  const served = await serve('nuxt', [nuxt, 'build'], ['.output/server/index.mjs'], {
    NUXT_PUBLIC_JSON: inPage.url,
  });
  const { page, faults } = await visit(served, '/');
  await ten(page);
  expect(await inPage.hits()).toBe(1);
  expect(faults).toEqual([]);
});

test('SvelteKit: ten asks of a `load` are one request, on the server and in the browser (#15)', async () => {
  const [onServer, inPage] = [json(), json()];
  const served = await serve('sveltekit', [bin('vite/bin/vite.js'), 'build'], ['build/index.js'], {});
  const query = new URLSearchParams({ json: onServer.url, next: inPage.url });
  const { page, faults } = await visit(served, `/?${query}`);
  await ten(page);
  await page.click('a');
  await inPage.seen({ finished: 1 });
  await ten(page);
  expect(await Promise.all([onServer, inPage].map(({ hits }) => hits()))).toEqual([1, 1]);
  expect(faults).toEqual([]);
});

test.each(['generateSW', 'injectManifest'])(
  'vite-plugin-pwa, %s: two tabs that ask for one thing send one request (#15)',
  async (mode) => {
    const { url, hits, open, seen } = resource({
      body: '{"data":{"me":1}}',
      type: 'application/json',
      gate: 'headers',
    });
    const vite = bin('vite/bin/vite.js');
    const start = [vite, 'preview', '--outDir', `dist/${mode}`, '--host', '127.0.0.1', '--port', '{port}'];
    const served = await serve('pwa', [vite, 'build', '--mode', mode], start, {});
    const tabs = [(await visit(served, '/')).page, (await visit(served, '/')).page];
    const ask = (tab: Page, url: string) =>
      tab.evaluate((url) => (globalThis as unknown as { ask(url: string): Promise<number> }).ask(url), url);
    // A tab in the background draws no frames.
    for (const tab of tabs) await tab.waitForFunction(() => 'ask' in globalThis, { polling: 50 });
    const asks = tabs.map((tab) => ask(tab, url));
    await seen({ requests: 1 });
    // The worker answers in order: when it has answered this, it has heard what was asked before.
    for (const tab of tabs) await ask(tab, json().url);
    await open('headers');
    expect(await Promise.all(asks)).toEqual([1, 1]);
    expect(await hits()).toBe(1);
  },
);
