import type { Browser } from 'playwright';

/** What came of one contender: the figures are in the benchmark's unit. */
export interface Row {
  /** What was done, where a benchmark does several things: rows of one group are compared with each other. */
  readonly group?: string;
  readonly contender: string;
  readonly median: number;
  /** Half of what lies between the quartiles: half of the samples are about that near to the median. */
  readonly spread: number;
  /** The median over that of the group's floor: what could not be faster. */
  readonly ratio: number;
  /** Other figures, by name: each is a column. */
  readonly notes?: Readonly<Record<string, number | string>>;
}

/** What a benchmark is given to run with. */
export interface Context {
  /** A minute for everything: fewer rounds, the same work. */
  readonly quick: boolean;
  /** The Chromium, started when first asked for and closed when all is over. */
  browser(): Promise<Browser>;
  /** Says how far it has come. */
  progress(text: string): void;
}

/** A module in this folder, entered in `registry.ts`. */
export interface Benchmark {
  readonly name: string;
  readonly title: string;
  /** The unit of `median` and `spread`. */
  readonly unit: string;
  /** It runs packages of `package.json`, which are installed before. */
  readonly peers?: boolean;
  run(context: Context): Promise<readonly Row[]>;
}
