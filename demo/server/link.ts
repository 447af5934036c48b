// A link between one page (or several that share its name) and this server: its settings, its wire, its counts.
// It knows no server: the static copy of the demo runs the same link in a service worker.

import { Counts, type Entry, type Kind, type Sums } from './counts.ts';
import { changed, defaults, type Settings } from './settings.ts';
import { sleep } from './sleep.ts';
import { Wire } from './wire.ts';

/** The content of an answer. */
export interface Answer {
  readonly type: string;
  readonly body: Uint8Array;
}

/** Where an answer goes: a response of a server, or of a service worker. */
export interface Sink {
  /** Aborts when the caller has left. */
  readonly signal: AbortSignal;
  head(headers: Readonly<Record<string, string>>): void;
  /** Resolves when there is room for more. */
  write(piece: Uint8Array): Promise<void>;
  end(): void;
}

/** A request over a link. */
export interface Query {
  readonly kind: Kind;
  /** Under the link, with its query. */
  readonly path: string;
  /** Makes the answer. The signal aborts when the caller has left. */
  make(signal: AbortSignal): Promise<Answer>;
}

/** The report that a page gets when it asks. */
export interface Report {
  readonly settings: Settings;
  readonly sums: Sums;
  /**
   * Names this count: entries of different runs have nothing to do with each other. A new server has new names. A
   * request may name its run by `?run=`.
   */
  readonly run: string;
  readonly log: readonly Entry[];
}

const newRun = () => crypto.randomUUID().slice(0, 8);

export class Link {
  #settings: Settings = defaults;
  #counts = new Counts();
  #run: string = newRun();
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
    this.#run = newRun();
    return this.report();
  }

  /** Answers one request as slowly as the settings say. Rejects when the caller has left. */
  async answer({ kind, path, make }: Query, sink: Sink): Promise<void> {
    const counts = this.#countsFor(path);
    const entry = counts.arrive(kind, path);
    const { signal } = sink;
    const leave = () => counts.depart(entry, 'aborted');
    signal.addEventListener('abort', leave, { once: true });
    const [{ type, body }] = await Promise.all([make(signal), this.#delay(signal)]);
    const { cacheControl } = this.#settings;
    const headers = { 'content-type': type, 'content-length': String(body.length) };
    sink.head(cacheControl ? { ...headers, 'cache-control': cacheControl } : headers);
    counts.head(entry);
    for await (const bytes of this.#pieces(body, sink)) counts.send(entry, bytes);
    signal.removeEventListener('abort', leave);
    counts.depart(entry, 'answered');
    sink.end();
  }

  /** A request of an earlier run that arrives only now does not count in this one. */
  #countsFor(path: string): Counts {
    const run = new URLSearchParams(path.replace(/^[^?]*/, '')).get('run');
    return run && run !== this.#run ? new Counts() : this.#counts;
  }

  async #delay(signal: AbortSignal): Promise<void> {
    await sleep(this.#settings.latency, signal);
    if (!this.#settings.hold) return;
    const left = Promise.withResolvers<never>();
    const leave = () => left.reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    await Promise.race([this.#gate.promise, left.promise]);
    signal.removeEventListener('abort', leave);
  }

  /** Sends the body piece by piece; yields the length of each that has gone out. */
  async *#pieces(body: Uint8Array, sink: Sink): AsyncGenerator<number> {
    for (let at = 0; at < body.length; ) {
      const piece = body.subarray(at, at + this.#wire.chunk);
      await this.#wire.pass(piece.length, sink.signal);
      at += piece.length;
      yield piece.length;
      await sink.write(piece);
    }
  }
}
