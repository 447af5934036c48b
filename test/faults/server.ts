// The chaos server of HTTP/1.1: it answers as faults say.

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { fileAt } from './files.ts';
import { type Fault, Resource } from './resource.ts';

/** A server of one protocol. */
export interface Chaos<Wire = never> {
  readonly origin: string;
  /** Returns a URL with that fault, which no other trial has. */
  resource(fault: Fault<Wire>): Promise<Resource<Wire>>;
  close(): Promise<void>;
}

/** The resources of one server, by their paths. */
class Resources<Wire> {
  readonly #all = new Map<string, Resource<Wire>>();

  make(fault: Fault<Wire>, origin: string): Resource<Wire> {
    const path = `/f/${this.#all.size}`;
    const resource = new Resource<Wire>(fault, origin + path);
    this.#all.set(path, resource);
    return resource;
  }

  at(path: string): Resource<Wire> | undefined {
    return this.#all.get(path.replace(/[?#].*/, ''));
  }
}

export const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port;

/** Reads a request to the end of its headers, and returns its path. */
async function pathFrom(socket: Socket): Promise<string> {
  let text = '';
  for await (const [data] of events(socket)) {
    text += data;
    if (text.includes('\r\n\r\n')) break;
  }
  return text.split(' ')[1] ?? '';
}

async function* events(socket: Socket): AsyncGenerator<[Buffer]> {
  while (!socket.destroyed) {
    const closed = once(socket, 'close').then(() => undefined);
    const data = await Promise.race([once(socket, 'data') as Promise<[Buffer]>, closed]);
    if (!data) return;
    yield data;
  }
}

export async function openHttp1(): Promise<Chaos<Socket>> {
  const resources = new Resources<Socket>();
  const sockets = new Set<Socket>();
  // Its own side of a connection ends when a fault says so.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, async (socket) => {
    sockets.add(socket);
    // A client that resets its connection is no error of the server.
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.on('end', () => socket.end());
    const path = await pathFrom(socket).catch(() => '');
    const resource = resources.at(path);
    if (resource) return resource.answer(socket);
    const file = await fileAt(path);
    const status = file ? '200 OK' : '404 Not Found';
    const bytes = Buffer.from(file?.text ?? '');
    const lines = [`content-type: ${file?.type}`, `content-length: ${bytes.length}`, 'connection: close'];
    socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n`), bytes]));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${portOf(server)}`;
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return { origin, resource: async (fault) => resources.make(fault, origin), close };
}
