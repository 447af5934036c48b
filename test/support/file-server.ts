// A plain server of files, as any host of files is one: a folder under a path, `index.html` for its folders.

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const types: { readonly [extension: string]: string } = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

export interface FileServer {
  /** Of the folder, with a slash at the end. */
  readonly address: string;
  /** The paths that were asked for and are no files. */
  readonly missing: readonly string[];
  close(): Promise<void>;
}

export async function serveFiles(folder: string, under: string): Promise<FileServer> {
  const missing: string[] = [];
  const server = createServer(async (req, res) => {
    const { pathname } = new URL(req.url ?? '/', 'http://localhost');
    const path = decodeURIComponent(pathname.replace(/\/$/, '/index.html'));
    const file = path.startsWith(under) && !path.includes('..') && join(folder, path.slice(under.length));
    const body = file && (await readFile(file).catch(() => undefined));
    if (!body) missing.push(pathname);
    const type = types[extname(path)] ?? 'application/octet-stream';
    res.writeHead(body ? 200 : 404, body ? { 'content-type': type } : {}).end(body || undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}${under}`,
    missing,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
