// The links of the static copy: the same as those of the server, between a page and its service worker.

import { Link, type Query, type Sink } from '../server/link.ts';
import { controlled } from '../server/link-control.ts';
import { BadRequest } from '../server/settings.ts';
import { Connections } from './connections.ts';
import { resourceAt } from './resources.ts';

/** A link, and the connections that a browser would have to its origin. */
class Line {
  readonly link: Link = new Link();
  /** To open one takes a round trip. */
  readonly connections: Connections = new Connections(() => this.link.report().settings.latency);
}

export class Links {
  readonly #lines = new Map<string, Line>();
  /** Requests without headers, by URL, in the order of asking. */
  readonly #waiting = new Map<string, Set<AbortController>>();

  /** Answers a request as slowly as its link is set to be. Rejects when the caller has left. */
  async answer({ url, signal }: Request): Promise<Response> {
    const [, id = '', path = '', query = ''] = /\/link\/([^/]+)\/([^?]*)(.*)$/.exec(url) ?? [];
    const resource = resourceAt(decodeURIComponent(path));
    if (!resource) return new Response('Not found', { status: 404 });
    const gone = new AbortController();
    signal.addEventListener('abort', () => gone.abort());
    const waiting = this.#waiting.get(url) ?? new Set();
    this.#waiting.set(url, waiting.add(gone));
    try {
      return await send(this.#lineOf(id), { ...resource, path: path + query }, gone);
    } finally {
      waiting.delete(gone);
      if (waiting.size === 0) this.#waiting.delete(url);
    }
  }

  /** Called when one caller of that URL has left. Only the page can tell a worker so. */
  leave(url: string): void {
    const [first] = this.#waiting.get(url) ?? [];
    first?.abort();
  }

  /** Answers what a page asks of a link. */
  async control(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const [, id = '', rest = ''] = /\/links\/([^/]+)\/?(.*)$/.exec(pathname) ?? [];
    const wanted = `${request.method} ${rest}`.trim();
    try {
      const body = request.method === 'PATCH' ? await request.json() : undefined;
      const from = Number(searchParams.get('from'));
      const answer = controlled(this.#lineOf(id).link, wanted, { from, body });
      return Response.json(answer ?? { error: 'Not found' }, { status: answer ? 200 : 404 });
    } catch (error) {
      const status = error instanceof BadRequest ? 400 : 500;
      return Response.json({ error: (error as Error).message }, { status });
    }
  }

  #lineOf(id: string): Line {
    const line = this.#lines.get(id) ?? new Line();
    this.#lines.set(id, line);
    return line;
  }
}

/** Resolves with the response once its headers may go out. */
function send({ link, connections }: Line, query: Query, gone: AbortController): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  // Cancelled by its reader.
  writer.closed.catch((reason) => gone.abort(reason));
  const sink: Sink = {
    signal: gone.signal,
    head: (headers) => resolve(new Response(readable, { headers })),
    write: (piece) => writer.write(piece),
    end: () => void writer.close().catch(() => {}),
  };
  connections
    .run(() => link.answer(query, sink), gone.signal)
    .catch((error) => {
      reject(error);
      writer.abort(error).catch(() => {});
    });
  return promise;
}
