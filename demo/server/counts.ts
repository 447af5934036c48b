// What arrived over one link: the truth that the page's own counters are compared with.

/** What a page asks for. */
export type Kind = 'tiles' | 'places' | 'gallery';

/** One kind's sums. */
export interface Tally {
  /** Requests that arrived. */
  requests: number;
  /** Of how many different URLs. */
  distinct: number;
  /** Arrived and neither answered nor given up. */
  open: number;
  /** Answered to the last byte. */
  answered: number;
  /** Given up by the page before the last byte. */
  abandoned: number;
  /** Bytes of bodies handed to the connection. */
  bytes: number;
}

export type Sums = Readonly<Record<Kind, Tally>>;

const nothing = (): Tally => ({ requests: 0, distinct: 0, open: 0, answered: 0, abandoned: 0, bytes: 0 });

export class Counts {
  readonly sums: Sums = { tiles: nothing(), places: nothing(), gallery: nothing() };
  /** How often each path was asked for. */
  readonly #hits = new Map<string, number>();

  get hits(): { readonly [path: string]: number } {
    return Object.fromEntries(this.#hits);
  }

  arrive(kind: Kind, path: string): void {
    const before = this.#hits.get(path) ?? 0;
    this.#hits.set(path, before + 1);
    const tally = this.sums[kind];
    if (before === 0) tally.distinct++;
    tally.requests++;
    tally.open++;
  }

  depart(kind: Kind, how: 'answered' | 'abandoned'): void {
    this.sums[kind].open--;
    this.sums[kind][how]++;
  }

  send(kind: Kind, bytes: number): void {
    this.sums[kind].bytes += bytes;
  }
}
