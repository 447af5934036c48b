// What Chromium's protocol tells about a load: memory, and the errors of its network.

import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, CDPSession } from 'puppeteer-core';

/** Bytes that a script's heap, the objects of the browser and its buffers take, after a collection. */
async function heapOf(session: CDPSession): Promise<number> {
  // The messages of failed requests are no part of it.
  await session.send('Log.enable');
  await session.send('Log.clear');
  await session.send('Log.disable');
  for (let turn = 0; turn < 3; turn++) await session.send('HeapProfiler.collectGarbage');
  const usage = (await session.send('Runtime.getHeapUsage')) as unknown as Record<string, number>;
  return (usage.usedSize ?? 0) + (usage.embedderHeapUsedSize ?? 0) + (usage.backingStorageSize ?? 0);
}

/** The least of three measurements: between a collection and the measurement, a page that reads makes garbage. */
export async function leastHeapOf(session: CDPSession): Promise<number> {
  const heaps: number[] = [];
  for (let turn = 0; turn < 3; turn++) heaps.push(await heapOf(session));
  return Math.min(...heaps);
}

/** The memory of all renderers, from Linux. Tabs of one origin may share a renderer. */
export async function residentIn(browser: Browser): Promise<number | undefined> {
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

/** Collects garbage while something goes on: a dropped body keeps its connection until it is collected. */
export async function collecting<Value>(
  sessions: readonly CDPSession[],
  going: Promise<Value>,
): Promise<Value> {
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

/** Counts the requests that fail in the network from now on. Returns a function that stops this and returns the counts. */
export async function networkErrors(
  sessions: readonly CDPSession[],
): Promise<() => Promise<Readonly<Record<string, number>>>> {
  const counts: Record<string, number> = {};
  const note = ({ errorText }: { readonly errorText: string }) => {
    counts[errorText] = (counts[errorText] ?? 0) + 1;
  };
  for (const session of sessions) {
    await session.send('Network.enable');
    session.on('Network.loadingFailed', note);
  }
  return async () => {
    for (const session of sessions) {
      await session.send('Network.disable');
      session.off('Network.loadingFailed', note);
    }
    return counts;
  };
}

/** Notes the rejections in a worker that nothing handles. Returns a function that returns those since it was last called. */
export async function unhandledIn(worker: CDPSession): Promise<() => Promise<string[]>> {
  const evaluate = async (expression: string) =>
    (await worker.send('Runtime.evaluate', { expression, returnByValue: true })).result.value;
  await evaluate(`self.unhandled = [];
    addEventListener('unhandledrejection', ({ reason }) => unhandled.push('unhandled in the worker: ' + reason));`);
  return () => evaluate('unhandled.splice(0)');
}
