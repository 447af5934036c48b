import type { Browser } from 'playwright';

/** The figures of one contender. */
export interface Row {
  /** The task, when a benchmark has several. Rows of one group are compared with each other. */
  readonly group?: string;
  /** The unit of this group's figures, when it is not that of the benchmark. */
  readonly unit?: string;
  readonly contender: string;
  /** Missing, as the two members below, when it cannot be measured. The notes say why. */
  readonly median?: number;
  /** Half of the distance between the quartiles. */
  readonly spread?: number;
  /** The median over that of the group's floor, which nothing could beat. */
  readonly ratio?: number;
  /** Other figures by name. Each is a column. */
  readonly notes?: Readonly<Record<string, number | string>>;
}

/** The tools that a benchmark runs with. */
export interface Context {
  /** True for fewer rounds of the same work, so that the benchmark takes less than a minute. */
  readonly quick: boolean;
  /** Returns the Chromium of this run, which is started at the first call. */
  browser(): Promise<Browser>;
  /** Prints the progress. */
  progress(text: string): void;
}

/** A plot of the results, as a Vega-Lite specification. */
export interface Plot {
  /** Its file is `docs/plots/<name>.svg`. */
  readonly name: string;
  /** The plot in words, for readers that cannot see it. */
  readonly alt: string;
  readonly spec: object;
}

/** A module in this folder, entered in `registry.ts`. */
export interface Benchmark {
  readonly name: string;
  readonly title: string;
  /** The task and how to read its figures, as Markdown. It is printed above the tables. */
  readonly about?: string;
  /** The unit of `median` and `spread`. */
  readonly unit: string;
  /** True when it runs packages of `package.json`, which are installed before. */
  readonly peers?: boolean;
  /** How many times the committed ratio a ratio of coflight may be. Default 1.5. */
  readonly tolerance?: number;
  run(context: Context): Promise<readonly Row[]>;
  plots?(rows: readonly Row[]): readonly Plot[];
}
