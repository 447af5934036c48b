// The demo's server: files of the page, and whatever goes over a link, as slow as that link is set to be.
//
//   /                            the page; /coflight/… is the built library, /leaflet/… is Leaflet
//   /demo.json                   what the page must know: the monitor's address and the gallery
//   /drawn.json                  how often each drawing was painted
//   /thumbs/<name>.png           the gallery's thumbnails, at full speed
//   /link/<id>/…                 over a link: tiles/<style>/<z>/<x>/<y>.png, places/<z>/<x>-<x>/<y>-<y>.json, gallery/<name>.png
//   /links/<id>                  GET: its settings and counts; PATCH: changes settings
//   /links/<id>/counts           DELETE: counts from zero
//   /links/<id>/live             settings and sums as server-sent events

import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { sendFile } from './files.ts';
import { Link } from './link.ts';
import { sendLive } from './live.ts';
import { regions } from './regions.ts';
import { resourceAt } from './resources.ts';
import { BadRequest } from './settings.ts';
import type { Studio } from './studio.ts';

/** Links that are remembered; the one that was opened first is forgotten first. */
const mostLinks = 256;

function sendJson(res: ServerResponse, value: unknown, status = 200): void {
  res.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  res.end(JSON.stringify(value));
}

/** The page talks to its monitor from another origin, so that its questions never wait behind its tiles. */
function allowOtherOrigins(res: ServerResponse): void {
  res.setHeader('access-control-allow-origin', '*');
  res.setHeader('access-control-allow-methods', 'GET, PATCH, DELETE');
  res.setHeader('access-control-allow-headers', 'content-type');
}

async function bodyOf(req: IncomingMessage): Promise<unknown> {
  try {
    return JSON.parse(await text(req));
  } catch {
    throw new BadRequest('Expected a body of JSON.');
  }
}

export class App {
  readonly #studio: Studio;
  readonly #links = new Map<string, Link>();
  /** Where the same answers are to be had over connections of their own. */
  monitor = '';

  constructor(studio: Studio) {
    this.#studio = studio;
  }

  /** Answers one request; never rejects. */
  handle = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    try {
      const { pathname } = new URL(req.url ?? '/', 'http://localhost');
      if (!(await this.#route(decodeURIComponent(pathname), req, res)))
        sendJson(res, { error: 'Not found' }, 404);
    } catch (error) {
      if (res.headersSent || res.destroyed) return void res.destroy();
      const wrong = error instanceof BadRequest || error instanceof URIError;
      sendJson(res, { error: error instanceof Error ? error.message : String(error) }, wrong ? 400 : 500);
    }
  };

  async #route(path: string, req: IncomingMessage, res: ServerResponse): Promise<boolean> {
    const [, first = '', second = '', ...rest] = path.split('/');
    if (first === 'links' && second) return this.#control(this.#linkOf(second), rest.join('/'), req, res);
    if (req.method !== 'GET' && req.method !== 'HEAD') return false;
    if (first === 'link') return this.#answer(this.#linkOf(second), rest.join('/'), res);
    if (first === 'thumbs') return this.#thumb(second, res);
    if (path === '/drawn.json') sendJson(res, this.#studio.drawn);
    else if (path === '/demo.json') sendJson(res, { monitor: this.monitor, gallery: regions });
    else return sendFile(path, res);
    return true;
  }

  async #answer(link: Link, path: string, res: ServerResponse): Promise<boolean> {
    const resource = resourceAt(path, this.#studio);
    if (!resource) return false;
    await link.answer(resource.kind, path, res, resource.make);
    return true;
  }

  async #control(link: Link, what: string, req: IncomingMessage, res: ServerResponse): Promise<boolean> {
    allowOtherOrigins(res);
    if (req.method === 'OPTIONS') res.writeHead(204).end();
    else if (what === 'live') sendLive(link, res);
    else if (what === 'counts' && req.method === 'DELETE') sendJson(res, link.reset());
    else if (what === '' && req.method === 'PATCH') sendJson(res, link.change(await bodyOf(req)));
    else if (what === '') sendJson(res, { ...link.report, hits: link.hits });
    else return false;
    return true;
  }

  async #thumb(file: string, res: ServerResponse): Promise<boolean> {
    const name = file.replace(/\.png$/, '');
    if (!regions.some((region) => region.name === name)) return false;
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    const png = await this.#studio.picture({ kind: 'thumb', name }, gone.signal);
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
