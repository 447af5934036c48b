// The browser's timeline of resources, for tests of the worker in Node.

import { vi } from 'vitest';

interface Resource {
  readonly name: string;
  readonly startTime: number;
}

/** Lists requests in the timeline. */
export let list: (entries: readonly Resource[]) => void;

vi.stubGlobal(
  'PerformanceObserver',
  class {
    constructor(hear: (list: { getEntries: () => readonly Resource[] }) => void) {
      list = (entries) => hear({ getEntries: () => entries });
    }
    observe() {}
  },
);
