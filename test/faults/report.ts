import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commitOfSource, commitRow, keep } from '../../scripts/reliability.ts';
import { known, knownLeft } from './known.ts';
import { hangs } from './play.ts';
import type { Comparison, Result } from './trial.ts';

/** The results of one environment. */
export interface Kept {
  readonly name: string;
  /** The browser or Node, with its version. */
  readonly version: string;
  readonly its: readonly KeptResult[];
}

/** `at`: the last commit that had changed `src/`. */
type KeptResult = Result & { readonly at: string };

const folder = new URL('../../build/faults/', import.meta.url);

const fileOf = (name: string): URL => new URL(`${name.replaceAll(/\W+/g, '-')}.json`, folder);

/** Keeps the result of one trial, instead of the one before. */
export function keepTrial(name: string, version: string, result: Result): void {
  mkdirSync(folder, { recursive: true });
  const others = readKept()
    .filter((one) => one.name === name)
    .flatMap(({ its }) => its)
    .filter(({ fault }) => fault !== result.fault);
  writeFileSync(
    fileOf(name),
    JSON.stringify({ name, version, its: [...others, { ...result, at: commitOfSource() }] }),
  );
}

/** Returns the last result of each fault in each environment. */
export const readKept = (): Kept[] =>
  globSync('*.json', { cwd: fileURLToPath(folder) })
    .toSorted()
    .map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')));

const isWell = ({ comparisons, problems, isLeftKnown }: Result): boolean =>
  (!problems.length || isLeftKnown === true) && comparisons.every(({ as }) => as !== 'different');

const count = ({ comparisons }: Result, as: Comparison['as']): number =>
  comparisons.filter((one) => one.as === as).length;

/** The text of a cell: how many callers are as native, and what is known of the others. */
function cell(result: Result | undefined): string {
  if (!result) return '–';
  const [same, worded, noted] = [count(result, 'same'), count(result, 'message'), count(result, 'known')];
  const differences = [worded && `${worded} another message`, noted && `${noted} see below`];
  const different = count(result, 'different');
  const left = result.isLeftKnown ? ['something is left, see below'] : result.problems;
  return [`${same} same`, ...differences, different && `${different} DIFFERENT`, ...left]
    .filter(Boolean)
    .join(', ');
}

/** The commits of a result: a run that was continued later may have seen another commit. */
const commitsOf = ({ its }: Kept): string => [...new Set(its.map(({ at }) => at))].join(', ');

/** Writes the results of these faults, when they are of whole runs. Returns the exit code. */
export function report(kept: readonly Kept[], names: readonly string[], isWhole: boolean): number {
  const all = kept.flatMap(({ its }) => its);
  const faults = names.filter((name) => all.some(({ fault }) => fault === name));
  const sum = (as: Comparison['as']) => all.reduce((sum, result) => sum + count(result, as), 0);
  const [same, worded, noted, different] = [sum('same'), sum('message'), sum('known'), sum('different')];
  const bad = all.filter((result) => !isWell(result)).length;
  const settled = all.filter(({ comparisons }) => comparisons.every(({ shared }) => shared.error !== hangs));
  const summary = [
    `The trials tried ${faults.length} faults in ${kept.length} environments.`,
    `They compared ${same + worded + noted + different} callers with an unshared native call.`,
    `${same} callers had the same outcome. ${worded} got an error of the same class with another message.`,
    `${noted} differ in a way that the notes name, and ${different} in another way.`,
    `In ${settled.length} of ${all.length} trials all callers settled.`,
    `These trials left no flight, connection or unhandled rejection that the notes do not name.`,
  ].join(' ');
  console.log(summary);
  if (isWhole)
    keep('faults', {
      order: 10,
      title: 'Faults',
      command: 'npm run test:faults',
      with: [...new Set(kept.map(({ version }) => version))].join(', '),
      summary,
      head: ['fault', ...kept.map(({ name }) => name)],
      rows: [
        [commitRow, ...kept.map(commitsOf)],
        ...faults.map((fault) => [
          fault,
          ...kept.map(({ its }) => cell(its.find((one) => one.fault === fault))),
        ]),
      ],
      notes: [
        'An error of the same class has another message when a whole reader gets the error of the stream that all callers share.',
        ...[...known, ...knownLeft].map(({ note }) => note),
        'Offline and frozen: Chromium lets a request that is under way go on, natively, too. No caller of these trials began while the browser was offline.',
        'Some tests act on the browser itself, in Chromium alone. `test/e2e/service-worker.discard.test.ts` discards tabs, and `test/e2e/service-worker.writes.test.ts` stops the worker between a write and its end.',
      ],
    });
  return bad ? 1 : 0;
}
