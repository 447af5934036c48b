// Where every request of a panel went. Each ask has exactly one fate, so that the parts always add up to the whole:
// asked = sent + shared + aborted + failed + waiting.

import type { Entry, Kind } from '../../server/counts.ts';
import type { Ask } from './flight.ts';

/** Parts of what was asked for. */
export interface Sums {
  asked: number;
  /** Requests that reached the server. */
  sent: number;
  /** Answered without a request: by that of another, or from the browser's cache. */
  shared: number;
  /** Aborted before there was a request. */
  aborted: number;
  failed: number;
  /** For an answer, or for a free connection. */
  waiting: number;
}

type Outcomes = Record<'done' | 'aborted' | 'failed' | 'waiting', number>;

/** The number of asks of a tab for each resource, by how they ended, in the order of `outcomes`. */
export type Snapshot = Readonly<Record<string, readonly [kind: Kind, ...counts: number[]]>>;

const outcomes = ['done', 'aborted', 'failed', 'waiting'] as const;

/** Whose request it was, in the order of likelihood, by what the server says of it. */
const likely = {
  answered: ['done', 'waiting', 'failed', 'aborted'],
  aborted: ['aborted', 'waiting', 'failed', 'done'],
  open: ['waiting', 'done', 'aborted', 'failed'],
} as const;

export const nothing = (): Sums => ({ asked: 0, sent: 0, shared: 0, aborted: 0, failed: 0, waiting: 0 });

/** What is known of one resource. */
interface Page {
  readonly kind: Kind;
  readonly asks: Ask[];
  /** By the server's number. */
  readonly entries: Map<number, Entry>;
}

export class Ledger {
  /**
   * An ask that ended later than this still counts as waiting: the server has not been asked yet whether it has
   * answered.
   */
  horizon = 0;
  /** By what is asked for, as the server names it. */
  readonly #pages = new Map<string, Page>();

  ask(path: string, ask: Ask): void {
    this.#pageOf(path, ask.kind).asks.push(ask);
  }

  /** What the server says of a request; the newest counts. */
  enter(entry: Entry): void {
    this.#pageOf(entry.path, entry.kind).entries.set(entry.id, entry);
  }

  clear(): void {
    this.#pages.clear();
  }

  /** The asks that have not ended. */
  waiting(): Ask[] {
    return [...this.#pages.values()].flatMap(({ asks }) => asks.filter(({ outcome }) => !outcome));
  }

  snapshot(): Snapshot {
    const rows = [...this.#pages].map(([path, { kind, asks }]) => {
      const counts = this.#countOf(asks);
      return [path, [kind, ...outcomes.map((outcome) => counts[outcome])]] as const;
    });
    return Object.fromEntries(rows);
  }

  /** The sums of one resource, or of a kind; those of other tabs included. */
  sums(of: { readonly path: string } | { readonly kind: Kind }, others: readonly Snapshot[] = []): Sums {
    const total = nothing();
    for (const [path, page] of this.#pages) {
      if ('kind' in of ? page.kind !== of.kind : path !== of.path) continue;
      const counts = this.#countOf(page.asks);
      for (const other of others)
        outcomes.forEach((outcome, index) => {
          counts[outcome] += Number(other[path]?.[index + 1] ?? 0);
        });
      add(total, settle(counts, [...page.entries.values()]));
    }
    return total;
  }

  #countOf(asks: readonly Ask[]): Outcomes {
    const counts = { done: 0, aborted: 0, failed: 0, waiting: 0 };
    for (const { outcome = 'waiting', ended = 0 } of asks)
      counts[ended > this.horizon ? 'waiting' : outcome]++;
    return counts;
  }

  #pageOf(path: string, kind: Kind): Page {
    let page = this.#pages.get(path);
    if (!page) this.#pages.set(path, (page = { kind, asks: [], entries: new Map() }));
    return page;
  }
}

/** Assigns each request of the server to one ask. A request without a known ask counts as an ask, too. */
function settle(counts: Outcomes, entries: readonly Entry[]): Sums {
  const left = { ...counts };
  let unknown = 0;
  for (const { outcome, headed } of entries) {
    const whose = likely[outcome ?? (headed ? 'answered' : 'open')].find((one) => left[one] > 0);
    if (whose) left[whose]--;
    else unknown++;
  }
  const asked = unknown + outcomes.reduce((sum, outcome) => sum + counts[outcome], 0);
  const { done: shared, ...rest } = left;
  return { asked, sent: entries.length, shared, ...rest };
}

function add(total: Sums, part: Sums): void {
  for (const name of Object.keys(total) as (keyof Sums)[]) total[name] += part[name];
}
