// The load in tabs of a Chromium: one tab with a wrapped fetch, or four tabs that a worker serves.

import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type CDPSession, launch, type Page } from 'puppeteer-core';
import { browserPath, chromiumFlags } from '../../scripts/browser.js';
import type { CoalescingFetch } from '../../src/index.ts';
import type { RegisteredWorker } from '../../src/register/index.ts';
import type { Crowd, Load, Round } from './mix.ts';
import type { Place } from './place.ts';

declare global {
  /** In each tab: the mixture, its wrapped fetch, its load, and its worker when it has one. */
  var mix: typeof import('./mix.ts');
  var shared: CoalescingFetch;
  var load: Load;
  var attendant: RegisteredWorker;
  var problems: string[];
}

async function openTab(browser: Browser, origin: string, seed: number): Promise<Page> {
  const tab = await browser.newPage();
  await tab.goto(`${origin}/page`);
  await tab.evaluate((seed) => {
    globalThis.shared = coflight.createFetch();
    globalThis.load = new mix.Load(shared, location.origin, seed);
  }, seed);
  return tab;
}

async function control(tab: Page): Promise<void> {
  const failure = await tab.evaluate(async () => {
    const result = await coflight.register('/coflight-sw.js', { match: '/load*', listenTo: shared });
    if (result.status !== 'controlled') return JSON.stringify(result);
    globalThis.attendant = result.worker;
    return '';
  });
  if (failure) throw new Error(failure);
}

/** Bytes that a script's heap, the objects of the browser and its buffers take, after a collection. */
async function heapOf(session: CDPSession): Promise<number> {
  for (let turn = 0; turn < 3; turn++) await session.send('HeapProfiler.collectGarbage');
  const usage = (await session.send('Runtime.getHeapUsage')) as unknown as Record<string, number>;
  return (usage.usedSize ?? 0) + (usage.embedderHeapUsedSize ?? 0) + (usage.backingStorageSize ?? 0);
}

/** The memory of all renderers, from Linux. Tabs of one origin may share a renderer. */
async function residentIn(browser: Browser): Promise<number | undefined> {
  const session = await browser.target().createCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  const sizes = await Promise.all(
    renderers.map(({ id }) => readFile(`/proc/${id}/status`, 'utf8').catch(() => '')),
  );
  const kilobytes = sizes.map((status) => Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0));
  return 1024 * kilobytes.reduce((sum, size) => sum + size, 0) || undefined;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

const together = (rounds: readonly Round[]): Round => ({
  calls: sum(rounds.map(({ calls }) => calls)),
  wrong: rounds.flatMap(({ wrong }) => wrong),
});

/** Lets a tab read a body. Returns the bytes that each of its callers has read. */
const shareIn = (tab: Page, readers: number, bytes: number): Promise<number[]> =>
  tab.evaluate(
    (readers, bytes) =>
      Promise.all(Array.from({ length: readers }, () => shared(`/load?size=${bytes}`).then(mix.readAll))),
    readers,
    bytes,
  );

/** Collects garbage while something goes on: a dropped body keeps its connection until it is collected. */
async function collecting<Value>(sessions: readonly CDPSession[], going: Promise<Value>): Promise<Value> {
  let isOver = false;
  const over = going.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    for (const session of sessions) await session.send('HeapProfiler.collectGarbage');
    await Promise.race([over, sleep(250)]);
  }
  return over;
}

/** Opens one tab, or that many tabs of one worker. */
export async function openChromium(origin: string, seed: number, workerTabs = 0): Promise<Place> {
  const args = [...chromiumFlags, '--js-flags=--expose-gc'];
  const browser = await launch({ executablePath: browserPath() ?? '', args, protocolTimeout: 0 });
  const tabs: Page[] = [];
  for (let nth = 0; nth < Math.max(1, workerTabs); nth++)
    tabs.push(await openTab(browser, origin, seed + nth));
  const [first] = tabs as [Page];
  if (workerTabs) for (const tab of tabs) await control(tab);
  const sessions = await Promise.all(tabs.map((tab) => tab.createCDPSession()));
  if (workerTabs) {
    const target = await browser.waitForTarget((target) => target.type() === 'service_worker');
    sessions.push(await target.createCDPSession());
  }
  const inTabs = <Value>(run: (tab: Page) => Promise<Value>) => Promise.all(tabs.map(run));
  return {
    name: workerTabs ? `Chromium, a worker with ${workerTabs} tabs` : 'Chromium, a page',
    version: (await browser.version()).replace(/^(Headless)?Chrome\//, 'Chromium '),
    round: async (milliseconds, count) =>
      together(
        await collecting(
          sessions,
          inTabs((tab) =>
            tab.evaluate((milliseconds, count) => load.round(milliseconds, count), milliseconds, count),
          ),
        ),
      ),
    crowd: (count, how): Promise<Crowd> =>
      first.evaluate(
        (count, how) => {
          const fetch = how ? globalThis.fetch.bind(globalThis) : shared;
          const callers = how ? 1 : 2;
          return mix.crowd(fetch, { origin: location.origin, count, callers }, () => shared.stats().inFlight);
        },
        count,
        how,
      ),
    share: async (readers, bytes) =>
      workerTabs
        ? (await Promise.all(tabs.slice(0, readers).map((tab) => shareIn(tab, 1, bytes)))).flat()
        : shareIn(first, readers, bytes),
    memory: async () => ({
      heap: sum(await Promise.all(sessions.map(heapOf))),
      resident: await residentIn(browser),
    }),
    async inFlight() {
      const counts = await inTabs((tab) =>
        tab.evaluate(() => shared.stats().inFlight + shared.flights().length),
      );
      const worker = workerTabs ? await first.evaluate(async () => (await attendant.stats()).inFlight) : 0;
      return sum(counts) + worker;
    },
    problems: async () => (await inTabs((tab) => tab.evaluate(() => problems.splice(0)))).flat(),
    close: () => browser.close(),
  };
}
