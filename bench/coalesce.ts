// Ten calls at once for one URL whose answer must not be cached. Chromium's HTTP cache sends one request for a URL at a
// time, so natively they take ten round trips, one after another.

import { bars } from './support/bars.ts';
import type { Context, Plot, Row } from './support/benchmark.ts';
import { interleave } from './support/interleave.ts';
import { inChromium, inNode, type Runtime } from './support/runtimes.ts';
import { type Server, serve } from './support/server.ts';
import { median, rowsOf } from './support/statistics.ts';

export const name = 'coalesce';
export const title = 'Ten calls at once for one uncacheable URL (50 ms a request)';
export const about = `The time from the first call to the last body. Chromium's HTTP cache sends one request at a time for a URL whose answer
must not be stored. So ten native calls take ten round trips, one after another. Node has no such cache. The floor is one native request.`;
export const unit = 'ms';
export const peers = true;

const delay = 50;
const callers = 10;
const floor = 'one request';

let count = 0;

async function rowsIn(runtime: Runtime, server: Server, rounds: number): Promise<Row[]> {
  const names = [floor, ...runtime.contenders];
  const requests: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]));
  const turn = (name: string) => async () => {
    const url = `/api/${count++}`;
    const alone = name === floor;
    const time = await runtime.together(alone ? 'native' : name, { url, callers: alone ? 1 : callers });
    requests[name]?.push(server.hits(url));
    return time;
  };
  const samples = await interleave(Object.fromEntries(names.map((name) => [name, turn(name)])), rounds);
  return rowsOf(samples, {
    group: runtime.name,
    notes: (name) => ({ requests: median(requests[name] ?? []) }),
  });
}

export async function run(context: Context): Promise<readonly Row[]> {
  const server = await serve((_, __, res) => {
    setTimeout(() => res.setHeader('cache-control', 'no-store').end('{"places":[]}'), delay);
  });
  const runtimes = [await inChromium(context, server.origin), await inNode(server.origin)];
  try {
    const rows: Row[] = [];
    for (const runtime of runtimes) {
      context.progress(runtime.name);
      rows.push(...(await rowsIn(runtime, server, context.quick ? 8 : 40)));
    }
    return rows;
  } finally {
    for (const runtime of runtimes) await runtime.close();
    server.close();
  }
}

export const plots = (rows: readonly Row[]): readonly Plot[] => [
  bars(rows, {
    name: 'ten-calls',
    alt: 'Ten calls at once for one uncacheable URL in Chromium: the time of each contender',
    group: 'Chromium',
    axis: 'ms until the last of ten callers has its answer',
  }),
];
