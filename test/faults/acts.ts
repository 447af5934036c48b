// Events of the browser in the middle of a call, caused by Chromium's protocol.

import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from 'puppeteer-core';
import { leave, restore } from './history.ts';
import { type Act, type Moment, moments, type Resource } from './resource.ts';

/** Milliseconds in which an answer arrives at a browser that is offline or frozen. */
const meanwhile = 200;

/** Runs in pages and workers: the clocks of the machine jump. */
function jump(hours: number): void {
  const by = hours * 3_600_000;
  const [now, since] = [Date.now, performance.now.bind(performance)];
  Date.now = () => now() + by;
  performance.now = () => since() + by;
}

const offline = (session: CDPSession, isOffline: boolean): Promise<void> =>
  session.send('Network.emulateNetworkConditions', {
    ...{ offline: isOffline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
  });

/** Lets the answer arrive between the two events. */
async function around(resource: Resource, at: Moment, [before, after]: readonly Step[]) {
  await before?.();
  const gate = moments[at];
  if (gate) resource.open(gate);
  await sleep(meanwhile);
  await after?.();
}

export type Acting = (act: Act, at: Moment, resource: Resource) => Promise<void>;
export type OpenSession = () => Promise<CDPSession>;

type Step = () => Promise<unknown>;

/** Does the same in each of these sessions. */
const inEach =
  (sessions: readonly CDPSession[], act: (session: CDPSession) => Promise<unknown>): Step =>
  () =>
    Promise.all(sessions.map(act));

/** Returns what each act does before and after an answer. */
function stepsIn(pages: readonly Page[], tabs: readonly CDPSession[], workers: readonly CDPSession[]) {
  const everywhere = [...tabs, ...workers];
  const [first] = tabs as [CDPSession];
  const { origin } = new URL(pages[0]?.url() ?? '');
  const isOffline = (is: boolean) => inEach(everywhere, (session) => offline(session, is));
  const state = (state: 'frozen' | 'active') =>
    inEach(tabs, (session) => session.send('Page.setWebLifecycleState', { state }));
  const clock = (hours: number) =>
    inEach(everywhere, (session) => session.send('Runtime.evaluate', { expression: `(${jump})(${hours})` }));
  const quota = (size: { quotaSize?: number }) => () =>
    first.send('Storage.overrideQuotaForOrigin', { origin, ...size });
  const steps: Readonly<Record<Act, readonly Step[]>> = {
    'the browser is offline for a while': [isOffline(true), isOffline(false)],
    'the tabs are frozen for a while': [state('frozen'), state('active')],
    'the tabs are in the back/forward cache for a while': [
      () => Promise.all(pages.map(leave)),
      () => Promise.all(pages.map(restore)),
    ],
    'the clock jumps an hour ahead': [clock(1), clock(-1)],
    'the clock jumps an hour back': [clock(-1), clock(1)],
    'the quota is full': [quota({ quotaSize: 0 }), quota({})],
    'the worker is stopped': [() => first.send('ServiceWorker.stopAllWorkers')],
  };
  return steps;
}

/** Returns the acts for these tabs and their worker. */
export async function actingIn(tabs: readonly Page[], openWorker?: OpenSession): Promise<Acting> {
  const sessions = await Promise.all(tabs.map((tab) => tab.createCDPSession()));
  await sessions[0]?.send('ServiceWorker.enable');
  for (const session of sessions) await session.send('Network.enable');
  return async (act, at, resource) => {
    // A worker under inspection is not stopped.
    const worker = act === 'the worker is stopped' ? undefined : await openWorker?.();
    await worker?.send('Network.enable');
    await around(resource, at, stepsIn(tabs, sessions, worker ? [worker] : [])[act]);
    await worker?.detach();
  };
}
