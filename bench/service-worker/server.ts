// The benchmark's server: a page that runs by itself, its workers, and bodies of any size.

import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Server, serve } from '../support/server.ts';

/** Calls at once for one URL, from a frame in the folder of that worker. */
export interface Call {
  readonly worker: string;
  readonly folder: 'tiles' | 'other';
  readonly size: number;
  /** Milliseconds that the server waits before it answers. */
  readonly delay: number;
  readonly callers: number;
  /** True to measure until the first byte of the body, not until the last. For one caller. */
  readonly firstByte: boolean;
}

/** Contenders that take turns. */
export interface Group {
  readonly title: string;
  readonly rounds: number;
  /** The contenders, the floor first. */
  readonly contenders: Readonly<Record<string, Call>>;
}

/** A worker: its script, and the query that it is registered with. */
export interface Worker {
  readonly script: string;
  readonly query?: string;
}

/** Workers by the name of the folder that each serves. A folder may have no worker. */
export type Workers = Readonly<Record<string, Worker | undefined>>;

/** The measurements of the page for each group: the milliseconds of each sample, and the path that was requested. */
export type Results = readonly Readonly<Record<string, readonly { time: number; path: string }[]>>[];

const html = (content: string) =>
  `<!doctype html><meta charset="utf-8"><title>Benchmark</title><link rel="icon" href="data:,">${content}`;

/** The clock of an isolated page has steps of 5 µs, that of another page 100 µs. */
const isolated = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

const page = readFile(new URL('page.js', import.meta.url), 'utf8');

/** Serves the page at `/run`. `results` resolves with its measurements. */
export async function serveSite(
  workers: Workers,
  groups: readonly Group[],
): Promise<{ server: Server; results: Promise<Results> }> {
  const { promise: results, resolve, reject } = Promise.withResolvers<Results>();
  const scripts = Object.entries(workers).map(([folder, worker]) => [
    folder,
    worker ? `worker.js${worker.query ?? ''}` : '',
  ]);
  const plan = JSON.stringify({ workers: Object.fromEntries(scripts), groups });
  const bodies = new Map<number, Buffer>();
  const server = await serve(async ({ pathname, searchParams: query }, req, res) => {
    const send = (type: string, body: string) =>
      res
        .setHeaders(new Headers({ ...isolated, 'cache-control': 'no-cache', 'content-type': type }))
        .end(body);
    if (pathname === '/run') return send('text/html', html('<script type="module" src="/page.js"></script>'));
    if (pathname === '/page.js') return send('text/javascript', await page);
    if (pathname === '/plan') return send('application/json', plan);
    if (pathname === '/outcome') {
      const { results, error } = JSON.parse(await text(req));
      if (results) resolve(results);
      else reject(new Error(`The page failed: ${error}`));
      return send('text/plain', '');
    }
    const [, folder = '', file] = pathname.split('/');
    if (file === 'worker.js') return send('text/javascript', workers[folder]?.script ?? '');
    if (file === '') return send('text/html', html(''));
    const [size, delay] = [Number(query.get('size')), Number(query.get('delay'))];
    const body = bodies.get(size) ?? Buffer.alloc(size, 'coflight ');
    bodies.set(size, body);
    if (delay) await sleep(delay);
    res
      .setHeader('cache-control', 'no-store')
      .setHeader('content-type', 'application/octet-stream')
      .end(body);
  });
  return { server, results };
}
