// What a service worker costs, and what it saves. The page runs by itself, so that any browser can be measured:
// Chromium, and Firefox when it is installed.

import { readFile } from 'node:fs/promises';
import { type BrowserName, inEachBrowser, open } from './preload/browsers.ts';
import { type Call, type Group, type Results, serveSite, type Workers } from './service-worker/server.ts';
import type { Benchmark, Row } from './support/benchmark.ts';
import type { Server } from './support/server.ts';
import { median, rowsOf } from './support/statistics.ts';

export const name = 'service-worker';
export const title = 'A request by itself, one that goes past the worker, ten at once';
export const about = `A page has three frames: one without a worker, one with coflight's, and one whose worker passes everything through
(\`event.respondWith(fetch(event.request))\`). No answer may be cached. The server is on the loopback interface. Over a real
network the ratios are nearer to one. Bodies of 200 KB show the cost of a copy, which lets a second caller join mid-body.
Requests that \`match\` does not name go past the worker in browsers with static routes (Chromium). The table shows what static
routes cost.`;
export const unit = 'ms';

const workers = async (): Promise<Workers> => ({
  none: undefined,
  pass: {
    script: `
      addEventListener('activate', (event) => event.waitUntil(clients.claim()));
      addEventListener('fetch', (event) => event.respondWith(fetch(event.request)));`,
  },
  shared: {
    script: await readFile(new URL('../dist/coflight-sw.js', import.meta.url), 'utf8'),
    query: '?match=/shared/tiles/*',
  },
});

const call = (worker: string, more: Partial<Call> = {}): Call => ({
  worker,
  folder: 'tiles',
  size: 1024,
  delay: 0,
  callers: 1,
  firstByte: false,
  ...more,
});

function groupsOf(quick: boolean): Group[] {
  const rounds = quick ? 200 : 1000;
  const alone = Object.entries({ '1 KB': 1024, '16 KB': 16_384, '200 KB': 204_800 }).map(
    ([title, size]): Group => ({
      title: `A request by itself, ${title}`,
      rounds,
      contenders: {
        'passed through': call('pass', { size }),
        coflight: call('shared', { size }),
        'no worker': call('none', { size }),
      },
    }),
  );
  const early = { size: 204_800, firstByte: true };
  const first: Group = {
    title: 'The first byte of 200 KB',
    rounds,
    contenders: {
      'passed through': call('pass', early),
      coflight: call('shared', early),
      'no worker': call('none', early),
    },
  };
  const past: Group = {
    title: 'What `match` does not name, 1 KB',
    rounds,
    contenders: {
      'no worker': call('none', { folder: 'other' }),
      coflight: call('shared', { folder: 'other' }),
      'passed through': call('pass', { folder: 'other' }),
    },
  };
  const slow = { size: 16_384, delay: 20 };
  const together: Group = {
    title: 'Ten callers at once of 16 KB that take the server 20 ms',
    rounds: quick ? 8 : 20,
    contenders: {
      'one request': call('none', slow),
      coflight: call('shared', { ...slow, callers: 10 }),
      'passed through': call('pass', { ...slow, callers: 10 }),
      'no worker': call('none', { ...slow, callers: 10 }),
    },
  };
  return [...alone, first, past, together];
}

function rowsIn(browser: BrowserName, groups: readonly Group[], results: Results, server: Server): Row[] {
  return groups.flatMap(({ title }, at) => {
    const samples = results[at] ?? {};
    const requests = (contender: string) =>
      median(samples[contender]?.map(({ path }) => server.hits(path)) ?? []);
    const times = Object.entries(samples).map(([contender, all]) => [contender, all.map(({ time }) => time)]);
    return rowsOf(Object.fromEntries(times), {
      group: `${browser}: ${title}`,
      notes: (contender) => ({ requests: requests(contender) }),
    });
  });
}

async function measure(browser: BrowserName, quick: boolean): Promise<Row[]> {
  const groups = groupsOf(quick);
  const { server, results } = await serveSite(await workers(), groups);
  const opened = await open(browser, `${server.origin}/run`);
  try {
    return rowsIn(browser, groups, await Promise.race([results, opened.failed]), server);
  } finally {
    await opened.close();
    server.close();
  }
}

export const run: Benchmark['run'] = inEachBrowser(measure);
