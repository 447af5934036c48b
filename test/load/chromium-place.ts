// The load in tabs of a Chromium: one tab with a wrapped fetch, or four tabs that a worker serves.

import { type Browser, type CDPSession, launch, type Page } from 'puppeteer-core';
import { browserPath, chromiumFlags } from '../../scripts/browser.js';
import type { CoalescingFetch } from '../../src/index.ts';
import type { RegisteredWorker } from '../../src/register/index.ts';
import { collecting, leastHeapOf, networkErrors, residentIn, unhandledIn } from './chromium.ts';
import type { Load, Round } from './mix.ts';
import type { Opening, Place } from './place.ts';

declare global {
  /** In each tab: the mixture, its wrapped fetch, its load, and its worker when it has one. */
  var mix: typeof import('./mix.ts');
  var shared: CoalescingFetch;
  var load: Load;
  var attendant: RegisteredWorker;
  var problems: string[];
}

async function openTab(browser: Browser, { origin, seed, isNative }: Opening): Promise<Page> {
  const tab = await browser.newPage();
  await tab.goto(`${origin}/page`);
  await tab.evaluate(
    (seed, isNative) => {
      globalThis.shared = coflight.createFetch();
      const load = isNative ? globalThis.fetch.bind(globalThis) : shared;
      globalThis.load = new mix.Load(load, location.origin, seed);
    },
    seed,
    isNative,
  );
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

const sum = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

const together = (rounds: readonly Round[]): Round => ({
  calls: sum(rounds.map(({ calls }) => calls)),
  wrong: rounds.flatMap(({ wrong }) => wrong),
});

/** Lets tabs read one body, with so many callers each. Returns the bytes that each caller has read. */
async function share(tabs: readonly Page[], url: string, callers: number): Promise<number[]> {
  const read = (url: string, callers: number) =>
    Promise.all(Array.from({ length: callers }, () => shared(url).then(mix.readAll)));
  return (await Promise.all(tabs.map((tab) => tab.evaluate(read, url, callers)))).flat();
}

/** Resolves once the worker has so many more calls. */
const called = (tab: Page, before: number, count: number): Promise<void> =>
  tab.evaluate(
    async (before, count) => {
      while ((await attendant.stats()).all.calls < before + count)
        await new Promise((resolve) => setTimeout(resolve, 10));
    },
    before,
    count,
  );

/** Opens one tab, or that many tabs of one worker. */
export async function openChromium(opening: Opening, workerTabs = 0): Promise<Place> {
  const args = [...chromiumFlags, '--js-flags=--expose-gc'];
  // Whoever listens to the network makes the page keep a record of each request.
  const launching = { executablePath: browserPath() ?? '', args, protocolTimeout: 0, networkEnabled: false };
  const browser = await launch(launching);
  const tabs: Page[] = [];
  for (let nth = 0; nth < Math.max(1, workerTabs); nth++)
    tabs.push(await openTab(browser, { ...opening, seed: opening.seed + nth }));
  const [first] = tabs as [Page];
  if (workerTabs) for (const tab of tabs) await control(tab);
  const sessions = await Promise.all(tabs.map((tab) => tab.createCDPSession()));
  if (workerTabs) {
    const target = await browser.waitForTarget((target) => target.type() === 'service_worker');
    sessions.push(await target.createCDPSession());
  }
  const inWorker = workerTabs ? await unhandledIn(sessions.at(-1) as CDPSession) : async () => [];
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
    async crowd(count, how) {
      const failed = await networkErrors(sessions);
      const came = await first.evaluate(
        (count, how) => {
          const fetch = how ? globalThis.fetch.bind(globalThis) : shared;
          // The worker answers no native call.
          const [callers, url] = how ? [1, '/native-load'] : [2, '/load'];
          return mix.crowd(
            fetch,
            { url: location.origin + url, count, callers },
            () => shared.stats().inFlight,
          );
        },
        count,
        how,
      );
      return { ...came, network: await failed() };
    },
    async share(readers, url, open) {
      if (!workerTabs) {
        const read = share([first], url, readers);
        await open();
        return read;
      }
      const { calls } = await first.evaluate(async () => (await attendant.stats()).all);
      const read = share(tabs.slice(0, readers), url, 1);
      await called(first, calls, readers);
      await open();
      return read;
    },
    memory: async () => ({
      heap: sum(await Promise.all(sessions.map(leastHeapOf))),
      resident: await residentIn(browser),
    }),
    async inFlight() {
      const counts = await inTabs((tab) =>
        tab.evaluate(() => shared.stats().inFlight + shared.flights().length),
      );
      const worker = workerTabs ? await first.evaluate(async () => (await attendant.stats()).inFlight) : 0;
      return sum(counts) + worker;
    },
    problems: async () =>
      (await Promise.all([inWorker(), inTabs((tab) => tab.evaluate(() => problems.splice(0)))])).flat(2),
    close: () => browser.close(),
  };
}
