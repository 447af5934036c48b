// A panel's link to the server: an address of its own for everything slow, and what the server has counted there.

import type { Report } from '../../server/link.ts';
import type { Settings } from '../../server/settings.ts';
import type { Mode } from '../../server/site.ts';
import { linkId, origins } from './site.ts';

/** Nothing answers at the server's address. */
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super('The server cannot be reached.', { cause });
  }
}

/** Ignores the error of a server that is gone: the page that reads its figures reports it. Throws any other error. */
export function unlessGone(error: unknown): void {
  if (!(error instanceof Unreachable)) throw error;
}

export class Link {
  /** Part of every address, so that a new run finds nothing in the browser's memory. */
  run = '';
  /** Called whenever the server could not be reached. */
  gone: () => void = () => {};
  readonly #control: string;
  readonly #base: string;

  constructor(mode: Mode) {
    const id = `${linkId}-${mode}`;
    this.#base = `${origins[mode]}/link/${id}/`;
    // Of the front's origin, so that this never waits behind tiles.
    this.#control = `${origins.front}/links/${id}`;
  }

  /** Returns the URL of a resource over this link. */
  url(path: string): string {
    return `${this.#base}${path}?run=${this.run}`;
  }

  /** What a URL of this link asks for, as the server's log names it; undefined for others. */
  pathOf(url: string): string | undefined {
    return url.startsWith(this.#base) ? url.slice(this.#base.length) : undefined;
  }

  /** What the server has counted, with its log from that request on. */
  report(from: number): Promise<Report> {
    return this.#ask('GET', `?from=${from}`);
  }

  /**
   * Changes settings, of what is under way too. `keepalive` does so also when the page is being left. Firefox and WebKit
   * send such a request past the worker that is the server of the static copy.
   */
  set(changes: Partial<Settings>, { keepalive = false } = {}): Promise<Report> {
    return this.#ask('PATCH', '', { body: JSON.stringify(changes), keepalive });
  }

  /** Lets the server count from zero. */
  reset(): Promise<Report> {
    return this.#ask('DELETE', '/counts');
  }

  async #ask(method: string, path: string, init: RequestInit = {}): Promise<Report> {
    const ask = async () => {
      const response = await fetch(this.#control + path, { method, ...init });
      return { ok: response.ok, answer: await response.json() };
    };
    const { ok, answer } = await ask().catch((error) => {
      this.gone();
      throw new Unreachable(error);
    });
    if (!ok) throw new Error(answer.error);
    return answer;
  }
}
