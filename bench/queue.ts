// Many files to process: the time and the memory by how many are processed at a time.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAll } from './queue/run.ts';
import type { Context, Row } from './support/benchmark.ts';
import { inChild } from './support/child.ts';
import { Gate } from './support/gate.ts';
import { interleave } from './support/interleave.ts';
import { collect } from './support/memory.ts';
import { rowsOf } from './support/statistics.ts';

export const name = 'queue';
export const title = '4,057 files of 38 KB, through a queue';
export const about = `Node reads, parses and adds up each file. The floor is one file after another, without a queue. **Peak memory** is that of a
separate process. coflight's queue is the one of its core, which the preloader uses. Its peers are p-queue and the
RequestScheduler of loaders.gl. The last table measures the queue alone, with tasks that do nothing.`;
export const unit = 'ms';
export const peers = true;

const files = 4057;
const place = { id: 1, name: 'Reykjavík', at: [64.15, -21.94], tags: ['capital', 'harbour'], people: 139875 };

/** Returns about 38 KB of JSON, different for each file. */
const textOf = (file: number): string =>
  JSON.stringify(Array.from({ length: 370 }, (_, at) => ({ ...place, id: file * 1000 + at })));

interface Way {
  readonly name: string;
  readonly contender: string;
  readonly lanes: number;
}

const waysOf = (contenders: readonly string[]): Way[] => [
  { name: 'one after another', contender: 'one after another', lanes: 1 },
  { name: 'all at once', contender: 'all at once', lanes: 1 },
  ...contenders.flatMap((contender) =>
    [1, 4, 16].map((lanes) => ({
      name: `${contender}, ${lanes} ${lanes === 1 ? 'lane' : 'lanes'}`,
      contender,
      lanes,
    })),
  ),
];

async function inFolder(ways: readonly Way[], folder: string, rounds: number): Promise<Row[]> {
  const time = ways.map(({ name, contender, lanes }) => [
    name,
    () => {
      collect();
      return runAll(contender, lanes, folder);
    },
  ]);
  const peak = ways.map(({ name, contender, lanes }) => [
    name,
    async () => (await inChild<{ peak: number }>('queue/run.ts', [contender, lanes, folder])).peak,
  ]);
  return [
    ...rowsOf(await interleave(Object.fromEntries(time), rounds), { group: 'Time' }),
    ...rowsOf(await interleave(Object.fromEntries(peak), Math.ceil(rounds / 2)), {
      group: 'Peak memory',
      unit: 'MB',
    }),
  ];
}

const tasks = 2_000;

/** Returns the nanoseconds for each of many tasks that wait for four lanes and do nothing. */
async function alone(rounds: number): Promise<Row[]> {
  const { queues } = await import('./contenders/queues.ts');
  const nothing = async () => 1;
  const timed = (start: (told: () => void) => void) => async () => {
    collect();
    const gate = new Gate(tasks);
    const from = performance.now();
    start(gate.told);
    await gate.open();
    return ((performance.now() - from) * 1e6) / tasks;
  };
  const turns = Object.entries(queues).map(([name, lanes]) => [
    name,
    timed((told) => {
      const run = lanes(4);
      for (let task = 0; task < tasks; task++) run(nothing).then(told);
    }),
  ]);
  const chain = timed((told) => {
    let last: Promise<unknown> = Promise.resolve();
    for (let task = 0; task < tasks; task++) last = last.then(nothing).then(told);
  });
  const samples = await interleave({ 'a chain of promises': chain, ...Object.fromEntries(turns) }, rounds);
  return rowsOf(samples, {
    group: `${tasks.toLocaleString('en')} tasks that do nothing, 4 lanes`,
    unit: 'ns a task',
  });
}

export async function run({ quick, progress }: Context): Promise<readonly Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'coflight-bench-'));
  try {
    for (let file = 0; file < files; file++) await writeFile(join(folder, `${file}.json`), textOf(file));
    progress('files');
    const contenders = ['coflight', ...(quick ? [] : ['p-queue', 'RequestScheduler'])];
    const rows = await inFolder(waysOf(contenders), folder, quick ? 2 : 5);
    progress('tasks');
    return [...rows, ...(await alone(quick ? 3 : 15))];
  } finally {
    await rm(folder, { recursive: true });
  }
}
