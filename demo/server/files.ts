// The files of the pages, as they are built, and the library's worker. All are read at the start, so that no later
// build takes anything from under a server that runs.

import { globSync, readFileSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Role } from './site.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The pages. Whether they are built, this file says. */
export const builtPages: string = at('../../build/site/');

const builtWorker = at('../../dist/coflight-sw.js');

const types: { readonly [extension: string]: string } = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
};

export class Files {
  /** By the path of their URL. */
  readonly #files = new Map<string, Buffer>();

  constructor() {
    for (const file of globSync('**/*', { cwd: builtPages }))
      if (statSync(join(builtPages, file)).isFile())
        this.#files.set(`/${file.replaceAll(sep, '/')}`, readFileSync(join(builtPages, file)));
    this.#files.set('/coflight-sw.js', readFileSync(builtWorker));
  }

  /** Answers with the file that the path names; false where there is none. */
  send(path: string, role: Role, res: ServerResponse): boolean {
    const name = path === '/' ? (role === 'front' ? '/index.html' : '/panel.html') : path;
    const file = this.#files.get(name);
    if (!file) return false;
    res.writeHead(200, {
      'content-type': types[extname(name)] ?? 'application/octet-stream',
      'content-length': file.length,
      'cache-control': 'no-cache',
    });
    res.end(file);
    return true;
  }
}
