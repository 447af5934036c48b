// The load in a process of Node, which does what its parent asks for.

import { setImmediate } from 'node:timers/promises';
import { createFetch } from '../../src/index.ts';
import { crowd, Load, type Round, readAll } from './mix.ts';

const [origin = '', seed, how] = process.argv.slice(2);
const fetch = createFetch();
const load = new Load(how === 'native' ? globalThis.fetch : fetch, origin, Number(seed));
const inFlight = () => fetch.stats().inFlight + fetch.flights().length;
let problems: string[] = [];
process.on('unhandledRejection', (error) => void problems.push(`unhandled: ${error}`));

/** Collects until it no longer helps. */
async function heap(): Promise<number> {
  let [least, idle] = [Number.POSITIVE_INFINITY, 0];
  while (idle < 5) {
    globalThis.gc?.();
    await setImmediate();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    idle = heapUsed + arrayBuffers < least ? 0 : idle + 1;
    least = Math.min(least, heapUsed + arrayBuffers);
  }
  return least;
}

/** Plays the mixture. A dropped body keeps its connection until it is collected, natively, too. */
async function round(milliseconds: number, count: number): Promise<Round> {
  const collecting = setInterval(() => globalThis.gc?.(), 250);
  return load.round(milliseconds, count).finally(() => clearInterval(collecting));
}

const jobs: Readonly<Record<string, (...args: never[]) => unknown>> = {
  round,
  crowd: (count: number, isNative: boolean) =>
    crowd(
      isNative ? globalThis.fetch : fetch,
      { url: `${origin}/load`, count, callers: isNative ? 1 : 2 },
      () => fetch.stats().inFlight,
    ),
  share: (readers: number, url: string) =>
    Promise.all(Array.from({ length: readers }, () => fetch(url).then(readAll))),
  memory: async () => ({ heap: await heap(), resident: process.memoryUsage.rss() }),
  inFlight,
  problems: () => {
    const seen = problems;
    problems = [];
    return seen;
  },
};

process.on('message', async ({ id, job, args }: { id: number; job: string; args: never[] }) => {
  process.send?.({ id, value: await jobs[job]?.(...args) });
});
