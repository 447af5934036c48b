// The demo's server: the files of the pages, and answers over links, as slow as each link is set to be.
//
//   /                            the page of that origin: the front's, or a panel's; /coflight-sw.js is the worker.
//                                Under another name of this machine, a redirect to that origin
//   /site.json                   what a page must know: who it is, the addresses of all, the gallery
//   /drawn.json                  how often each drawing was painted
//   /painted.json                answered when all pictures of the gallery are
//   /thumbs/<name>.png           the gallery's thumbnails, at full speed
//   /link/<id>/…                 over a link: what resources.ts has
//   /links/<id>?from=<n>         GET: its settings and sums, and the log from that request on; PATCH: changes settings
//   /links/<id>/counts           DELETE: counts from zero
//   /links/<id>/hits             GET: how often each path was asked for

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Files } from './files.ts';
import { Link } from './link.ts';
import { controlled } from './link-control.ts';
import { bodyOf, urlOf } from './request.ts';
import { resourceAt } from './resources.ts';
import { sinkOf } from './response-sink.ts';
import { BadRequest } from './settings.ts';
import type { Role, Scheme, Site } from './site.ts';
import type { Studio } from './studio.ts';

/** Links that are remembered; the one that was opened first is forgotten first. */
const mostLinks = 256;

function sendJson(res: ServerResponse, value: unknown, status = 200): void {
  res.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  res.end(JSON.stringify(value));
}

/** A panel asks the front what the server has counted, so that such questions never wait behind its tiles. */
function allowOtherOrigins(res: ServerResponse): void {
  res.setHeader('access-control-allow-origin', '*');
  res.setHeader('access-control-allow-methods', 'GET, PATCH, DELETE');
  res.setHeader('access-control-allow-headers', 'content-type');
}

/** A page has one address: under `localhost` its panels would not know it. */
function redirected(origin: string, path: string, req: IncomingMessage, res: ServerResponse): boolean {
  const host = req.headers.host ?? req.headers[':authority'];
  if (!host || host === new URL(origin).host) return false;
  res.writeHead(307, { location: origin + path }).end();
  return true;
}

export class App {
  readonly #studio: Studio;
  readonly #site: Omit<Site, 'role'>;
  readonly #files = new Files();
  readonly #links = new Map<string, Link>();
  /** Resolves when all is painted ahead. Until then, painting slows down the answers. */
  painted: Promise<void> = Promise.resolve();

  constructor(studio: Studio, site: Omit<Site, 'role'>) {
    this.#studio = studio;
    this.#site = site;
  }

  /** What answers the requests of one origin; never rejects. */
  handlerOf(role: Role, scheme: Scheme) {
    const origin = this.#site[scheme][role];
    return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
      try {
        const { pathname, search, searchParams } = urlOf(req);
        const path = decodeURIComponent(pathname);
        if (redirected(origin, pathname + search, req, res)) return;
        if (path === '/site.json') sendJson(res, { ...this.#site, role } satisfies Site);
        else if (path.startsWith('/links/'))
          await this.#control(path, Number(searchParams.get('from')), req, res);
        else if (!(await this.#route(path, search, role, req, res)))
          sendJson(res, { error: 'Not found' }, 404);
      } catch (error) {
        if (res.headersSent || res.destroyed) return void res.destroy();
        const wrong = error instanceof BadRequest || error instanceof URIError;
        sendJson(res, { error: error instanceof Error ? error.message : String(error) }, wrong ? 400 : 500);
      }
    };
  }

  async #route(
    path: string,
    search: string,
    role: Role,
    req: IncomingMessage,
    res: ServerResponse,
  ): Promise<boolean> {
    if (req.method !== 'GET' && req.method !== 'HEAD') return false;
    const [, first = '', second = '', ...rest] = path.split('/');
    if (first === 'link') return this.#answer(this.#linkOf(second), rest.join('/'), search, res);
    if (first === 'thumbs') return this.#thumb(second, res);
    if (path === '/painted.json') await this.painted;
    else if (path !== '/drawn.json') return this.#files.send(path, role, res);
    sendJson(res, this.#studio.drawn);
    return true;
  }

  async #answer(link: Link, path: string, search: string, res: ServerResponse): Promise<boolean> {
    const resource = resourceAt(path, this.#studio);
    if (!resource) return false;
    await link.answer({ ...resource, path: path + search }, sinkOf(res));
    return true;
  }

  async #control(path: string, from: number, req: IncomingMessage, res: ServerResponse): Promise<void> {
    const [, , id = '', ...rest] = path.split('/');
    const wanted = `${req.method} ${rest.join('/')}`.trim();
    allowOtherOrigins(res);
    if (req.method === 'OPTIONS') return void res.writeHead(204).end();
    const body = req.method === 'PATCH' ? await bodyOf(req) : undefined;
    const answer = controlled(this.#linkOf(id), wanted, { from, body });
    sendJson(res, answer ?? { error: 'Not found' }, answer ? 200 : 404);
  }

  async #thumb(file: string, res: ServerResponse): Promise<boolean> {
    const name = file.replace(/\.png$/, '');
    if (!this.#site.gallery.some((region) => region.name === name)) return false;
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    const png = await this.#studio.drawing({ kind: 'thumb', name }, gone.signal);
    res.writeHead(200, { 'content-type': 'image/png', 'cache-control': 'max-age=3600' }).end(png);
    return true;
  }

  #linkOf(id: string): Link {
    const link = this.#links.getOrInsertComputed(id, () => new Link());
    const [eldest] = this.#links.keys();
    if (this.#links.size > mostLinks && eldest !== undefined) this.#links.delete(eldest);
    return link;
  }
}
