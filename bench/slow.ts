// The same on a slow machine: Chromium's processor slowed down, as a cheap phone's or a Raspberry Pi's.

import { serve as serveGallery, type Task } from './preload/server.ts';
import { flooded, spriteServer } from './sprite.ts';
import type { Context, Row } from './support/benchmark.ts';
import { interleave } from './support/interleave.ts';
import { inChromium, type Runtime } from './support/runtimes.ts';
import { type Server, serve } from './support/server.ts';
import { rowsOf } from './support/statistics.ts';

export const name = 'slow';
export const title = 'On a slow machine';
export const about = `Chromium with its processor slowed down (\`Emulation.setCPUThrottlingRate\`). 6 times slower is a cheap phone. 20 times slower is
a Raspberry Pi. The work is that of \`coalesce\`, \`fetch\`, \`sprite\` and \`preload\`. The link and the server are not slowed down.`;
export const unit = 'ms';
export const peers = true;

const rates = [6, 20];
let count = 0;

async function callers(
  runtime: Runtime,
  of: { path: string; callers: number; title: string },
  rounds: number,
) {
  const turn = (name: string, callers: number) => () =>
    runtime.together(name, { url: `${of.path}/${count++}`, callers });
  const contenders: Record<string, () => Promise<number>> = {
    'one request': turn('native', 1),
    coflight: turn('coflight', of.callers),
    'naive map': turn('naive map', of.callers),
    // A thousand take a minute.
    ...(of.callers > 10 ? {} : { native: turn('native', of.callers) }),
  };
  return rowsOf(await interleave(contenders, rounds), { group: `${runtime.name}: ${of.title}` });
}

const gallery: readonly Task[] = ['idle', 'naive', 'coflight'].map((contender) => ({
  act: 'click',
  contender,
}));

/** Measures a click on the last of twenty images that preload. The page runs by itself and is only slowed down. */
async function click({ browser }: Context, slower: number, rounds: number): Promise<Row[]> {
  const server = await serveGallery(Array.from({ length: rounds }, () => gallery).flat());
  const page = await (await browser()).newPage();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  try {
    await page.goto(server.url);
    const results = await server.done;
    const samples = gallery.map(({ contender }) => [
      contender,
      results.filter((result) => result.contender === contender).map(({ shown = Number.NaN }) => shown),
    ]);
    return rowsOf(Object.fromEntries(samples), {
      group: `Chromium, ${slower} times slower: twenty images preload, click on the last → decoded`,
    });
  } finally {
    await page.close();
    server.close();
  }
}

async function at(
  context: Context,
  slower: number,
  servers: { plain: Server; sprite: Server },
): Promise<Row[]> {
  const { quick } = context;
  const rows: Row[] = [];
  const runtime = await inChromium(context, servers.plain.origin, slower);
  const rounds = quick ? 2 : 10;
  const ten = { path: '/late', callers: 10, title: 'ten calls at once, 50 ms a request' };
  const thousand = { path: '/text', callers: 1000, title: '1,000 callers of 16 KB' };
  for (const task of [ten, thousand]) rows.push(...(await callers(runtime, task, rounds)));
  await runtime.close();
  // This alone takes a minute.
  if (!quick) rows.push(...(await flood(context, slower, servers.sprite)));
  return rows;
}

async function flood(context: Context, slower: number, server: Server): Promise<Row[]> {
  const runtime = await inChromium(context, server.origin, slower);
  const rows = await flooded(runtime, server, { contenders: ['bare Map', 'coflight'], rounds: 1 });
  await runtime.close();
  const group = `${runtime.name}: 50,000 calls for a sprite`;
  return rows.map((row) => ({ ...row, group, unit: 'µs a call' }));
}

export async function run(context: Context): Promise<readonly Row[]> {
  const text = 'coflight '.repeat(1820);
  const plain = await serve(({ pathname }, _, res) => {
    res.setHeader('cache-control', 'no-store');
    if (pathname.startsWith('/late')) setTimeout(() => res.end('{}'), 50);
    else res.end(text);
  });
  const sprite = await spriteServer();
  const rows: Row[] = [];
  try {
    for (const slower of context.quick ? rates.slice(0, 1) : rates) {
      context.progress(`${slower} times slower`);
      rows.push(...(await at(context, slower, { plain, sprite })));
      rows.push(...(await click(context, slower, context.quick ? 1 : 2)));
    }
    return rows;
  } finally {
    plain.close();
    sprite.close();
  }
}
