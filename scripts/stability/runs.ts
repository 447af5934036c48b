// The runs of all tests that were kept, as a section of docs/reliability.md.

import type { Measured } from '../reliability.ts';

/** One run of all tests. */
export interface Run {
  /** The last commit that had changed `src/`. */
  readonly at: string;
  /** How many programs beside it used a core each. */
  readonly hogs: number;
  /** The work of the last 15 minutes that waited for each processor or was under way there. Former runs have none. */
  readonly load?: number;
  readonly minutes: number;
  /** The number of tests that passed. */
  readonly passed: number;
  /** The tests that failed, each with its file. */
  readonly failed: readonly string[];
}

const mean = (numbers: readonly number[]): string =>
  numbers.length ? (numbers.reduce((total, one) => total + one, 0) / numbers.length).toFixed(1) : '–';

const beside = (hogs: number) => ['nothing', 'a busy program'][hogs] ?? `${hogs} busy programs`;

/** Sums up the runs of each commit, with and without other programs beside them. */
export function sectionOf(runs: readonly Run[], machine: string): Measured {
  const kinds = Map.groupBy(runs, ({ at, hogs }) => `${at} ${hogs}`);
  const green = runs.filter(({ failed }) => !failed.length).length;
  const rows = [...kinds.values()].map((its) => [
    its[0]?.at ?? '',
    beside(its[0]?.hogs ?? 0),
    `${its.length}`,
    `${its.filter(({ failed }) => failed.length).length}`,
    `${Math.max(...its.map(({ passed }) => passed))}`,
    mean(its.flatMap(({ load = [] }) => load)),
    mean(its.map(({ minutes }) => minutes)),
  ]);
  return {
    order: 15,
    title: 'Repeated runs',
    command: 'npm run test:stability',
    with: machine,
    summary: `${green} of ${runs.length} runs of all tests of \`npm test\` had no failure. No failed test is tried again.`,
    head: ['Commit', 'Beside it', 'Runs', 'With a failure', 'Tests', 'Load', 'Minutes'],
    rows,
    notes: [
      'Load: the work that waited for each processor or was under way there, in the 15 minutes before the end of the run.',
      ...new Set(runs.flatMap(({ at, failed }) => failed.map((name) => `Failed at ${at}: ${name}.`))),
    ],
  };
}
