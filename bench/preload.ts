// How long a click waits while a gallery preloads, how long the gallery takes, how long a JSON call waits.
//
// Twenty images of 500 kB over a link shared at 1 MB/s with 60 ms latency; after 400 ms a click asks for the last.
// Contenders take turns, so that a busy machine slows all of them; the table has medians.

import { browsers, open } from './preload/browsers.ts';
import { type Result, serve, type Task } from './preload/server.ts';

export const name = 'preload';
export const title = 'A click, the whole gallery and a JSON call while twenty images preload';

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const contenders = ['naive', 'queue', 'coflight', 'coflight, 2 lanes'];

function tasksOf(rounds: number): Task[] {
  return Array.from({ length: rounds }, () => [
    { act: 'click' as const, contender: 'idle' },
    { act: 'call' as const, contender: 'idle' },
    ...contenders.map((contender) => ({ act: 'click' as const, contender })),
    ...['naive', 'coflight'].map((contender) => ({ act: 'call' as const, contender })),
    { act: 'call' as const, contender: 'idle' },
    { act: 'click' as const, contender: 'idle' },
  ]).flat();
}

function median(values: readonly (number | undefined)[]): number {
  const sorted = values.filter((value) => value !== undefined).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function rowsOf(browser: string, results: readonly Result[]): string[][] {
  const of = (contender: string, figure: 'shown' | 'total' | 'answered') =>
    median(results.filter((result) => result.contender === contender).map((result) => result[figure]));
  const cell = (value: number, base: number) =>
    Number.isNaN(value) ? '' : `${value.toFixed(0)} ms (${(value / base).toFixed(2)})`;
  return ['idle', ...contenders].map((contender) => [
    browser,
    contender,
    cell(of(contender, 'shown'), of('idle', 'shown')),
    contender === 'idle' ? '' : cell(of(contender, 'total'), of('naive', 'total')),
    cell(of(contender, 'answered'), of('idle', 'answered')),
  ]);
}

/** One round takes about a minute a browser. */
export async function run({ quick = false } = {}): Promise<Table> {
  const rows: string[][] = [];
  for (const browser of Object.keys(browsers) as (keyof typeof browsers)[]) {
    const server = await serve(tasksOf(quick ? 1 : 5));
    const opened = await open(browser, server.url);
    try {
      rows.push(...rowsOf(browser, await Promise.race([server.done, opened.missing])));
    } finally {
      await opened.close();
      server.close();
    }
  }
  return {
    columns: ['browser', 'contender', 'click (of idle)', 'all twenty (of naive)', 'JSON (of idle)'],
    rows,
  };
}

if (import.meta.main) {
  const { columns, rows } = await run({ quick: process.argv.includes('--quick') });
  for (const row of [columns, ...rows]) process.stdout.write(`${row.join(' | ')}\n`);
}
