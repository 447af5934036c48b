// The bytes that each contender adds to a page: bundled, minified, compressed, from the import that a user writes.

import { brotliCompressSync } from 'node:zlib';
import type { Context, Row } from './support/benchmark.ts';
import { bundle } from './support/bundle.ts';

export const name = 'bytes';
export const title = 'What an import adds to a page';
export const about = `The bytes that a user downloads for the import that coalesces: bundled by Rollup, minified by Terser, compressed by Brotli. The
floor is a \`Map\` of promises written by hand. _undici_ is for Node alone. wretch and ffetch are whole HTTP clients.
axios-cache-interceptor is counted with axios.`;
export const unit = 'bytes';
export const peers = true;

/** The imports that coalesce HTTP requests, by contender. */
export const http: Readonly<Record<string, string>> = {
  'a Map by hand': `const inFlight = new Map();
    export const get = async (url) => {
      let response = inFlight.get(url);
      if (!response) inFlight.set(url, response = fetch(url).finally(() => inFlight.delete(url)));
      return (await response).clone();
    };`,
  'coflight, createFetch': `export { createFetch } from '../dist/index.js';`,
  wretch: `export { default as wretch } from 'wretch'; export { dedupe } from 'wretch/middlewares/dedupe';`,
  ffetch: `export { default } from '@fetchkit/ffetch';`,
  'd2l-fetch-dedupe': `export { D2LFetch } from 'd2l-fetch'; export { fetchDedupe } from 'd2l-fetch-dedupe';`,
  'axios-cache-interceptor': `export { default } from 'axios'; export { setupCache } from 'axios-cache-interceptor';`,
  'TanStack Query': `export { QueryClient } from '@tanstack/query-core';`,
};

const groups: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Coalescing HTTP requests': http,
  'Coalescing any asynchronous work': {
    'a Map by hand': `const inFlight = new Map();
      export const share = (key, work) => {
        if (!inFlight.has(key)) inFlight.set(key, work().finally(() => inFlight.delete(key)));
        return inFlight.get(key);
      };`,
    'coflight, Flights': `export { Flights } from '../dist/index.js';`,
    holdon: `export { default } from 'holdon';`,
    'promise-inflight': `export { default } from 'promise-inflight';`,
    'promise-coalesce': `export { coalesceAsync } from 'promise-coalesce';`,
    'p-memoize': `export { default } from 'p-memoize';`,
    'TanStack Query': `export { QueryClient } from '@tanstack/query-core';`,
  },
  'Queues and preloaders': {
    'a list by hand': `export const lanes = (most) => {
        const waiting = [];
        let running = 0;
        const next = () => {
          if (running < most && waiting.length) running++, waiting.shift()();
        };
        return (task) => new Promise((resolve, reject) => {
          waiting.push(() => task().then(resolve, reject).finally(() => (running--, next())));
          next();
        });
      };`,
    'coflight, the queue alone': `export { Queue } from '../src/core/queue.ts'; export { Job } from '../src/core/job.ts';`,
    'coflight, createPreloader': `export { createPreloader } from '../dist/preload.js';`,
    'p-queue': `export { default } from 'p-queue';`,
    RequestScheduler: `export { RequestScheduler } from '@loaders.gl/loader-utils';`,
    PreloadJS: `import 'preloadjs/lib/preloadjs.js';`,
  },
};

async function sizeOf(code: string): Promise<number> {
  return brotliCompressSync(await bundle(code, { minified: true })).length;
}

async function rowsOf(group: string, contenders: Readonly<Record<string, string>>): Promise<Row[]> {
  const sizes = await Promise.all(
    Object.entries(contenders).map(async ([contender, code]) => [contender, await sizeOf(code)] as const),
  );
  const [, floor] = sizes[0] ?? ['', 1];
  return sizes.map(([contender, median]) => ({ group, contender, median, ratio: median / floor }));
}

/** Nothing here takes time, so a quick run is the same. */
export async function run(_: Context): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [group, contenders] of Object.entries(groups)) rows.push(...(await rowsOf(group, contenders)));
  return rows;
}
