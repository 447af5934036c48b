// One line that all answers of a link share. Bytes pass in the order in which they queue up for it, a chunk at a
// time, so that answers under way at one time share its speed evenly.

import { sleep } from './sleep.ts';

const smallest = 1024;
const largest = 64 * 1024;

export class Wire {
  /** Bytes a second; 0 is no limit. */
  speed = 0;
  /** When everything that was let through so far has passed; never runs backwards. */
  #free = 0;

  /** How much to send at once: about a sixteenth of a second's worth. */
  get chunk(): number {
    return this.speed ? Math.max(smallest, Math.min(largest, Math.round(this.speed / 16))) : largest;
  }

  /** Resolves when so many bytes have passed. */
  async pass(bytes: number, signal: AbortSignal): Promise<void> {
    if (!this.speed) return;
    const now = performance.now();
    this.#free = Math.max(this.#free, now) + (bytes / this.speed) * 1000;
    const wait = this.#free - now;
    if (wait >= 1) await sleep(wait, signal);
  }
}
