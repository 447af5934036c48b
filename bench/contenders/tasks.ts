// The tasks of contenders, in a page and in Node.

import type { Contender } from './contender.ts';

export type Method = 'text' | 'json' | 'arrayBuffer';

export type Contenders = Readonly<Record<string, Contender>>;

function read({ gives }: Contender, answer: unknown, method: Method): Promise<unknown> {
  const response = answer as Response;
  return (gives ? response.clone() : response)[method]();
}

/** Returns the milliseconds until that many callers have each read the whole answer. */
export async function together(
  contender: Contender,
  { url, callers, method = 'text' }: { url: string; callers: number; method?: Method },
): Promise<number> {
  const call = async () => read(contender, await contender.get(url), method);
  const from = performance.now();
  await Promise.all(Array.from({ length: callers }, call));
  return performance.now() - from;
}

/** Returns the milliseconds of each of that many calls, one after another, with the contenders in turn. */
export async function inTurn(
  contenders: Contenders,
  { url, calls }: { url: string; calls: number },
): Promise<Record<string, number[]>> {
  const samples = Object.entries(contenders).map(([name, contender]) => ({
    name,
    contender,
    times: [] as number[],
  }));
  for (let call = 0; call < calls; call++)
    for (let turn = 0; turn < samples.length; turn++) {
      const { contender, times } = samples[(call + turn) % samples.length] as (typeof samples)[number];
      // Each call has its own URL, because some contenders keep answers.
      const own = `${url}?${call}-${turn}`;
      const from = performance.now();
      await read(contender, await contender.get(own), 'text');
      times.push(performance.now() - from);
    }
  return Object.fromEntries(samples.map(({ name, times }) => [name, times]));
}

/** Returns the milliseconds until all calls are answered, some of them at a time, and how many have failed. */
export async function flood(
  contender: Contender,
  { url, calls, atOnce, bytes }: { url: string; calls: number; atOnce: number; bytes: number },
): Promise<{ readonly time: number; readonly failed: number }> {
  let [left, failed] = [calls, 0];
  const caller = async () => {
    while (left-- > 0)
      try {
        const body = (await read(contender, await contender.get(url), 'arrayBuffer')) as ArrayBuffer;
        if (body.byteLength !== bytes) failed++;
      } catch {
        failed++;
      }
  };
  const from = performance.now();
  await Promise.all(Array.from({ length: atOnce }, caller));
  return { time: performance.now() - from, failed };
}
