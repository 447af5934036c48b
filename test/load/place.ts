// Where the load runs: a process of Node, or tabs of a Chromium.

import type { Crowd, Round } from './mix.ts';

/** Bytes in use. */
export interface Memory {
  /** After a collection: the heap, and the buffers outside of it. */
  readonly heap: number;
  /** Of the whole process, as the system counts it. Undefined where it cannot be told. */
  readonly resident: number | undefined;
}

/** Where a load goes, and how. */
export interface Opening {
  readonly origin: string;
  /** What the mixture is made of. */
  readonly seed: number;
  /** True when the mixture calls the platform's own `fetch`, to compare with. */
  readonly isNative: boolean;
}

/** What came of many calls at once. `network`: the browser's own errors, and how many requests failed so. */
export type Crowded = Crowd & { readonly network?: Readonly<Record<string, number>> };

export interface Place {
  readonly name: string;
  readonly version: string;
  /** Plays the mixture in every tab. */
  round(milliseconds: number, count: number): Promise<Round>;
  /** Makes calls for so many URLs at once: two callers each that share, or one each natively. */
  crowd(count: number, how?: 'native'): Promise<Crowded>;
  /** Lets so many callers share the body of that URL. Calls `open` when all have asked. Returns the bytes of each. */
  share(readers: number, url: string, open: () => Promise<void>): Promise<readonly number[]>;
  memory(): Promise<Memory>;
  /** Counts the flights in flight, in the pages and in the worker. */
  inFlight(): Promise<number>;
  problems(): Promise<readonly string[]>;
  close(): Promise<void>;
}
