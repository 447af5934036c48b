// What contenders are made to do, in a page as in Node.

import type { Contender } from './contender.ts';

export type Method = 'text' | 'json' | 'arrayBuffer';

export type Contenders = Readonly<Record<string, Contender>>;

function read({ gives }: Contender, answer: unknown, method: Method): Promise<unknown> {
  const response = answer as Response;
  return (gives ? response.clone() : response)[method]();
}

/** Milliseconds until so many callers at once have each read the answer whole. */
export async function together(
  contender: Contender,
  { url, callers, method = 'text' }: { url: string; callers: number; method?: Method },
): Promise<number> {
  const call = async () => read(contender, await contender.get(url), method);
  const from = performance.now();
  await Promise.all(Array.from({ length: callers }, call));
  return performance.now() - from;
}

/** Milliseconds for each of so many calls, one after another, the contenders in turn. */
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
      // A URL of its own: some keep what they had.
      const own = `${url}?${call}-${turn}`;
      const from = performance.now();
      await read(contender, await contender.get(own), 'text');
      times.push(performance.now() - from);
    }
  return Object.fromEntries(samples.map(({ name, times }) => [name, times]));
}

/** Milliseconds until so many calls are answered, so many of them at a time, and how many of them failed. */
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
