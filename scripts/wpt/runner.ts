import type { PageResult } from './compare.ts';

/** An engine that runs tests, each in a page or a process of its own. */
export interface Runner {
  /** Returns the results of the test at this address; undefined when it never ends. */
  resultOf(address: string): Promise<PageResult | undefined>;
  close(): Promise<void>;
}

/** A test that is not through then never will be: testharness.js gives itself 60 s at most. */
export const mostMilliseconds = 75_000;
