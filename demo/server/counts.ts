// Counts the requests that arrive over one link. The page's own counters are compared with these.

/** What a page asks for. */
export type Kind = 'tiles' | 'json' | 'gallery';

/** One kind's sums. */
export interface Tally {
  /** Requests that arrived. */
  requests: number;
  /** Of how many different URLs. */
  distinct: number;
  /** Arrived, and neither answered nor aborted. */
  open: number;
  /** Answered to the last byte. */
  answered: number;
  /** Aborted by the page before the last byte. */
  aborted: number;
  /** Bytes of bodies handed to the connection. */
  bytes: number;
}

export type Sums = Readonly<Record<Kind, Tally>>;

/** One request, as the server saw it. Times are milliseconds since 1970, with fractions: a page can place them. */
export interface Entry {
  readonly id: number;
  readonly kind: Kind;
  /** With its query. */
  readonly path: string;
  readonly arrived: number;
  /** When the head of the answer went out. */
  headed?: number;
  /** When it was over. */
  ended?: number;
  outcome?: 'answered' | 'aborted';
  bytes: number;
}

/** Entries that are remembered; the sums go on. */
const longest = 5000;
/** Paths whose requests are counted; the one that was asked for first is forgotten first. */
const mostPaths = 50_000;

const nothing = (): Tally => ({ requests: 0, distinct: 0, open: 0, answered: 0, aborted: 0, bytes: 0 });
const now = () => performance.timeOrigin + performance.now();

export class Counts {
  readonly sums: Sums = { tiles: nothing(), json: nothing(), gallery: nothing() };
  /** How often each path was asked for, with any query. */
  readonly #hits = new Map<string, number>();
  /** The newest requests, in the order of arrival. */
  readonly #log: Entry[] = [];
  #last = 0;

  get hits(): { readonly [path: string]: number } {
    return Object.fromEntries(this.#hits);
  }

  /** The requests from that number on. */
  logFrom(id: number): readonly Entry[] {
    return this.#log.filter((entry) => entry.id >= id);
  }

  arrive(kind: Kind, path: string): Entry {
    const [bare = ''] = path.split('?');
    const before = this.#hits.get(bare) ?? 0;
    this.#hits.set(bare, before + 1);
    const [eldest] = this.#hits.keys();
    if (this.#hits.size > mostPaths && eldest !== undefined) this.#hits.delete(eldest);
    const tally = this.sums[kind];
    if (before === 0) tally.distinct++;
    tally.requests++;
    tally.open++;
    const entry: Entry = { id: ++this.#last, kind, path, arrived: now(), bytes: 0 };
    this.#log.push(entry);
    if (this.#log.length > longest) this.#log.shift();
    return entry;
  }

  head(entry: Entry): void {
    entry.headed = now();
  }

  send(entry: Entry, bytes: number): void {
    entry.bytes += bytes;
    this.sums[entry.kind].bytes += bytes;
  }

  /** Records the end of a request. A second end is ignored. */
  depart(entry: Entry, outcome: 'answered' | 'aborted'): void {
    if (entry.ended) return;
    entry.ended = now();
    entry.outcome = outcome;
    this.sums[entry.kind].open--;
    this.sums[entry.kind][outcome]++;
  }
}
