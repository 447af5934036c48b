// `npm run demo:static`: the demo as files, under a path of any host.

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Browser, Frame, Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from '../../demo/server/link.ts';
import { cardsOf, flyRace, raceReady, sumOf } from '../support/demo-race.ts';
import { launchFor } from '../support/demo-visit.ts';
import { type FileServer, serveFiles } from '../support/file-server.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

let files: FileServer;
let browser: Browser;
beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/demo-static.ts'], { cwd: root });
  [files, browser] = await Promise.all([
    serveFiles(`${root}build/static`, '/some/where/'),
    launchFor('chromium'),
  ]);
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await files?.close();
});

async function visit(path: string): Promise<{ page: Page; faults: unknown[] }> {
  const page = await (await browser.createBrowserContext()).newPage();
  await page.setViewport({ width: 1440, height: 900 });
  const faults: unknown[] = [];
  page.on('pageerror', (error) => faults.push(error));
  await page.goto(files.address + path);
  return { page, faults };
}

const frameOf = (page: Page, mode: string): Promise<Frame> =>
  page.waitForFrame((frame) => frame.url().startsWith(`${files.address}${mode}/`));

test('the race flies without a server: what a worker has counted is what the cards say', async () => {
  const { page, faults } = await visit('?link=files&bandwidth=20000000');
  await raceReady(page);
  expect(await page.$eval('.still', (note) => note.textContent)).toMatch(
    /^This copy has no server: a service worker in your browser plays it\./,
  );
  expect((await flyRace(page)).verdict).toMatch(/^In the page and with the worker: \d+ and \d+ instead of/);
  for (const card of await cardsOf(page)) {
    const report = (await page.evaluate(
      async (mode) => (await fetch(`links/files-${mode}`)).json(),
      card.mode,
    )) as Report;
    const { requests } = report.sums.tiles;
    expect({ ...card, sum: sumOf(card) }).toMatchObject({ asked: 180, sum: 180, sent: requests });
    if (card.mode === 'off') expect(requests).toBeGreaterThan(140);
    // 45, and some more where a map on a slow machine asks long after the others.
    else expect(requests).toBeLessThan(90);
  }
  expect([faults, files.missing]).toEqual([[], []]);
});

test('a panel opened alone, the vector tiles of MapLibre’s worker and the gallery find their files, too', async () => {
  const alone = await visit('worker/?stack=maplibre-vector');
  await alone.page.waitForSelector('.atlas[aria-busy="false"]');
  const sent = await alone.page.$eval('[data-count="Tiles.sent"]', (cell) => cell.textContent);
  expect(sent).toBe('4');

  const gallery = await visit('gallery.html');
  await gallery.page.waitForSelector('#last[aria-disabled="false"]');
  await gallery.page.click('#last');
  const panel = await frameOf(gallery.page, 'page');
  await panel.waitForSelector('.screen img');
  expect([alone.faults, gallery.faults, files.missing]).toEqual([[], [], []]);
});
