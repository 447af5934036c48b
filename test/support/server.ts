// A server that counts requests, and answers when a test says so: tests open gates instead of sleeping.
//
//   /r/<name>?…       the resource under test; the query says how it answers
//   /ctl/<name>       GET: everything seen so far, as JSON; POST ?open=<gate>: opens a gate, ?close: opens all gates for good
//
// Query of a resource: delay=<milliseconds> (before the headers), gate=headers,body,end (waits at each until it is opened), body=<text>, size=<bytes>,
// chunk=<bytes>, pause=<milliseconds> (between chunks), status=<number>, line=<status line> (as it is, also where it is wrong), type=<content type>,
// cache=<Cache-Control>, vary=<Vary>, length=1 (says its length), image=<width>x<height> (a PNG of noise), reset=headers|body (breaks the connection
// there), redirect=<location> (with status 302 unless the query says another), header.<name>=<value>,
// echo=<header> (the body says the method and what that header of the request says).

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { type Deferred, deferred } from './deferred.ts';
import { noisePng } from './png.ts';

interface Seen {
  /** Requests that arrived, in order. */
  readonly requests: { method: string; url: string; headers: IncomingMessage['headers'] }[];
  /** How many were broken off by the client before their last byte. */
  aborted: number;
  /** How many were answered to the last byte. */
  finished: number;
  /** Bytes of bodies that the network took. */
  sent: number;
}

/** A gate is a promise by name. It may be opened before or after a request waits for it. */
class Gates {
  readonly #gates = new Map<string, Deferred<void>>();
  #isOpen = false;

