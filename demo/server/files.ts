// The files of the pages, as they are built, and the library's worker. Nothing outside their folders is served.

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Role } from './site.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Which folder stands for which beginning of a path; the longest beginning first. */
const folders: readonly (readonly [beginning: string, folder: string])[] = [
  ['/coflight-sw.js', folder('../../dist/coflight-sw.js')],
  ['/', folder('../../build/site/')],
];

const types: { readonly [extension: string]: string } = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.mjs': 'text/javascript; charset=utf-8',
};

/** The file that a path names, or undefined. */
function fileOf(path: string, role: Role): string | undefined {
  const index = role === 'front' ? 'index.html' : 'panel.html';
  for (const [beginning, base] of folders) {
    if (!path.startsWith(beginning)) continue;
    const rest = path.slice(beginning.length) || (beginning === '/' ? index : '');
    const file =
      rest.split('/').includes('..') || rest.includes('\\') ? undefined : base + rest.replaceAll('/', sep);
    return file;
  }
  return undefined;
}

/** Answers with the file that the path names; false where there is none. */
export async function sendFile(path: string, role: Role, res: ServerResponse): Promise<boolean> {
  const file = fileOf(path, role);
  const found = file === undefined ? undefined : await stat(file).catch(() => undefined);
  if (!file || !found?.isFile()) return false;
  res.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
  res.setHeader('content-length', found.size);
  // Whoever changes the page or the library sees it at the next reload.
  res.setHeader('cache-control', 'no-cache');
  createReadStream(file).pipe(res);
  return true;
}
