// What several tests use one after another: a page of a browser costs as much as a few tests. A test that fails may leave
// it with requests that never end, so the test after it gets a new one.

import { beforeEach } from 'vitest';

export interface Kept<Thing> {
  readonly now: Thing;
  /** The next test gets a new one. */
  renew(): void;
}

/** Opens something before the first test, and anew after a test that has failed or has called `renew()`. */
export function kept<Thing>(
  open: () => Promise<Thing>,
  close: (old: Thing) => Promise<unknown>,
): Kept<Thing> {
  let current: Thing | undefined;
  let isGood = false;
  const renew = (): void => {
    isGood = false;
  };
  beforeEach(async ({ onTestFailed }) => {
    onTestFailed(renew);
    if (isGood) return;
    if (current) await close(current);
    current = await open();
    isGood = true;
  });
  return {
    get now() {
      if (!current) throw new Error('Nothing is open before the first test.');
      return current;
    },
    renew,
  };
}
