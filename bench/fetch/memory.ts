// The memory of callers that wait for one answer.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Contender } from '../contenders/contender.ts';
import type { Row } from '../support/benchmark.ts';
import { interleave } from '../support/interleave.ts';
import { collect, held } from '../support/memory.ts';
import type { Server } from '../support/server.ts';
import { rowsOf } from '../support/statistics.ts';

const waiting = 1000;

/** Returns the bytes that are held for each of many callers that wait for one answer. */
async function memory(make: () => Contender, server: Server): Promise<number> {
  const contender = make();
  const url = `${server.origin}/gate/${Math.random()}`;
  // Garbage of earlier contenders is collected first.
  await sleep(100);
  collect();
  const before = held();
  const calls = Array.from({ length: waiting }, () => contender.get(url));
  while (!server.hits(new URL(url).pathname)) await sleep(10);
  // Callers that share one promise may hold less than was freed meanwhile.
  const bytes = Math.max(0, held() - before) / waiting;
  await fetch(`${server.origin}/open`);
  await Promise.allSettled(calls);
  return bytes;
}

export async function memories(server: Server): Promise<Row[]> {
  const { bareMap, fetching } = await import('../contenders/fetching.ts');
  const { undici } = await import('../contenders/undici.ts');
  const { native: _, ...sharing } = fetching;
  const makers = Object.entries({ 'bare Map': bareMap, ...sharing, undici });
  const turns = makers.map(([name, make]) => [name, () => memory(make, server)]);
  return rowsOf(await interleave(Object.fromEntries(turns), 5), {
    group: 'Node: memory of each of 1,000 callers who wait for one answer',
    unit: 'bytes',
  });
}
