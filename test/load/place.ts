// Where the load runs: a process of Node, or tabs of a Chromium.

import type { Crowd, Round } from './mix.ts';

/** Bytes in use. */
export interface Memory {
  /** After a collection: the heap, and the buffers outside of it. */
  readonly heap: number;
  /** Of the whole process, as the system counts it. Undefined where it cannot be told. */
  readonly resident: number | undefined;
}

export interface Place {
  readonly name: string;
  readonly version: string;
  /** Plays the mixture in every tab. */
  round(milliseconds: number, count: number): Promise<Round>;
  /** Makes calls for so many URLs at once: two callers each that share, or one each natively. */
  crowd(count: number, how?: 'native'): Promise<Crowd>;
  /** Lets so many callers share one body of that size. Returns how many bytes each has read. */
  share(readers: number, bytes: number): Promise<readonly number[]>;
  memory(): Promise<Memory>;
  /** Counts the flights in flight, in the pages and in the worker. */
  inFlight(): Promise<number>;
  problems(): Promise<readonly string[]>;
  close(): Promise<void>;
}
