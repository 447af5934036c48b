import type { Browser } from 'playwright';

/** What came of one contender. */
export interface Row {
  /** What was done, where a benchmark does several things: rows of one group are compared with each other. */
  readonly group?: string;
  /** The unit of this group's figures, where it is not the benchmark's. */
  readonly unit?: string;
  readonly contender: string;
  /** Left out, as the two below, where it cannot be measured: the notes say why. */
  readonly median?: number;
  /** Half of what lies between the quartiles: half of the samples are about that near to the median. */
  readonly spread?: number;
  /** The median over that of the group's floor: what could not be faster. */
  readonly ratio?: number;
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

/** A picture of what was measured, as a Vega-Lite specification. */
export interface Plot {
  /** Its file is `docs/plots/<name>.svg`. */
  readonly name: string;
  /** What it shows, for those who cannot see it. */
  readonly alt: string;
  readonly spec: object;
}

/** A module in this folder, entered in `registry.ts`. */
export interface Benchmark {
  readonly name: string;
  readonly title: string;
  /** What is done and what to make of it, as Markdown: it stands above the tables. */
  readonly about?: string;
  /** The unit of `median` and `spread`. */
  readonly unit: string;
  /** It runs packages of `package.json`, which are installed before. */
  readonly peers?: boolean;
  /** How many times worse than the committed one a ratio of coflight's may be. Default 1.5. */
  readonly tolerance?: number;
  run(context: Context): Promise<readonly Row[]>;
  plots?(rows: readonly Row[]): readonly Plot[];
}
