// The server of the programs: its answers say of what they are one. It serves two origins, and a page with the library.

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, drawn, type News } from './knowledge.ts';
import type { Item, Program } from './program.ts';

export interface ProgramServer {
  /** The origin of the pages, and another one. */
  readonly origins: readonly [string, string];
  /** Counts the requests for items. */
  readonly requests: () => number;
  /** Counts the answers that have not ended and whose client has not gone. */
  readonly open: () => number;
  /** Answers for a program with that name. */
  add(name: string, program: Program): void;
  close(): Promise<void>;
}

const dist = new URL('../../dist/', import.meta.url);
const page = `<!doctype html><link rel="icon" href="data:,"><script type="module">
  import * as main from '/coflight/index.js';
  import * as preload from '/coflight/preload.js';
  import * as register from '/coflight/register.js';
  import { Player } from '/player.ts';
  Object.assign(globalThis, { Player, coflight: { ...main, ...preload, ...register }, problems: [] });
  addEventListener('unhandledrejection', ({ reason }) => problems.push('unhandled: ' + reason));
  addEventListener('error', ({ message }) => problems.push('error: ' + message));
</script>`;

/** Milliseconds between two pieces of a body. */
const pause = 15;

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, x-lang',
  'access-control-expose-headers': 'vary',
  'access-control-max-age': '600',
};

async function serveFile(path: string, res: ServerResponse): Promise<void> {
  if (path === '/page') return void res.setHeader('content-type', 'text/html').end(page);
  const module = path.match(/^\/\w+\.ts$/)?.[0];
  const script = path.match(/^\/(?:coflight\/)?([\w./-]+\.js)$/)?.[1];
  const url = module ? new URL(`.${module}`, import.meta.url) : new URL(script ?? 'none', dist);
  const text = await readFile(url, 'utf8').catch(() => undefined);
  if (text === undefined) return void res.writeHead(404).end();
  res.setHeader('content-type', 'text/javascript').end(module ? stripTypeScriptTypes(text) : text);
}

async function send(res: ServerResponse, item: Item, answer: Answer): Promise<void> {
  await sleep(item.delay);
  if (item.end === 'reset') return void res.socket?.resetAndDestroy();
  const body = Buffer.from(item.isImage ? drawn(answer) : JSON.stringify(answer));
  res.writeHead(item.status, {
    ...cors,
    'content-type': item.isImage ? 'image/svg+xml' : 'application/json',
    ...(!item.isStored && { 'cache-control': 'no-store' }),
    'content-length': body.length,
    ...(item.varies && { vary: 'x-lang' }),
  });
  const step = Math.ceil(body.length / item.pieces);
  // Half of the last piece arrives before the connection breaks off.
  const end = item.end === 'cut' ? body.length - (step >> 1) : body.length;
  for (let from = 0; from < end && !res.destroyed; from += step) {
    if (from) await sleep(pause);
    res.write(body.subarray(from, Math.min(from + step, end)));
  }
  if (item.end === 'cut') {
    await sleep(pause);
    return void res.socket?.resetAndDestroy();
  }
  res.end();
}

export async function openProgramServer(): Promise<ProgramServer> {
  let [open, requests, sessions] = [0, 0, 0];
  const programs = new Map<string, Program>();

  /** Answers a write. Later reads must have a request of their own. */
  function tell(res: ServerResponse, news: Omit<News, 'last'>, headers = {}): void {
    res.writeHead(200, { 'content-type': 'application/json', ...cors, ...headers });
    res.end(JSON.stringify({ ...news, last: requests }));
  }

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://localhost');
    req.resume();
    res.on('error', () => {});
    if (req.method === 'OPTIONS') return void res.writeHead(204, cors).end();
    const [, what = '', name = '', nth = ''] = pathname.split('/');
    if (what === 'log-in') {
      const session = ++sessions;
      return tell(res, { origin: 0, session }, { 'set-cookie': `session=${session}` });
    }
    const item = programs.get(name)?.items[Number(nth)];
    if (!item) return serveFile(pathname, res);
    if (what === 'write') {
      await sleep(Number(searchParams.get('delay')));
      return tell(res, { origin: item.origin });
    }
    open++;
    res.on('close', () => open--);
    if (what === 'moved') return void res.writeHead(307, { ...cors, location: `/item/${name}/${nth}` }).end();
    const { authorization: user = '', 'x-lang': lang = '', cookie = '' } = req.headers;
    const session = cookie.match(/session=(\d+)/)?.[1];
    await send(res, item, {
      item: nth,
      serial: ++requests,
      user,
      lang: item.varies ? `${lang}` : '',
      session: session ? Number(session) : null,
      pad: '.'.repeat(item.size),
    });
  }

  const server = createServer({ keepAliveTimeout: 0 }, (req, res) => void serve(req, res));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origins: [`http://127.0.0.1:${port}`, `http://localhost:${port}`],
    requests: () => requests,
    open: () => open,
    add: (name, program) => void programs.set(name, program),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
