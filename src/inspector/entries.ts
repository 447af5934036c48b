// The rows that are kept: a bounded list, in which each is found by its kind and number.

import { type Entry, type EntryKind, savedBytes } from './entry.ts';

/** How many rows are kept. */
export const mostEntries = 5_000;

export class Entries {
  /** In the order of their start. At most `mostEntries` and a tenth. */
  readonly entries: Entry[] = [];
  /** The entries by kind and number, without those that have been forgotten. */
  readonly #byId = new Map<string, Entry>();
  /** Saved by rows that are no longer kept. */
  #savedBefore = 0;

  /** Bytes that did not come over the network a second time. */
  get savedBytes(): number {
    return this.entries.reduce((sum, entry) => sum + savedBytes(entry), this.#savedBefore);
  }

  find(kind: EntryKind, id: number): Entry | undefined {
    return this.#byId.get(`${kind} ${id}`);
  }

  /** Keeps the row, and no longer finds it. */
  forget(kind: EntryKind, id: number): void {
    this.#byId.delete(`${kind} ${id}`);
  }

  add(entry: Entry): void {
    this.entries.push(entry);
    this.#byId.set(`${entry.kind} ${entry.id}`, entry);
    if (this.entries.length <= mostEntries * 1.1) return;
    for (const oldest of this.entries.splice(0, mostEntries / 10)) {
      const { kind, id } = oldest;
      if (this.find(kind, id) === oldest) this.forget(kind, id);
      this.#savedBefore += savedBytes(oldest);
    }
  }

  /** No longer finds the calls so far: another wrapped fetch uses their numbers again. */
  forgetCalls(): void {
    for (const [name, { kind }] of this.#byId) if (kind !== 'image') this.#byId.delete(name);
  }

  /** Forgets all rows but those that are `kept`. */
  clear(kept: (entry: Entry) => boolean): void {
    const rest = this.entries.filter(kept);
    this.entries.length = 0;
    this.#byId.clear();
    this.#savedBefore = 0;
    for (const entry of rest) this.add(entry);
  }
}
