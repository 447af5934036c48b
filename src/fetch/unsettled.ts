import { withoutFragment } from '../http/url.ts';

/** What is kept: one flight. */
export interface Launched {
  readonly record: { readonly id: number; readonly url: string };
}

/**
 * Exactly the flights that have not settled. They are kept by URL, because thousands may be in flight, and each launch
 * looks for those of its own URL.
 */
export class Unsettled<One extends Launched> {
  /** Holds no empty set. */
  readonly #byUrl = new Map<string, Set<One>>();

  /** Returns the flights for the URL of this one, in the order of their launches. */
  like({ record }: One): Set<One> {
    return this.#byUrl.get(withoutFragment(record.url)) ?? new Set();
  }

  add(one: One): void {
    this.#byUrl.set(withoutFragment(one.record.url), this.like(one).add(one));
  }

  /** Returns false for a flight that has settled before. */
  delete(one: One): boolean {
    const like = this.like(one);
    const isKept = like.delete(one);
    if (!like.size) this.#byUrl.delete(withoutFragment(one.record.url));
    return isKept;
  }

  /** Returns all, in the order of their launches. */
  all(): One[] {
    return [...this.#byUrl.values()].flatMap((like) => [...like]).sort((a, b) => a.record.id - b.record.id);
  }
}
