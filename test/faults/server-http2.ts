// The chaos server of HTTP/2.

import { once } from 'node:events';
import {
  createSecureServer,
  type Http2Session,
  type SecureServerOptions,
  type ServerHttp2Stream,
} from 'node:http2';
import { generate } from 'selfsigned';
import { fileAt } from './files.ts';
import { Resource } from './resource.ts';
import { type Chaos, portOf } from './server.ts';

interface Secure {
  readonly origin: string;
  close(): Promise<void>;
}

type OnStream = (stream: ServerHttp2Stream, path: string) => unknown;

async function openSecure(certificate: SecureServerOptions, onStream: OnStream): Promise<Secure> {
  const sessions = new Set<Http2Session>();
  const server = createSecureServer(certificate);
  server.on('session', (session) => {
    sessions.add(session);
    session.on('error', () => {}).on('close', () => sessions.delete(session));
  });
  server.on('stream', (stream, headers) => {
    stream.on('error', () => {});
    onStream(stream as ServerHttp2Stream, String(headers[':path']));
  });
  server.on('sessionError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    for (const session of sessions) session.destroy();
    server.close();
    await once(server, 'close');
  };
  return { origin: `https://127.0.0.1:${portOf(server)}`, close };
}

/** Each resource has a port of its own: a fault of one connection makes no difference to the next trial. */
export async function openHttp2(): Promise<Chaos<ServerHttp2Stream>> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: '127.0.0.1' }]);
  const pages = await openSecure({ cert, key }, async (stream, path) => {
    const file = await fileAt(path);
    stream.respond({ ':status': file ? 200 : 404, 'content-type': file?.type ?? 'text/plain' });
    stream.end(file?.text);
  });
  const all = [pages];
  return {
    origin: pages.origin,
    async resource(fault) {
      const server = await openSecure({ cert, key }, (stream) => resource.answer(stream));
      const resource = new Resource<ServerHttp2Stream>(fault, `${server.origin}/f`);
      all.push(server);
      return resource;
    },
    close: async () => void (await Promise.all(all.map(({ close }) => close()))),
  };
}
