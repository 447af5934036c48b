// Callers in the tabs of a browser: of one wrapped fetch in one tab, or of one service worker in two.

import type { BrowserContext, Page, Target } from 'puppeteer-core';
import type { CoalescingFetch } from '../../src/index.ts';
import type { RegisteredWorker } from '../../src/register/index.ts';
import type { Tab, Visitor } from '../support/site.ts';
import { actingIn, type OpenSession } from './acts.ts';
import { acts } from './resource.ts';
import { type Invoke, type RemoteStage, type Room, remoteBy } from './room.ts';
import type { Stage } from './stage.ts';

declare global {
  /** In each tab: its stages, its wrapped fetch, and its worker when it has one. */
  var stages: Readonly<Record<'native' | 'shared', Stage>>;
  var shared: CoalescingFetch;
  var attendant: RegisteredWorker;
  /** Unhandled rejections and uncaught errors of the page. */
  var problems: string[];
}

type How = 'native' | 'shared';

const stageIn = (tab: Tab, how: How): RemoteStage =>
  remoteBy(((member: keyof Stage, ...args: readonly unknown[]) =>
    tab.evaluate(
      (how, member, args) => (stages[how][member] as (...args: readonly unknown[]) => unknown)(...args),
      how,
      member,
      args,
    )) as Invoke);

async function openTab(visitor: Visitor, origin: string): Promise<Tab> {
  const tab = await visitor.newPage();
  await tab.goto(`${origin}/page`);
  await tab.evaluate(() => {
    globalThis.shared = coflight.createFetch();
    const { Stage: Its } = globalThis as unknown as { Stage: typeof Stage };
    const native = globalThis.fetch;
    globalThis.stages = { native: new Its(native.bind(globalThis)), shared: new Its(shared) };
  });
  return tab;
}

/** Registers our worker in a tab. Its wrapped fetch tells the worker who leaves. */
async function control(tab: Tab, script: string): Promise<void> {
  const failure = await tab.evaluate(async (script) => {
    const result = await coflight.register(script, { listenTo: shared });
    if (result.status !== 'controlled') return JSON.stringify(result);
    globalThis.attendant = result.worker;
    return '';
  }, script);
  if (failure) throw new Error(failure);
}

const problemsIn = (tab: Tab): Promise<string[]> => tab.evaluate(() => problems.splice(0));
const flightsIn = (tab: Tab): Promise<number> =>
  tab.evaluate(() => shared.stats().inFlight + shared.flights().length);

async function problemsOf(tabs: readonly Tab[]): Promise<string[]> {
  return (await Promise.all(tabs.map(problemsIn))).flat();
}

/** Returns what can happen in Chromium's tabs, and in their worker. */
async function actsOf(tabs: readonly Tab[], worker?: OpenSession): Promise<Partial<Room>> {
  const pages = tabs.filter((tab) => 'createCDPSession' in tab) as Page[];
  if (!pages.length || (await pages[0]?.browser().version())?.includes('firefox')) return {};
  const inPages = acts.filter((act) => act !== 'the worker is stopped');
  return { acts: worker ? acts : inPages, act: await actingIn(pages, worker) };
}

/** The callers share the wrapped fetch of one tab. */
export async function openPage(visitor: Visitor, origin: string): Promise<Room> {
  const tab = await openTab(visitor, origin);
  return {
    ...(await actsOf([tab])),
    native: stageIn(tab, 'native'),
    shared: [stageIn(tab, 'shared')],
    reached: async () => {},
    inFlight: () => flightsIn(tab),
    problems: () => problemsOf([tab]),
    close: async () => {},
  };
}

const sessionOfWorker =
  (context: BrowserContext, origin: string): OpenSession =>
  async () => {
    const isIt = (target: Target) => target.type() === 'service_worker' && target.url().startsWith(origin);
    return (await context.waitForTarget(isIt)).createCDPSession();
  };

/** The callers are in two tabs of one worker. Native ones are a visitor's that has no worker. */
export async function openWorker(visitors: readonly Visitor[], origin: string): Promise<Room> {
  const [own, other] = visitors as readonly [Visitor, Visitor];
  const native = await openTab(other, origin);
  const tabs = [await openTab(own, origin), await openTab(own, origin)];
  for (const tab of tabs) await control(tab, '/spin-sw.js');
  const worker = sessionOfWorker(own as unknown as BrowserContext, origin);
  const inWorker = () =>
    (tabs[0] as Tab).evaluate(async () => {
      const stats = await attendant.stats().catch(() => attendant.stats());
      return stats.inFlight;
    });
  return {
    ...(await actsOf([...tabs, native], worker)),
    native: stageIn(native, 'native'),
    shared: tabs.map((tab) => stageIn(tab, 'shared')),
    // The worker hears messages after the requests that were sent before them. A stopped worker starts late.
    reached: () => Promise.all(tabs.map((tab) => tab.evaluate(() => attendant.stats().catch(() => {})))),
    async inFlight() {
      const counts = await Promise.all([...tabs.map(flightsIn), inWorker()]);
      return counts.reduce((sum, count) => sum + count);
    },
    problems: () => problemsOf(tabs),
    close: async () => {},
  };
}
