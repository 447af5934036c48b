// A link between one page (or several that share its name) and this server: its settings, its wire, its counts.

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Counts, type Entry, type Kind, type Sums } from './counts.ts';
import { changed, defaults, type Settings } from './settings.ts';
import { Wire } from './wire.ts';

/** What to answer with. */
export interface Answer {
  readonly type: string;
  readonly body: Buffer;
}

/** What the page is told when it asks. */
export interface Report {
  readonly settings: Settings;
  readonly sums: Sums;
  /** How often the counts began anew: entries of different runs have nothing to do with each other. */
  readonly run: number;
  readonly log: readonly Entry[];
}

export class Link {
  #settings: Settings = defaults;
  #counts = new Counts();
  #run = 0;
  readonly #wire = new Wire();
  /** Open exactly while nothing is held. */
  #gate = Promise.withResolvers<void>();

  constructor() {
    this.change({});
  }

  get hits(): { readonly [path: string]: number } {
    return this.#counts.hits;
  }

  /** With the log from the request of that number on. */
  report(from: number = Number.POSITIVE_INFINITY): Report {
    const { sums } = this.#counts;
    return { settings: this.#settings, sums, run: this.#run, log: this.#counts.logFrom(from) };
  }

  /** Changes settings for what is under way, too. Throws `BadRequest`. */
  change(changes: unknown): Report {
    const { hold } = this.#settings;
    this.#settings = changed(this.#settings, changes);
    this.#wire.speed = this.#settings.bandwidth;
    if (!this.#settings.hold) this.#gate.resolve();
    else if (!hold) this.#gate = Promise.withResolvers();
    return this.report();
  }

  /** Starts counting at zero. What is under way still counts where it arrived. */
  reset(): Report {
    this.#counts = new Counts();
    this.#run++;
    return this.report();
  }

  /** Answers one request as slowly as the settings say; `make` is told when nobody waits for the answer any more. */
  async answer(
    kind: Kind,
    path: string,
    res: ServerResponse,
    make: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<void> {
    const counts = this.#counts;
    const entry = counts.arrive(kind, path);
    const gone = new AbortController();
    /** All of it was handed to the connection. `finish` does not tell: HTTP/2 says so of what was called off, too. */
    let whole = false;
    res.once('close', () => {
      counts.depart(entry, whole ? 'answered' : 'abandoned');
      gone.abort();
    });
    const [{ type, body }] = await Promise.all([make(gone.signal), this.#delay(gone.signal)]);
    const { cacheControl } = this.#settings;
    const headers = { 'content-type': type, 'content-length': body.length };
    res.writeHead(200, cacheControl ? { ...headers, 'cache-control': cacheControl } : headers);
    res.flushHeaders();
    counts.head(entry);
    for await (const bytes of this.#pieces(body, res, gone.signal)) counts.send(entry, bytes);
    whole = true;
    res.end();
  }

  async #delay(signal: AbortSignal): Promise<void> {
    await sleep(this.#settings.latency, undefined, { signal });
    if (this.#settings.hold) await Promise.race([this.#gate.promise, once(signal, 'abort')]);
    signal.throwIfAborted();
  }

  /** Sends the body piece by piece; yields the length of each that has gone out. */
  async *#pieces(body: Buffer, res: ServerResponse, signal: AbortSignal): AsyncGenerator<number> {
    for (let at = 0; at < body.length; ) {
      const piece = body.subarray(at, at + this.#wire.chunk);
      await this.#wire.pass(piece.length, signal);
      at += piece.length;
      yield piece.length;
      if (!res.write(piece)) await once(res, 'drain', { signal });
    }
  }
}
