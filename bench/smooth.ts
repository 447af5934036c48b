// Whether panning is smooth: how long four linked maps use the page's thread, and how often for longer than 50 ms.
//
// It opens the demo's panels alone, with one map library at a time. The same drag moves across the map and back,
// without latency, so that tiles arrive all the time. The panel without sharing shows what the maps themselves cost.

import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import type { Mode } from '../demo/server/site.ts';
import { type OwnDemo, startDemo } from '../test/support/demo.ts';
import type { Context, Row } from './support/benchmark.ts';
import { rowsOf } from './support/statistics.ts';

export const name = 'smooth';
export const title = 'The page’s thread while four linked maps are panned';
export const unit = 'ms of script';

export const about = `The same drag pans the demo's four linked maps over several tiles. The native row is what the maps themselves take. "Tasks over
50 ms" is the count of the browser's Long Tasks API in all rounds together.`;

/** The contenders, by the panel that shows each. */
const contenders: readonly (readonly [title: string, mode: Mode])[] = [
  ['native', 'off'],
  ['coflight in the page', 'page'],
  ['coflight in the service worker', 'worker'],
];
const stacks = ['leaflet', 'openlayers'];
const steps = 60;

interface Panned {
  /** Milliseconds in which scripts ran. */
  readonly script: number;
  /** Milliseconds of each task that took more than 50. */
  readonly long: readonly number[];
}

/** Returns a function that returns for how many milliseconds scripts have run since. */
async function scriptClock(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN);
  };
}

/** Drags the first map along most of a circle, one step a frame, until all tiles in view have been requested. */
async function drag(page: Page): Promise<void> {
  const box = await page.locator('.map').first().boundingBox();
  if (!box) throw new Error('There is no map.');
  const asked = await page.textContent('[data-count="Tiles.asked"]');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= steps; step++) {
    const angle = (1.5 * Math.PI * step) / steps;
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await page.mouse.move(x + 120 * Math.sin(angle), y + 100 * (Math.cos(angle) - 1));
  }
  await page.mouse.up();
  await page.waitForFunction(
    (asked) => document.querySelector('[data-count="Tiles.asked"]')?.textContent !== asked,
    asked,
  );
}

async function pan(context: Context, demo: OwnDemo, stack: string, mode: Mode): Promise<Panned> {
  const link = randomUUID();
  await demo.link(`${link}-${mode}`).set({ latency: 0, bandwidth: 0 });
  const visitor = await (await context.browser()).newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await visitor.newPage();
    await page.goto(`${demo.site.plain[mode]}/?stack=${stack}&link=${link}`);
    await page.waitForSelector('.atlas[aria-busy="false"]');
    await page.evaluate(() => {
      const long: number[] = [];
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) long.push(duration);
      }).observe({ type: 'longtask' });
      Object.assign(globalThis, { long });
    });
    const clock = await scriptClock(page);
    const before = await clock();
    await drag(page);
    const script = (await clock()) - before;
    return { script, long: await page.evaluate(() => (globalThis as unknown as { long: number[] }).long) };
  } finally {
    await visitor.close();
  }
}

async function measure(context: Context, demo: OwnDemo, stack: string): Promise<Row[]> {
  const panned = new Map<string, Panned[]>(contenders.map(([title]) => [title, []]));
  for (let round = 0; round < (context.quick ? 2 : 6); round++) {
    context.progress(`${stack}, round ${round + 1}`);
    for (const [title, mode] of contenders) panned.get(title)?.push(await pan(context, demo, stack, mode));
  }
  const samples = [...panned].map(([title, all]) => [title, all.map(({ script }) => script)]);
  const notes = (title: string) => {
    const long = panned.get(title)?.flatMap((one) => one.long) ?? [];
    return { 'tasks over 50 ms': long.length, 'longest (ms)': Math.max(0, ...long) };
  };
  return rowsOf(Object.fromEntries(samples), { group: stack, notes });
}

export async function run(context: Context): Promise<Row[]> {
  const demo = await startDemo();
  try {
    const rows: Row[] = [];
    for (const stack of stacks) rows.push(...(await measure(context, demo, stack)));
    return rows;
  } finally {
    await demo.stop();
  }
}
