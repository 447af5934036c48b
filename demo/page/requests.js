// Where the maps' requests go: straight to the browser's fetch, or through the one that shares flights.

import { createFetch } from 'coflight';
import { kindOf } from './ledger.js';

/** @import { Ledger } from './ledger.js' */
/** @typedef {'off' | 'page' | 'worker'} Mode */

export class Requests {
  /** @type {Mode} */
  mode = 'page';
  /** The one wrapped fetch of this page. */
  fetch = createFetch();
  #ledger;

  constructor(/** @type {Ledger} */ ledger) {
    this.#ledger = ledger;
    this.fetch.addEventListener('launch', ({ detail }) => ledger.note(kindOf(detail.url), 'sent'));
    this.fetch.addEventListener('bypass', ({ detail }) => ledger.note(kindOf(detail.url), 'sent'));
    this.fetch.addEventListener('join', ({ detail }) => ledger.note(kindOf(detail.url), 'joined'));
  }

  /**
   * Asks for something over the link and reads it.
   *
   * @template Value
   * @param {string} url
   * @param {AbortSignal} signal
   * @param {(response: Response) => Promise<Value>} read
   * @returns {Promise<Value>}
   */
  get(url, signal, read) {
    return this.#ledger.during(async () => {
      this.#ledger.note(kindOf(url), 'asked');
      const response = await this.#send(url, signal);
      if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
      return read(response);
    });
  }

  #send(/** @type {string} */ url, /** @type {AbortSignal} */ signal) {
    if (this.mode === 'page') return this.fetch(url, { signal });
    this.#ledger.note(kindOf(url), 'sent');
    return fetch(url, { signal });
  }
}
