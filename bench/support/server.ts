// A server on the loopback interface that counts requests. It serves the built library under /coflight/, an empty page
// at /, and the answers of the benchmark.

import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const dist = new URL('../../dist/', import.meta.url);

export type Answer = (url: URL, req: IncomingMessage, res: ServerResponse) => unknown;

export interface Server {
  readonly origin: string;
  /** Returns how many requests have come for that path. */
  hits(pathname: string): number;
  close(): void;
}

/** Starts the server on a free port. `answer` gets all requests but those for the page and the library. */
export async function serve(answer: Answer): Promise<Server> {
  const hits = new Map<string, number>();
  const server = createServer(async (req, res) => {
    const url = new URL(req.url ?? '/', 'http://127.0.0.1');
    hits.set(url.pathname, (hits.get(url.pathname) ?? 0) + 1);
    if (url.pathname === '/') {
      // The clock of an isolated page has steps that are twenty times smaller.
      res.setHeader('cross-origin-opener-policy', 'same-origin');
      res.setHeader('cross-origin-embedder-policy', 'require-corp');
      return res.setHeader('content-type', 'text/html').end('<!doctype html><title>Benchmark</title>');
    }
    if (!url.pathname.startsWith('/coflight/')) return answer(url, req, res);
    const text = await readFile(new URL(url.pathname.slice('/coflight/'.length), dist)).catch(
      () => undefined,
    );
    if (text === undefined) return res.writeHead(404).end();
    return res.setHeader('content-type', 'text/javascript').end(text);
  });
  // With Node's 5 s, a busy client sends its next request on a connection that this server has just closed.
  server.keepAliveTimeout = 60_000;
  // With Node's 511, a thousand clients that connect at once have to try again, a second later.
  const backlog = 4096;
  await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog }, resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hits: (pathname) => hits.get(pathname) ?? 0,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
