// A server of JSON of any size, and of answers that wait until they are opened.

import { type Server, serve } from '../support/server.ts';

const place = { id: 1, name: 'Reykjavík', at: [64.15, -21.94], tags: ['capital', 'harbour'], people: 139875 };

/** JSON of about so many kilobytes. */
const bodyOf = (kilobytes: number): string =>
  JSON.stringify(Array(Math.ceil((kilobytes * 1024) / JSON.stringify(place).length)).fill(place));

/** Starts the server: `/json/16` is 16 KB of JSON, `/gate/NAME` waits, `/open` answers all that wait. */
export async function serveJson(): Promise<Server> {
  const bodies = new Map<string, string>();
  let gated: (() => void)[] = [];
  const server = await serve(({ pathname }, _, res) => {
    res.setHeader('cache-control', 'no-store').setHeader('content-type', 'application/json');
    const [, kind, size] = pathname.split('/');
    // A caller that asks again, because its answer is too old, must not wait for ever.
    if (kind === 'gate' && server.hits(pathname) === 1) return gated.push(() => res.end('[]'));
    if (kind === 'gate') return res.end('[]');
    if (kind === 'open') {
      for (const open of gated) open();
      gated = [];
      return res.end('[]');
    }
    if (kind !== 'json') return res.writeHead(404).end();
    const body = bodies.get(pathname) ?? bodyOf(Number(size));
    bodies.set(pathname, body);
    return res.end(body);
  });
  return server;
}
