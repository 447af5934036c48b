// Eight servers of one app: each origin over HTTP/1.1, and over HTTP/2 with TLS.

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { Server } from 'node:net';
import { createSecureContext } from 'node:tls';
import { generate } from 'selfsigned';
import { type Options, Unusable } from './options.ts';
import { type Origins, type Role, roles, type Scheme } from './site.ts';

const host = '127.0.0.1';

interface Certificate {
  readonly cert: string | Buffer;
  readonly key: string | Buffer;
}

/** The one that was named, or one of its own. Throws `Unusable`. */
export async function certificateOf({ cert, key }: Options): Promise<Certificate> {
  if (cert && key)
    try {
      const named = { cert: await readFile(cert), key: await readFile(key) };
      createSecureContext(named);
      return named;
    } catch (error) {
      const reason = (error as Error).message;
      throw new Unusable(
        `The certificate cannot be used: ${reason}. Expected the PEM files of a certificate and its key.`,
      );
    }
  const names = [{ type: 7, ip: host } as const, { type: 2, value: 'localhost' } as const];
  const { cert: own, private: ownKey } = await generate([{ name: 'commonName', value: 'coflight demo' }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: names }],
  });
  return { cert: own, key: ownKey };
}

/** Returns what answers the requests of one origin. */
type HandlerOf = (role: Role, scheme: Scheme) => RequestListener;

interface Listening {
  readonly plain: Origins;
  readonly secure: Origins;
  /** Starts answering requests, those that have come before included. */
  answer(handlerOf: HandlerOf): void;
}

/** How many ports the demo needs, one after another. */
export const portsNeeded: number = 2 * roles.length;

/** Opens the servers on that port and those after it, or none of them. Rejects with what keeps it from doing so. */
async function openAll(servers: readonly Server[], first: number): Promise<void> {
  const opened: Server[] = [];
  try {
    for (const [index, server] of servers.entries()) {
      server.listen(first + index, host);
      await once(server, 'listening');
      opened.push(server);
    }
  } catch (error) {
    await Promise.all(opened.map((server) => new Promise((resolve) => server.close(resolve))));
    throw error;
  }
}

/** Where the demo is when no port is asked for, so that its address stays; the next ones where that is taken. */
const usual = Array.from({ length: 100 }, (_, index) => 7700 + 10 * index);

async function openSomewhere(servers: readonly Server[]): Promise<number> {
  for (const first of usual) {
    const error = await openAll(servers, first).catch((error: unknown) => error);
    if (!error) return first;
  }
  throw new Unusable(`All ports from ${usual[0]} on are taken: choose some with --port.`);
}

async function openFrom(servers: readonly Server[], first: number): Promise<number> {
  await openAll(servers, first).catch((error: NodeJS.ErrnoException & { port?: number }) => {
    const why = error.code === 'EADDRINUSE' ? 'is taken' : `cannot be had (${error.code})`;
    const needed = `the demo needs ${first} to ${first + portsNeeded - 1}`;
    throw new Unusable(
      `Port ${error.port} ${why}, and ${needed}: choose another with --port, or leave it out for free ones.`,
    );
  });
  return first;
}

/** Opens all of them from that port on, or where ports are free. Throws `Unusable`. */
export async function listen(wanted: number, certificate: Certificate): Promise<Listening> {
  const plain = roles.map(() => createServer());
  const secure = roles.map(() => createSecureServer({ ...certificate, allowHTTP1: true }));
  const all = [...plain, ...secure];
  const first = await (wanted ? openFrom(all, wanted) : openSomewhere(all));
  const originsOf = (scheme: string, from: number) =>
    Object.fromEntries(
      roles.map((role, index) => [role, `${scheme}://${host}:${first + from + index}`]),
    ) as Origins;
  // A page that is still open asks again and again until the server is back, so also before anything can be answered.
  const { promise: answering, resolve: answer } = Promise.withResolvers<HandlerOf>();
  const handlerOf =
    (role: Role, scheme: Scheme): RequestListener =>
    async (req, res) =>
      (await answering)(role, scheme)(req, res);
  roles.forEach((role, index) => {
    plain[index]?.on('request', handlerOf(role, 'plain'));
    // Node's HTTP/2 has the requests and responses of HTTP/1.1, as far as they are used here.
    secure[index]?.on('request', handlerOf(role, 'secure') as never);
  });
  return { plain: originsOf('http', 0), secure: originsOf('https', roles.length), answer };
}
