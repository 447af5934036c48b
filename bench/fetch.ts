// The cost of the wrapped fetch and its peers: a lone call beside a native one, many callers of one body beside one.

import type { Method } from './contenders/tasks.ts';
import { memories } from './fetch/memory.ts';
import { serveJson } from './fetch/server.ts';
import { bars } from './support/bars.ts';
import type { Context, Plot, Row } from './support/benchmark.ts';
import { interleave } from './support/interleave.ts';
import { inChromium, inNode, type Runtime } from './support/runtimes.ts';
import { mean, rowsOf } from './support/statistics.ts';

export const name = 'fetch';
export const title = 'A lone call, and many callers of one body';
export const about = `Nobody joins most calls, so a lone call should cost what a native one costs. It is measured twice: beside a native call alone, as
in a page that uses one package, and beside all packages, whose code is then colder. A **mean** includes the collection of garbage.
In the other groups many callers share one request, and each reads the whole body. _coflight, frozen_ is \`json: 'frozen'\`. The
floor is one native call. A dash: the contender cannot read a body in that way.`;
export const unit = 'ms';
export const peers = true;

interface Shared {
  readonly title: string;
  readonly url: string;
  readonly callers: number;
  readonly method: Method;
  /** A contender of this group alone. */
  readonly also?: string;
}

const shared: readonly Shared[] = [
  { title: '1,000 callers of 16 KB by `text()`', url: '/json/16', callers: 1000, method: 'text' },
  {
    title: '1,000 callers of 16 KB by `arrayBuffer()`',
    url: '/json/16',
    callers: 1000,
    method: 'arrayBuffer',
  },
  { title: '100 callers of 1 MB by `text()`', url: '/json/1024', callers: 100, method: 'text' },
  {
    title: '100 callers of 1 MB by `json()`',
    url: '/json/1024',
    callers: 100,
    method: 'json',
    also: 'coflight, frozen',
  },
];

/** Runs before the other contenders, which would leave garbage and cold code. */
async function paired(runtime: Runtime, calls: number): Promise<Row[]> {
  const pair = ['native', 'coflight'];
  const task = { url: '/json/1', calls };
  await runtime.inTurn(pair, { ...task, calls: 100 });
  const samples = await runtime.inTurn(pair, task);
  const group = `${runtime.name}: a call by itself, 1 KB, in turn with a native one`;
  const floor = mean(samples.native as number[]);
  return rowsOf(samples, {
    group,
    notes: (name) => {
      const own = mean(samples[name] as number[]);
      return { mean: own, 'ratio of means': own / floor };
    },
  });
}

async function alone(runtime: Runtime, calls: number): Promise<Row[]> {
  const task = { url: '/json/1', calls };
  await runtime.inTurn(runtime.contenders, { ...task, calls: 30 });
  const group = `${runtime.name}: a call by itself, 1 KB, call by call in turn`;
  return rowsOf(await runtime.inTurn(runtime.contenders, task), { group });
}

const floor = 'one request';

async function many(runtime: Runtime, { title, also, ...task }: Shared, rounds: number): Promise<Row[]> {
  const left: string[] = [];
  const able: Record<string, () => Promise<number>> = {
    [floor]: () => runtime.together('native', { ...task, callers: 1 }),
  };
  for (const name of [...runtime.contenders, ...(also ? [also] : [])]) {
    if (name === 'native') continue;
    const turn = () => runtime.together(name, task);
    await turn().then(
      () => (able[name] = turn),
      () => left.push(name),
    );
  }
  const samples = await interleave(able, rounds);
  const without = Object.fromEntries(left.map((name) => [name, []]));
  return rowsOf({ ...samples, ...without }, { group: `${runtime.name}: ${title}` });
}

export async function run(context: Context): Promise<readonly Row[]> {
  const { quick, progress } = context;
  const server = await serveJson();
  const runtimes = [await inChromium(context, server.origin), await inNode(server.origin)];
  const rows: Row[] = [];
  try {
    for (const runtime of runtimes) {
      progress(`${runtime.name}: a call beside a native one`);
      rows.push(...(await paired(runtime, quick ? 200 : 1500)));
    }
    for (const runtime of runtimes) {
      progress(`${runtime.name}: a call by itself`);
      rows.push(...(await alone(runtime, quick ? 200 : 1500)));
      for (const task of shared) {
        progress(`${runtime.name}: ${task.title}`);
        rows.push(...(await many(runtime, task, quick ? 1 : 9)));
      }
    }
    rows.push(...(await memories(server)));
    return rows;
  } finally {
    for (const runtime of runtimes) await runtime.close();
    server.close();
  }
}

export const plots = (rows: readonly Row[]): readonly Plot[] => [
  bars(rows, {
    name: 'many-callers',
    alt: 'A thousand callers of one body of 16 KB in Chromium: the time of each contender',
    group: 'Chromium: 1,000 callers of 16 KB by `text()`',
    axis: 'ms until the last of 1,000 callers has its text',
  }),
];
