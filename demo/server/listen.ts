// Eight servers of one app: each origin over HTTP/1.1, and over HTTP/2 with TLS.

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import { generate } from 'selfsigned';
import { type Options, Unusable } from './options.ts';
import { type Origins, type Role, roles } from './site.ts';

const host = '127.0.0.1';

interface Certificate {
  readonly cert: string | Buffer;
  readonly key: string | Buffer;
}

/** The one that was named, or one of its own. Throws `Unusable`. */
export async function certificateOf({ cert, key }: Options): Promise<Certificate> {
  if (cert && key) {
    const read = (path: string) =>
      readFile(path).catch((error: Error) => {
        throw new Unusable(`The certificate cannot be read: ${error.message}`);
      });
    return { cert: await read(cert), key: await read(key) };
  }
  const names = [{ type: 7, ip: host } as const, { type: 2, value: 'localhost' } as const];
  const { cert: own, private: ownKey } = await generate([{ name: 'commonName', value: 'coflight demo' }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: names }],
  });
  return { cert: own, key: ownKey };
}

interface Listening {
  readonly plain: Origins;
  readonly secure: Origins;
  /** From now on requests are answered. */
  answer(handlerOf: (role: Role) => RequestListener): void;
}

async function open(server: Server, port: number, whole: string): Promise<string> {
  server.listen(port, host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'EADDRINUSE' ? 'is taken' : `cannot be had (${error.code})`;
    throw new Unusable(
      `Port ${port} ${why}${whole}: choose another with --port, or leave it out for free ones.`,
    );
  });
  return `${host}:${(server.address() as AddressInfo).port}`;
}

/** Opens all of them, on free ports or from that port on; what they answer with may come later. Throws `Unusable`. */
export async function listen(first: number, certificate: Certificate): Promise<Listening> {
  const plain = roles.map(() => createServer());
  const secure = roles.map(() => createSecureServer({ ...certificate, allowHTTP1: true }));
  const whole = first ? `, and the demo needs ${first} to ${first + 2 * roles.length - 1}` : '';
  const hosts: string[] = [];
  for (const server of [...plain, ...secure])
    hosts.push(await open(server, first && first + hosts.length, whole));
  const originsOf = (scheme: string, from: number) =>
    Object.fromEntries(roles.map((role, index) => [role, `${scheme}://${hosts[from + index]}`])) as Origins;
  return {
    plain: originsOf('http', 0),
    secure: originsOf('https', roles.length),
    answer(handlerOf) {
      roles.forEach((role, index) => {
        const handle = handlerOf(role);
        plain[index]?.on('request', handle);
        // Node's HTTP/2 has the requests and responses of HTTP/1.1, as far as they are used here.
        secure[index]?.on('request', handle as never);
      });
    },
  };
}
