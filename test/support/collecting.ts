// Lets a test run the garbage collector. Needs --expose-gc.

import { setImmediate } from 'node:timers/promises';
import { expect } from 'vitest';

export const gc = (): void => (globalThis.gc as () => void)();

/** Turns of the event loop, with collections, until something holds. */
export async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 50 && !holds(); turn++) {
    // The target of a WeakRef that was read is kept until the turn ends.
    await setImmediate();
    gc();
    await setImmediate();
  }
  expect(holds()).toBe(true);
}

/** Bytes in use, once collecting no longer helps: heap, and the buffers outside of it. */
export async function used(): Promise<number> {
  let [least, idle] = [Number.POSITIVE_INFINITY, 0];
  while (idle < 5) {
    gc();
    await setImmediate();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    idle = heapUsed + arrayBuffers < least ? 0 : idle + 1;
    least = Math.min(least, heapUsed + arrayBuffers);
  }
  return least;
}
