// Ten calls at once for one URL whose answer may not be cached. A browser's cache lets one at a time at a URL, so
// natively they take ten round trips one after another. The floor is a single request.

import type { Page } from 'playwright';
import type { Context, Row } from './support/benchmark.ts';
import { interleave } from './support/interleave.ts';
import { serve } from './support/server.ts';
import { median, rowsOf } from './support/statistics.ts';

export const name = 'coalesce';
export const title = 'Ten calls at once for one uncacheable URL, in Chromium (50 ms a request)';
export const unit = 'ms';

const delay = 50;
const callers = 10;

declare global {
  /** How each contender fetches, in the page. */
  var contenders: Record<string, (url: string) => Promise<Response>>;
}

/** Runs in the page. */
async function prepare(): Promise<void> {
  const library = '/coflight/index.js';
  const { createFetch } = await import(library);
  const inFlight = new Map<string, Promise<Response>>();
  globalThis.contenders = {
    native: (url) => fetch(url),
    // What one writes without a library: by URL, a clone for each.
    'naive map': async (url) => {
      let response = inFlight.get(url);
      if (!response) {
        response = fetch(url).finally(() => inFlight.delete(url));
        inFlight.set(url, response);
      }
      return (await response).clone();
    },
    coflight: createFetch(),
  };
}

/** Runs in the page: milliseconds from the first call to the last body. */
async function measure([contender, url, calls]: [string, string, number]): Promise<number> {
  const call = globalThis.contenders[contender];
  if (!call) throw new Error(`no contender ${contender}`);
  const from = performance.now();
  await Promise.all(Array.from({ length: calls }, async () => (await call(url)).text()));
  return performance.now() - from;
}

export async function run({ quick, browser }: Context): Promise<readonly Row[]> {
  const server = await serve((_, __, res) => {
    setTimeout(() => res.setHeader('cache-control', 'no-store').end('{"places":[]}'), delay);
  });
  const page: Page = await (await browser()).newPage();
  const hits: Record<string, number[]> = { 'one request': [], native: [], 'naive map': [], coflight: [] };
  let count = 0;
  const turn = (row: string, contender = row, calls = callers) => ({
    [row]: async () => {
      const path = `/api/${count++}`;
      const time = await page.evaluate(measure, [contender, path, calls] as [string, string, number]);
      hits[row]?.push(server.hits(path));
      return time;
    },
  });
  try {
    await page.goto(server.origin);
    await page.evaluate(prepare);
    const turns = {
      ...turn('one request', 'native', 1),
      ...turn('native'),
      ...turn('naive map'),
      ...turn('coflight'),
    };
    const samples = await interleave(turns, quick ? 10 : 40);
    return rowsOf(samples, { notes: (row) => ({ hits: median(hits[row] ?? []) }) });
  } finally {
    await page.close();
    server.close();
  }
}
