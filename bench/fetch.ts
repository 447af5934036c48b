// What the wrapped fetch costs, in Chromium: a lone call beside the native one, and many callers of one body beside
// a clone for each of them, which is what one writes without a library.

import type { Page } from 'playwright';
import type { Context, Row } from './support/benchmark.ts';
import { interleave } from './support/interleave.ts';
import { serve } from './support/server.ts';
import { rowsOf } from './support/statistics.ts';

export const name = 'fetch';
export const title = 'A lone call, and many callers of one body, in Chromium';
export const unit = 'ms';

type Method = 'arrayBuffer' | 'text' | 'json';

interface Shared {
  readonly group: string;
  readonly path: string;
  readonly callers: number;
  readonly method: Method;
}

const shared: readonly Shared[] = [
  {
    group: '1,000 callers of 16 KB by arrayBuffer()',
    path: '/bytes/16',
    callers: 1000,
    method: 'arrayBuffer',
  },
  { group: '100 callers of 1 MB by text()', path: '/bytes/1024', callers: 100, method: 'text' },
  { group: '100 callers of 1 MB by json()', path: '/json/1024', callers: 100, method: 'json' },
];

declare global {
  var wrapped: typeof fetch;
}

/** Runs in the page. */
async function prepare(): Promise<void> {
  const library = '/coflight/index.js';
  globalThis.wrapped = (await import(library)).createFetch();
}

/** Runs in the page: milliseconds for each call, one after another, the contenders in turn. */
async function inTurn([path, calls]: [string, number]): Promise<Record<string, number[]>> {
  const samples: Record<string, number[]> = { native: [], coflight: [] };
  for (let count = 0; count < calls; count++)
    for (const [contender, times] of Object.entries(samples)) {
      const call = contender === 'native' ? fetch : globalThis.wrapped;
      const from = performance.now();
      await (await call(path)).json();
      times.push(performance.now() - from);
    }
  return samples;
}

/** Runs in the page: milliseconds until all callers have read one body whole. */
async function together([contender, path, callers, method]: [
  string,
  string,
  number,
  Method,
]): Promise<number> {
  let response: Promise<Response> | undefined;
  const clones = async () => (await (response ??= fetch(path))).clone();
  const call = contender === 'a clone for each' ? clones : () => globalThis.wrapped(path);
  const from = performance.now();
  await Promise.all(Array.from({ length: callers }, async () => (await call())[method]()));
  return performance.now() - from;
}

const place = { id: 1, name: 'Reykjavík', at: [64.15, -21.94], tags: ['capital', 'harbour'], people: 139875 };

function bodyOf(path: string): string | Buffer {
  const [, kind, kilobytes] = path.split('/');
  const size = Number(kilobytes) * 1024;
  if (!size) return '';
  if (kind === 'bytes') return Buffer.alloc(size, 'coflight ');
  return JSON.stringify(Array(Math.round(size / JSON.stringify(place).length)).fill(place));
}

async function alone(page: Page, calls: number): Promise<Row[]> {
  await page.evaluate(inTurn, ['/json/1', 100] as [string, number]);
  const samples = await page.evaluate(inTurn, ['/json/1', calls] as [string, number]);
  return rowsOf(samples, {
    group: `A call by itself: 1 KB of JSON, ${calls} times each, call by call in turn`,
  });
}

async function many(page: Page, { group, path, callers, method }: Shared, rounds: number): Promise<Row[]> {
  const turn = (contender: string) => () =>
    page.evaluate(together, [contender, path, callers, method] as [string, string, number, Method]);
  const contenders = { 'a clone for each': turn('a clone for each'), coflight: turn('coflight') };
  return rowsOf(await interleave(contenders, rounds), { group });
}

export async function run({ quick, browser, progress }: Context): Promise<readonly Row[]> {
  const bodies = new Map<string, string | Buffer>();
  const server = await serve(({ pathname }, _, res) => {
    const body = bodies.get(pathname) ?? bodyOf(pathname);
    bodies.set(pathname, body);
    res.setHeader('cache-control', 'no-store').setHeader('content-type', 'application/json').end(body);
  });
  const page = await (await browser()).newPage();
  try {
    await page.goto(server.origin);
    await page.evaluate(prepare);
    const rows = await alone(page, quick ? 500 : 3000);
    for (const case_ of shared) {
      progress(case_.group);
      rows.push(...(await many(page, case_, quick ? 10 : 30)));
    }
    return rows;
  } finally {
    await page.close();
    server.close();
  }
}