  #at(name: string) {
    const gate = this.#gates.get(name) ?? deferred();
    this.#gates.set(name, gate);
    return gate;
  }

  open = (name: string): void => this.#at(name).resolve();
  wait = (name: string): Promise<void> => (this.#isOpen ? Promise.resolve() : this.#at(name).promise);

  openAll(): void {
    this.#isOpen = true;
    for (const gate of this.#gates.values()) gate.resolve();
  }
}

class Resource {
  readonly seen: Seen = { requests: [], aborted: 0, finished: 0, sent: 0 };
  readonly gates = new Gates();
  /** Callbacks that wait for the counts to change. */
  #watchers: (() => void)[] = [];

  changed(): void {
    for (const wake of this.#watchers.splice(0)) wake();
  }

  /** Resolves when as many requests arrived, finished or were aborted as asked for. */
  async reaches(wanted: URLSearchParams): Promise<void> {
    const now = (name: string) =>
      name === 'requests' ? this.seen.requests.length : this.seen[name as 'aborted' | 'finished'];
    while ([...wanted].some(([name, count]) => now(name) < Number(count)))
      await new Promise<void>((wake) => this.#watchers.push(wake));
  }
}

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*, authorization',
  'access-control-allow-methods': '*',
  'access-control-expose-headers': '*',
  'access-control-max-age': '600',
  'timing-allow-origin': '*',
};

function bytesOf(query: URLSearchParams, { method, headers }: IncomingMessage): Buffer {
  const echo = query.get('echo');
  if (echo !== null) return Buffer.from(`${method} ${headers[echo] ?? 'nobody'}`);
  const image = query.get('image');
  if (image !== null) return noisePng(...(image.split('x').map(Number) as [number, number]));
  const size = query.get('size');
  if (size === null) return Buffer.from(query.get('body') ?? 'ok');
  return Buffer.alloc(Number(size), 'coflight ');
}

/** Sends this status line in place of the one that Node writes. */
function replaceStatusLine({ socket }: IncomingMessage, line: string): void {
  const { write } = socket;
  socket.write = (head: string | Uint8Array, ...rest: never[]) => {
    socket.write = write;
    return write.call(socket, String(head).replace(/^HTTP.*/, line), ...rest);
  };
}

async function answer(resource: Resource, query: URLSearchParams, req: IncomingMessage, res: ServerResponse) {
  const { seen, gates } = resource;
  seen.requests.push({ method: req.method ?? '', url: req.url ?? '', headers: req.headers });
  const number = seen.requests.length;
  const closed = new Promise<void>((resolve) => res.once('close', resolve));
  res.on('close', () => {
    if (res.writableFinished) seen.finished++;
    else seen.aborted++;
    resource.changed();
  });
  resource.changed();

  const gated = new Set((query.get('gate') ?? '').split(','));
  // A gate opens for all requests of a name, or for the nth only: "headers" and "headers2".
  const pass = async (gate: string) => {
    if (gated.has(gate)) await Promise.race([gates.wait(gate), gates.wait(`${gate}${number}`)]);
  };

  await pass('headers');
  if (query.has('delay')) await setTimeout(Number(query.get('delay')));
  if (query.get('reset') === 'headers') return void req.socket.destroy();
  const bytes = bytesOf(query, req);
  const redirect = query.get('redirect');
  res.statusCode = Number(query.get('status') ?? (redirect === null ? 200 : 302));
  res.setHeader(
    'content-type',
    query.get('type') ?? (query.has('image') ? 'image/png' : 'text/plain;charset=utf-8'),
  );
  res.setHeader('cache-control', query.get('cache') ?? 'no-store');
  res.setHeader('x-number', number);
  for (const [name, value] of query) if (name.startsWith('header.')) res.setHeader(name.slice(7), value);
  if (query.has('vary')) res.setHeader('vary', query.get('vary') ?? '');
  if (redirect !== null) res.setHeader('location', redirect);
  // Node would send an empty chunked body, which a browser takes for the next answer.
  if (res.statusCode === 205) res.setHeader('content-length', 0);
  if (query.has('length')) res.setHeader('content-length', bytes.length);
  if (query.has('line')) replaceStatusLine(req, query.get('line') ?? '');
  res.flushHeaders();
  if (req.method === 'HEAD' || [204, 205, 304].includes(res.statusCode)) return void res.end();

  await pass('body');
  const chunk = Number(query.get('chunk') ?? bytes.length) || 1;
  for (let at = 0; at < bytes.length; at += chunk) {
    if (at > 0) await pass('end');
    if (at > 0 && query.get('reset') === 'body') return void req.socket.destroy();
    if (!res.write(bytes.subarray(at, at + chunk)) && !res.destroyed)
      await Promise.race([new Promise((resolve) => res.once('drain', resolve)), closed]);
    if (query.has('pause')) await setTimeout(Number(query.get('pause')));
    seen.sent += Math.min(chunk, bytes.length - at);
  }
  if (chunk >= bytes.length) await pass('end');
  res.end();
}

export interface TestServer {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** Answers requests that are for no resource. */
export type Otherwise = (pathname: string, res: ServerResponse) => void;

/** Starts the counting server on a free port of the loopback interface. */
export async function startServer(
  otherwise: Otherwise = (_, res) => void res.writeHead(404).end(),
): Promise<TestServer> {
  const resources = new Map<string, Resource>();
  const resourceOf = (name: string) => {
    const resource = resources.get(name) ?? new Resource();
    resources.set(name, resource);
    return resource;
  };

  const server = createServer(async (req, res) => {
    for (const [name, value] of Object.entries(cors)) res.setHeader(name, value);
    const { pathname, searchParams: query } = new URL(req.url ?? '/', 'http://localhost');
    const [, kind, name = ''] = pathname.split('/');
    const resource = resourceOf(name);
    if (req.method === 'OPTIONS') return void res.writeHead(204).end();
    if (kind === 'r') return answer(resource, query, req, res);
    if (kind === 'ctl' && req.method === 'POST') {
      for (const gate of query.getAll('open')) resource.gates.open(gate);
      if (query.has('close')) resource.gates.openAll();
      return void res.end('{}');
    }
    if (kind === 'ctl') {
      await resource.reaches(query);
      return void res.setHeader('cache-control', 'no-store').end(JSON.stringify(resource.seen));
    }
    otherwise(pathname, res);
  });

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
