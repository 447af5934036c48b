// 50,000 calls for one sprite, 20,000 at a time.

import type { Context, Row } from './support/benchmark.ts';
import { interleave } from './support/interleave.ts';
import { inChromium, inNode, type Runtime } from './support/runtimes.ts';
import { type Server, serve } from './support/server.ts';
import { rowsOf } from './support/statistics.ts';

export const name = 'sprite';
export const title = '50,000 calls for one sprite, 20,000 at a time';
export const about = `A sprite of 13,263 bytes that must not be cached. Each caller reads it by \`arrayBuffer()\`. **failed** counts callers that got
an error or too few bytes. The floor is a bare \`Map\` that sends one request at a time and copies the bytes for each caller. It
knows no headers, users or aborts. Browsers and systems do not allow 20,000 native requests at a time.`;
export const unit = 'µs a call';
export const peers = true;

export const calls = 50_000;
const atOnce = 20_000;
const bytes = 13_263;

/** Returns the rows of a runtime: `contenders` in turn, the floor first, and those of `once`, which are slow, once. */
export async function flooded(
  runtime: Runtime,
  server: Server,
  {
    contenders,
    once = [],
    rounds,
  }: { contenders: readonly string[]; once?: readonly string[]; rounds: number },
): Promise<Row[]> {
  const failed: Record<string, number> = {};
  const requests: Record<string, number> = {};
  const turn = (name: string) => async () => {
    const before = server.hits('/sprite.png');
    const flood = await runtime.flood(name, { url: '/sprite.png', calls, atOnce, bytes });
    failed[name] = Math.max(failed[name] ?? 0, flood.failed);
    requests[name] = server.hits('/sprite.png') - before;
    return (flood.time * 1000) / calls;
  };
  const samples: Record<string, number[]> = await interleave(
    Object.fromEntries(contenders.map((name) => [name, turn(name)])),
    rounds,
  );
  for (const name of once) samples[name] = [await turn(name)()];
  return rowsOf(samples, { group: runtime.name }).map((row) => ({
    ...row,
    notes: {
      'calls a second': row.median ? Math.round(1e6 / row.median) : '—',
      'network requests': requests[row.contender] ?? '—',
      failed: failed[row.contender] ?? '—',
    },
  }));
}

/** A server that has the sprite. */
export const spriteServer = (): Promise<Server> => {
  const sprite = Buffer.alloc(bytes, 'coflight ');
  return serve((_, __, res) => res.setHeader('cache-control', 'no-store').end(sprite));
};

export async function run(context: Context): Promise<readonly Row[]> {
  const { quick, progress } = context;
  const server = await spriteServer();
  const runtimes = [await inChromium(context, server.origin), await inNode(server.origin)];
  try {
    const rows: Row[] = [];
    for (const runtime of runtimes) {
      progress(runtime.name);
      const contenders = ['bare Map', 'coflight'];
      rows.push(
        ...(await flooded(runtime, server, {
          contenders,
          once: quick ? [] : ['native'],
          rounds: quick ? 1 : 5,
        })),
      );
    }
    return rows;
  } finally {
    for (const runtime of runtimes) await runtime.close();
    server.close();
  }
}
