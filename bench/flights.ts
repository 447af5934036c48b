// The cost of joining: each caller asks for a key and gets the result. Every sample makes the same number of calls, for
// as many keys as needed.

import type { Ask } from './contenders/keyed.ts';
import type { Context, Row } from './support/benchmark.ts';
import { Gate } from './support/gate.ts';
import { interleave } from './support/interleave.ts';
import { collect, held } from './support/memory.ts';
import { median, rowsOf } from './support/statistics.ts';

export const name = 'flights';
export const title = 'What a call costs where many ask for one key at one time';
export const about = `Asynchronous work by a key, in Node: 100,000 callers ask, the work ends, and all callers get the result. The work does nothing,
so this is the cost of coalescing alone. The floor is a bare \`Map\` of promises, which no caller can leave. _holdon_ has
callbacks instead of promises. _holdon, promised_ gives each caller a promise, as the others do. **bytes a call** are held while
a caller waits.`;
export const unit = 'ns a call';
export const peers = true;

const calls = 100_000;

/** Makes all callers ask. They report to the gate. */
function ask(ask: Ask<number>, callers: number): Gate {
  const gate = new Gate(calls);
  for (let key = 0; key < calls / callers; key++)
    for (let caller = 0; caller < callers; caller++) ask(`/tiles/${key}.png`, gate.work, gate.told);
  return gate;
}

/** The time from the first call until the last caller has its result. */
const timed = (contender: Ask<number>, callers: number) => async () => {
  collect();
  const from = performance.now();
  await ask(contender, callers).open();
  return ((performance.now() - from) * 1e6) / calls;
};

async function bytesOf(contender: Ask<number>, callers: number): Promise<number> {
  const before = held();
  const gate = ask(contender, callers);
  const bytes = (held() - before) / calls;
  await gate.open();
  return Math.round(bytes);
}

export async function run({ quick, progress }: Context): Promise<readonly Row[]> {
  const { keyed } = await import('./contenders/keyed.ts');
  const contenders = Object.entries(keyed).map(([name, make]) => [name, make<number>()] as const);
  const groups = [1, 1_000, 100_000].map((callers) => ({
    callers,
    group: `${callers.toLocaleString('en')} ${callers === 1 ? 'caller' : 'callers'} a key`,
  }));
  const times: Record<string, number[]>[] = [];
  for (const { callers, group } of groups) {
    progress(group);
    const turns = contenders.map(([name, contender]) => [name, timed(contender, callers)]);
    times.push(await interleave(Object.fromEntries(turns), quick ? 5 : 41));
  }
  // Memory is measured after the times, because its collections would slow them.
  const rows: Row[] = [];
  for (const [at, { callers, group }] of groups.entries()) {
    const bytes: Record<string, number> = {};
    for (const [name, contender] of contenders)
      bytes[name] = median([
        await bytesOf(contender, callers),
        await bytesOf(contender, callers),
        await bytesOf(contender, callers),
      ]);
    rows.push(...rowsOf(times[at] ?? {}, { group, notes: (name) => ({ 'bytes a call': bytes[name] ?? 0 }) }));
  }
  return rows;
}
