// One file, many readers at once: the program that the idea of coflight comes from.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Served } from './files/readers.ts';
import { bars } from './support/bars.ts';
import type { Context, Plot, Row } from './support/benchmark.ts';
import { inChild } from './support/child.ts';
import { interleave } from './support/interleave.ts';
import { median, rowsOf } from './support/statistics.ts';

export const name = 'files';
export const title = 'One file read by many at once';
export const about = `\`fs.readFile\` in Node, from the first call until the last caller has the bytes. Each caller reads for itself (_plain_), waits
in holdon 0.2.1, or joins a flight. Each sample is a separate program that starts, reads once and ends. The floor is a bare
\`Map\` of promises. **failed** counts callers that got an error (\`EMFILE\`). The last column counts them in a process that may
open 256 files, the limit of macOS. Each plain reader of the 7 MB file needs 7 MB of memory. 20,000 of them need 140 GB, so
they are not measured.`;
export const unit = 'ms';
export const peers = true;

const kilobyte = 1024;
const few = 256;

const sizes = { 'a 4 KB script': 4 * kilobyte, 'a 7 MB file': 7 * kilobyte * kilobyte };

const crowds = [100, 500, 20_000, 25_000, 100_000];

/** The most bytes that plain readers may hold at once. */
const affordable = 4e9;

interface Crowd {
  readonly title: string;
  readonly path: string;
  readonly size: number;
  readonly callers: number;
}

async function measure({ title, path, size, callers }: Crowd, rounds: number): Promise<Row[]> {
  const { readers } = await import('./files/readers.ts');
  const runs = Object.keys(readers).filter((name) => name !== 'plain' || size * callers < affordable);
  const program = (name: string, openFiles?: number) =>
    inChild<Served>('files/program.ts', [name, path, callers], { openFiles });
  const failed: Record<string, number> = {};
  const limited: Record<string, number> = {};
  const turn = (name: string) => async (): Promise<number> => {
    const served = await program(name);
    failed[name] = Math.max(failed[name] ?? 0, served.failed);
    return served.time;
  };
  const samples = await interleave(Object.fromEntries(runs.map((name) => [name, turn(name)])), rounds);
  for (const name of runs) limited[name] = (await program(name, few)).failed;
  const all = Object.fromEntries(Object.keys(readers).map((name) => [name, samples[name] ?? []]));
  const plain = median(samples.plain ?? []);
  return rowsOf(all, {
    group: `${callers.toLocaleString('en')} readers of ${title}`,
    notes: (name) => ({
      'times as fast as plain': samples.plain && samples[name] ? plain / median(samples[name]) : '—',
      failed: failed[name] ?? '—',
      [`failed of ${few} files`]: limited[name] ?? `${Math.round((size * callers) / 1e9)} GB`,
    }),
  });
}

export async function run({ quick, progress }: Context): Promise<readonly Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'coflight-bench-'));
  const rows: Row[] = [];
  try {
    for (const [title, size] of Object.entries(sizes)) {
      const path = join(folder, `${size}`);
      await writeFile(path, Buffer.alloc(size, 'coflight '));
      for (const callers of crowds) {
        progress(`${callers} readers of ${title}`);
        rows.push(...(await measure({ title, path, size, callers }, quick ? 3 : 11)));
      }
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return rows;
}

export const plots = (rows: readonly Row[]): readonly Plot[] => [
  bars(rows, {
    name: 'files',
    alt: 'One small file read by 25,000 callers in Node: the time of each contender',
    group: '25,000 readers of a 4 KB script',
    axis: 'ms until the last of 25,000 readers has the bytes',
  }),
];
