// What the page asked for, and what became of it, by kind: the page's half of the numbers.

/** @import { Kind } from '../server/counts.ts' */
/** @typedef {'asked' | 'joined' | 'sent'} Entry */
/** @typedef {Record<Entry, number>} Sums */

/** @type {readonly Kind[]} */
export const kinds = ['tiles', 'places', 'gallery'];

/** What a URL of a link asks for. */
export function kindOf(/** @type {string} */ url) {
  const [, , , kind] = new URL(url, location.href).pathname.split('/');
  return /** @type {Kind} */ (kind);
}

const nothing = () => ({ asked: 0, joined: 0, sent: 0 });

/**
 * Fires `change` after each entry; `settled` when nothing has been under way for a moment, with how many
 * milliseconds it took from the first request until the last answer.
 */
export class Ledger extends EventTarget {
  /** @type {Record<Kind, Sums>} */
  sums = { tiles: nothing(), places: nothing(), gallery: nothing() };
  /** Begun and not ended. */
  #open = 0;
  #begun = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** Something was asked for and is not there yet. */
  get busy() {
    return this.#open > 0 || this.#timer !== undefined;
  }

  /** Enters one. */
  note(/** @type {Kind} */ kind, /** @type {Entry} */ entry) {
    this.sums[kind][entry]++;
    this.dispatchEvent(new Event('change'));
  }

  /** Starts again from nothing. */
  clear() {
    this.sums = { tiles: nothing(), places: nothing(), gallery: nothing() };
    this.dispatchEvent(new Event('change'));
  }

  /**
   * Follows a request of the maps to its end, whatever end that is.
   *
   * @template Value
   * @param {() => Promise<Value>} work
   * @returns {Promise<Value>}
   */
  async during(work) {
    if (!this.busy) this.#begun = performance.now();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#open++;
    this.dispatchEvent(new Event('change'));
    try {
      return await work();
    } finally {
      if (--this.#open === 0) this.#settleSoon();
    }
  }

  /** A map that was told to move asks within a frame or two: what follows so soon belongs to the same view. */
  #settleSoon() {
    const took = performance.now() - this.#begun;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.dispatchEvent(new CustomEvent('settled', { detail: took }));
    }, 120);
  }
}
