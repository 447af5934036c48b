// node queue/run.ts <contender> <lanes> <folder>: processes all JSON files of a folder. Prints the milliseconds, and
// the peak memory of the process in megabytes.

import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { argv } from 'node:process';
import type { Lanes } from '../contenders/queues.ts';
import { peak } from '../support/memory.ts';

interface Place {
  readonly people: number;
}

/** Reads a file, parses it, adds something up. */
async function work(path: string): Promise<number> {
  const places = JSON.parse(await readFile(path, 'utf8')) as Place[];
  return places.reduce((sum, { people }) => sum + people, 0);
}

export async function runAll(contender: string, lanes: number, folder: string): Promise<number> {
  const paths = readdirSync(folder).map((file) => join(folder, file));
  const from = performance.now();
  if (contender === 'one after another') for (const path of paths) await work(path);
  else {
    const run: Lanes = await lanesOf(contender, lanes);
    await Promise.all(paths.map((path) => run(() => work(path))));
  }
  return performance.now() - from;
}

async function lanesOf(contender: string, lanes: number): Promise<Lanes> {
  if (contender === 'all at once') return (task) => task();
  const { queues } = await import('../contenders/queues.ts');
  return (queues[contender] as (typeof queues)[string])(lanes);
}

if (import.meta.main) {
  const [contender = '', lanes, folder = ''] = argv.slice(2);
  const time = await runAll(contender, Number(lanes), folder);
  console.log(JSON.stringify({ time, peak: peak() }));
}
