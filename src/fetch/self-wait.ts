/** Notices that calls wait for themselves: two flights of one key, one after the other, whose headers do not come. */
export class SelfWait {
  /** The key of the last flight whose headers did not come in time. */
  #key: string | undefined;

  /** Takes note of a flight whose headers did not come in time. Throws a `TypeError` at the second one of its key. */
  note(key: string): void {
    if (key === this.#key) throw new TypeError(waitsForItself);
    this.#key = key;
  }
}

const waitsForItself =
  'This fetch waits for itself: a wrapper on top of it drops the init. Give `createFetch` the option `fetch`.';
