// Reads the URL and the settings of a request.

import type { IncomingMessage } from 'node:http';
import { BadRequest } from './settings.ts';

/** The most bytes of settings that a page may send. */
const mostBytes = 10_000;

/** Returns the JSON of a request. Throws `BadRequest` for other text, or for too much of it. */
export async function bodyOf(req: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req) {
    size += chunk.length;
    // The rest is read and dropped, so that the answer arrives.
    if (size <= mostBytes) chunks.push(chunk);
  }
  if (size > mostBytes) throw new BadRequest(`Expected at most ${mostBytes} bytes.`);
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    throw new BadRequest('Expected a body of JSON.');
  }
}

/** Returns the URL of a request. Throws `BadRequest` for none. */
export function urlOf(req: IncomingMessage): URL {
  const url = req.url ?? '/';
  if (!URL.canParse(url, 'http://localhost')) throw new BadRequest('Expected a URL.');
  return new URL(url, 'http://localhost');
}
