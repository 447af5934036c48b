// The runs of all tests that were kept, as a section of docs/reliability.md.

import type { Measured } from '../reliability.ts';

/** One run of all tests. */
export interface Run {
  /** The last commit that had changed `src/`. */
  readonly at: string;
  /** How many programs beside it used a core each. */
  readonly hogs: number;
  readonly minutes: number;
  /** The number of tests that passed. */
  readonly passed: number;
  /** The tests that failed, each with its file. */
  readonly failed: readonly string[];
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

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
    (sum(its.map(({ minutes }) => minutes)) / its.length).toFixed(1),
  ]);
  return {
    order: 15,
    title: 'Repeated runs',
    command: 'npm run test:stability',
    with: machine,
    summary: `${green} of ${runs.length} runs of all tests of \`npm test\` had no failure. No failed test is tried again.`,
    head: ['Commit', 'Beside it', 'Runs', 'With a failure', 'Tests', 'Minutes'],
    rows,
    notes: [...new Set(runs.flatMap(({ at, failed }) => failed.map((name) => `Failed at ${at}: ${name}.`)))],
  };
}
