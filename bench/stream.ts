// One body that a thousand callers read at one time.

import { gets, type Read, serve as read, reads } from './stream/readers.ts';
import type { Context, Row } from './support/benchmark.ts';
import { inChild } from './support/child.ts';
import { interleave } from './support/interleave.ts';
import { collect } from './support/memory.ts';
import { serve } from './support/server.ts';
import { median, rowsOf } from './support/statistics.ts';

export const name = 'stream';
export const title = 'A body of 500 KB read by a thousand callers';
export const about = `In Node. The server sends chunks of 4 KB. Callers read them as they arrive, or the whole body by \`arrayBuffer()\`. The floor is
one reader of one request. **MB** is the peak memory of a separate process, with what the floor needs.`;
export const unit = 'ms';

const bytes = 500 * 1024;
const chunk = Buffer.alloc(4096, 'coflight ');
const callers = 1000;
const floor = 'one reader';

async function measure(way: string, origin: string, rounds: number): Promise<Row[]> {
  const url = `${origin}/body`;
  const task = { url, callers, bytes };
  const turn = (get: (url: string) => Promise<Response>, callers: number) => () => {
    collect();
    return read(get, reads[way] as Read, { ...task, callers });
  };
  const contenders = {
    [floor]: turn((url) => fetch(url), 1),
    ...Object.fromEntries(Object.entries(gets).map(([name, get]) => [name, turn(get, callers)])),
  };
  const peaks: Record<string, number> = {};
  for (const name of Object.keys(contenders)) {
    const args = [name, way, url, name === floor ? 1 : callers, bytes];
    const samples = [];
    for (let round = 0; round < Math.min(rounds, 3); round++)
      samples.push(await inChild<number>('stream/peak.ts', args));
    peaks[name] = median(samples);
  }
  const samples = await interleave(contenders, rounds);
  return rowsOf(samples, { group: `Read ${way}`, notes: (name) => ({ MB: Math.round(peaks[name] ?? 0) }) });
}

export async function run({ quick, progress }: Context): Promise<readonly Row[]> {
  const server = await serve((_, __, res) => {
    res.setHeader('cache-control', 'no-store');
    for (let sent = 0; sent < bytes; sent += chunk.length) res.write(chunk.subarray(0, bytes - sent));
    res.end();
  });
  const rows: Row[] = [];
  try {
    for (const way of Object.keys(reads)) {
      progress(way);
      rows.push(...(await measure(way, server.origin, quick ? 2 : 15)));
    }
  } finally {
    server.close();
  }
  return rows;
}
