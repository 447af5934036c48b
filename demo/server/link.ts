// A link between one page (or several that share its name) and this server: its settings, its wire, its counts.

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Counts, type Kind, type Sums } from './counts.ts';
import { changed, defaults, type Settings } from './settings.ts';
import { Wire } from './wire.ts';

/** What to answer with. */
export interface Answer {
  readonly type: string;
  readonly body: Buffer;
}

/** What the page is told while things happen. */
export interface Report {
  readonly settings: Settings;
  readonly sums: Sums;
  /** How many pages watch this link. */
  readonly tabs: number;
}

export class Link {
  #settings: Settings = defaults;
  #counts = new Counts();
  readonly #wire = new Wire();
  /** Open exactly while nothing is held. */
  #gate = Promise.withResolvers<void>();
  /** Told of every change, in the turn after it at the latest. */
  readonly #watchers = new Set<() => void>();

  constructor() {
    this.change({});
  }

  get report(): Report {
    return { settings: this.#settings, sums: this.#counts.sums, tabs: this.#watchers.size };
  }

  get hits(): { readonly [path: string]: number } {
    return this.#counts.hits;
  }

  /** Changes settings for what is under way, too. Throws `BadRequest`. */
  change(changes: unknown): Report {
    const { hold } = this.#settings;
    this.#settings = changed(this.#settings, changes);
    this.#wire.speed = this.#settings.bandwidth;
    if (!this.#settings.hold) this.#gate.resolve();
    else if (!hold) this.#gate = Promise.withResolvers();
    this.#tell();
    return this.report;
  }

  /** Starts counting at zero. What is under way still counts where it arrived. */
  reset(): Report {
    this.#counts = new Counts();
    this.#tell();
    return this.report;
  }

  /** Calls back at every change until the signal aborts. */
  watch(watcher: () => void, signal: AbortSignal): void {
    const leave = () => {
      this.#watchers.delete(watcher);
      this.#tell();
    };
    this.#watchers.add(watcher);
    signal.addEventListener('abort', leave, { once: true });
    this.#tell();
  }

  /** Answers one request as slowly as the settings say; `make` is told when nobody waits for the answer any more. */
  async answer(
    kind: Kind,
    path: string,
    res: ServerResponse,
    make: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<void> {
    const counts = this.#counts;
    const gone = new AbortController();
    res.once('close', () => {
      counts.depart(kind, res.writableFinished ? 'answered' : 'abandoned');
      gone.abort();
      this.#tell();
    });
    counts.arrive(kind, path);
    this.#tell();
    const [{ type, body }] = await Promise.all([make(gone.signal), this.#delay(gone.signal)]);
    const { cacheControl } = this.#settings;
    res.setHeader('content-type', type).setHeader('content-length', body.length);
    if (cacheControl) res.setHeader('cache-control', cacheControl);
    res.flushHeaders();
    await this.#send(kind, body, res, counts, gone.signal);
    res.end();
  }

  async #delay(signal: AbortSignal): Promise<void> {
    await sleep(this.#settings.latency, undefined, { signal });
    if (this.#settings.hold) await Promise.race([this.#gate.promise, once(signal, 'abort')]);
    signal.throwIfAborted();
  }

  async #send(
    kind: Kind,
    body: Buffer,
    res: ServerResponse,
    counts: Counts,
    signal: AbortSignal,
  ): Promise<void> {
    for (let at = 0; at < body.length; ) {
      const piece = body.subarray(at, at + this.#wire.chunk);
      await this.#wire.pass(piece.length, signal);
      at += piece.length;
      counts.send(kind, piece.length);
      if (!res.write(piece)) await once(res, 'drain', { signal });
    }
  }

  #tell(): void {
    for (const watcher of this.#watchers) watcher();
  }
}
