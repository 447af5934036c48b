// The benchmark's server: pages that run by themselves, and images and JSON over one narrow link.
//
// Everything under /slow/ has the latency and shares the bandwidth. The rest is served at once. Images are sent as a
// file server would send them: with an ETag, a length and ranges.

import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { noisePng } from '../../test/support/png.ts';
import { bundle } from '../support/bundle.ts';

/** Bytes a millisecond: 1 MB/s. */
const rate = 1000;
const latency = 60;
const chunk = 8192;

/** 408 x 408 pixels of noise: 500 kB. */
const image = noisePng(408, 408);
const json = Buffer.from(JSON.stringify({ text: 'coflight '.repeat(300) }));

/** A link that several answers share, chunk by chunk in turn. Late timers do not slow it down. */
class Link {
  /** The time at which everything that was granted will have been sent. */
  #free = 0;

  /** Sends bytes that are ready at that time. Resolves with the time at which they have been sent. */
  async send(bytes: number, ready: number): Promise<number> {
    this.#free = Math.max(this.#free, ready) + bytes / rate;
    const through = this.#free;
    const wait = through - performance.now();
    if (wait > 0) await sleep(wait);
    return through;
  }
}

async function answer(link: Link, req: IncomingMessage, res: ServerResponse): Promise<void> {
  let ready = performance.now() + latency;
  const isImage = (req.url ?? '').includes('.png');
  const body = isImage ? image : json;
  const range = /^bytes=(\d+)-(\d*)$/.exec(req.headers.range ?? '');
  const from = Number(range?.[1] ?? 0);
  const end = range?.[2] ? Number(range[2]) + 1 : body.length;
  res.setHeader('content-type', isImage ? 'image/png' : 'application/json');
  res.setHeader('cache-control', isImage ? 'max-age=3600' : 'no-store');
  if (isImage) res.setHeader('etag', '"1"').setHeader('accept-ranges', 'bytes');
  res.setHeader('content-length', end - from);
  if (range) res.writeHead(206, { 'content-range': `bytes ${from}-${end - 1}/${body.length}` });
  await sleep(latency);
  for (let at = from; at < end && !res.destroyed; at += chunk) {
    const part = body.subarray(at, Math.min(at + chunk, end));
    ready = await link.send(part.length, ready);
    res.write(part);
  }
  res.end();
}

/** The task of a page in one document. */
export interface Task {
  readonly act: 'click' | 'call';
  readonly contender: string;
}

/**
 * The times from the click to the decoded image, from the first preload to the last image, from the call to its JSON.
 */
export type Figure = 'shown' | 'total' | 'answered';

/** The figures of a task, in milliseconds. */
export interface Result extends Task, Partial<Readonly<Record<Figure, number>>> {}

const page = `<!doctype html><meta charset="utf-8"><title>coflight: preload benchmark</title>
<script type="importmap">
  {"imports": {"coflight": "/dist/index.js", "coflight/preload": "/dist/preload.js", "peers": "/peers.js"}}
</script>
<script src="/bench/node_modules/preloadjs/lib/preloadjs.js"></script>
<script type="module" src="/bench/preload/page.js"></script>`;

const root = new URL('../../', import.meta.url);

async function file(path: string, res: ServerResponse): Promise<void> {
  try {
    const body = await readFile(new URL(`.${path}`, root));
    res.setHeader('content-type', 'text/javascript').end(body);
  } catch {
    res.writeHead(404).end();
  }
}

/** Serves pages that do these tasks one after another. `done` resolves with the results of all of them. */
export async function serve(tasks: readonly Task[]) {
  const peers = await bundle(
    `export { default as PQueue } from 'p-queue'; export { RequestScheduler } from '@loaders.gl/loader-utils';`,
  );
  const link = new Link();
  const left = [...tasks];
  const results: Result[] = [];
  const { promise: done, resolve } = Promise.withResolvers<readonly Result[]>();

  const server = createServer(async (req, res) => {
    const path = new URL(req.url ?? '/', 'http://localhost').pathname;
    if (path.startsWith('/slow/')) return answer(link, req, res);
    res.setHeader('cache-control', 'no-store');
    if (path === '/') return void res.setHeader('content-type', 'text/html').end(page);
    if (path === '/peers.js') return void res.setHeader('content-type', 'text/javascript').end(peers);
    if (path === '/next') return void res.end(JSON.stringify(left.shift() ?? null));
    if (path !== '/result') return file(path, res);
    let body = '';
    for await (const part of req) body += part;
    results.push(JSON.parse(body));
    res.end();
    if (results.length === tasks.length) resolve(results);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url, done, close };
}
