// How long a click waits while a gallery preloads, how long the gallery takes, how long a JSON call waits.
//
// Twenty images of 500 kB over a link shared at 1 MB/s with 60 ms latency; after 400 ms a click asks for the last.
// Contenders take turns, so that a busy machine slows all of them; the table has medians.

import { browsers, Missing, open } from './preload/browsers.ts';
import { type Result, serve, type Task } from './preload/server.ts';
import type { Context, Row } from './support/benchmark.ts';
import { rowsOf } from './support/statistics.ts';

export const name = 'preload';
export const title = 'A click, the whole gallery and a JSON call while twenty images preload';
export const unit = 'ms';

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

type Figure = 'shown' | 'total' | 'answered';

/** What is measured of whom; the first is the floor. */
const figures: { group: string; figure: Figure; of: readonly string[] }[] = [
  { group: 'from the click until the image is shown', figure: 'shown', of: ['idle', ...contenders] },
  { group: 'until all twenty are there', figure: 'total', of: contenders },
  { group: 'a JSON call meanwhile', figure: 'answered', of: ['idle', 'naive', 'coflight'] },
];

function rowsIn(browser: string, results: readonly Result[]): Row[] {
  return figures.flatMap(({ group, figure, of }) => {
    const samples = of.map((contender) => {
      const its = results.filter((result) => result.contender === contender).map((result) => result[figure]);
      return [contender, its.filter((value) => value !== undefined)] as const;
    });
    return rowsOf(Object.fromEntries(samples), { group: `${browser}: ${group}` });
  });
}

/** A round takes about a minute a browser. One that is not installed is left out. */
export async function run({ quick, progress }: Context): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const browser of Object.keys(browsers) as (keyof typeof browsers)[]) {
    progress(browser);
    const server = await serve(tasksOf(quick ? 1 : 5));
    const opened = await open(browser, server.url);
    try {
      rows.push(...rowsIn(browser, await Promise.race([server.done, opened.missing])));
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
      progress(error.message);
    } finally {
      await opened.close();
      server.close();
    }
  }
  return rows;
}
