// The server of the load: bodies of any size, whole or in pieces, some of them broken. It also serves a page with the
// library.

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface LoadServer {
  readonly origin: string;
  /** Counts the answers that have not ended and whose client has not gone. */
  readonly open: () => number;
  readonly requests: () => number;
  /** Waits until a request is at the gate, and lets its answer and all later ones come. */
  openGate(): Promise<void>;
  close(): Promise<void>;
}

const dist = new URL('../../dist/', import.meta.url);
const page = `<!doctype html><link rel="icon" href="data:,"><script type="module">
  import * as main from '/coflight/index.js';
  import * as register from '/coflight/register.js';
  import * as mix from '/mix.ts';
  Object.assign(globalThis, { mix, coflight: { ...main, ...register }, problems: [] });
  addEventListener('unhandledrejection', ({ reason }) => problems.push('unhandled: ' + reason));
</script>`;

/** A piece of a body: all bodies are made of it. */
const block = Buffer.alloc(2 ** 20, 'coflight ');

interface Asked {
  readonly query: URLSearchParams;
  readonly res: ServerResponse;
  readonly socket: Socket;
  /** Waits until the gate is open. */
  readonly gate: () => Promise<void>;
}

/** Resolves when the client wants more, or has gone. */
async function drained(res: ServerResponse): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  await Promise.race([once(res, 'drain', { signal }), once(res, 'close', { signal })]).catch(() => {});
  over.abort();
}

async function send({ query, res, socket, gate }: Asked): Promise<void> {
  if (query.has('gate')) await gate();
  if (query.has('delay')) await sleep(Number(query.get('delay')));
  if (query.get('reset') === 'headers') return void socket.resetAndDestroy();
  const size = Number(query.get('size'));
  const step = Number(query.get('chunk') ?? block.length);
  res.writeHead(200, {
    'content-type': 'text/plain',
    'cache-control': 'no-store',
    // An answer that is broken off never reaches its length: its connection would be used again before the reset.
    'content-length': query.has('reset') ? size + 1 : size,
  });
  for (let at = 0; at < size && !res.destroyed; at += step) {
    if (at && query.get('reset') === 'body') return void socket.resetAndDestroy();
    if (!res.write(block.subarray(0, Math.min(step, size - at)))) await drained(res);
    if (query.has('pause')) await sleep(Number(query.get('pause')));
  }
  if (query.get('reset') === 'body') return void socket.resetAndDestroy();
  res.end();
}

async function serveFile(path: string, res: ServerResponse): Promise<void> {
  const script = path.match(/^\/(?:coflight\/)?([\w./-]+\.js)$/)?.[1];
  if (path === '/page') return void res.setHeader('content-type', 'text/html').end(page);
  const isMix = /^\/(mix|uses)\.ts$/.test(path);
  if (script || isMix) res.setHeader('content-type', 'text/javascript');
  const text = isMix
    ? stripTypeScriptTypes(await readFile(new URL(`.${path}`, import.meta.url), 'utf8'))
    : await readFile(new URL(script ?? 'none', dist), 'utf8').catch(() => undefined);
  res.writeHead(text === undefined ? 404 : 200).end(text);
}

export async function openLoadServer(): Promise<LoadServer> {
  let [open, requests] = [0, 0];
  const [asked, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const gate = () => {
    asked.resolve();
    return opened.promise;
  };
  // Node's `fetch` fails a body that a slow reader has not read when the server closes its idle connection.
  const server = createServer({ keepAliveTimeout: 0 }, (req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://localhost');
    if (!/^\/(native-)?load$/.test(pathname)) return void serveFile(pathname, res);
    req.resume();
    requests++;
    open++;
    res.on('close', () => open--).on('error', () => {});
    void send({ query: searchParams, res, socket: req.socket, gate });
  });
  server.listen({ port: 0, host: '127.0.0.1', backlog: 20_000 });
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: () => open,
    requests: () => requests,
    async openGate() {
      await asked.promise;
      opened.resolve();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
