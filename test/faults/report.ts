import { keep } from '../../scripts/reliability.ts';
import { known } from './known.ts';
import type { Comparison, Result } from './trial.ts';

/** Results by fault, and by environment. */
export type Results = ReadonlyMap<string, ReadonlyMap<string, Result>>;

const isWell = ({ comparisons, problems }: Result): boolean =>
  !problems.length && comparisons.every(({ as }) => as !== 'different');

const count = ({ comparisons }: Result, as: Comparison['as']): number =>
  comparisons.filter((one) => one.as === as).length;

/** What a table says: how many callers are as native, and what is known of the others. */
function cell(result: Result | undefined): string {
  if (!result) return '–';
  const [same, worded, noted] = [count(result, 'same'), count(result, 'message'), count(result, 'known')];
  const differences = [worded && `${worded} another message`, noted && `${noted} see below`];
  const different = count(result, 'different');
  return [`${same} same`, ...differences, different && `${different} DIFFERENT`, ...result.problems]
    .filter(Boolean)
    .join(', ');
}

/** Writes the results when they are complete. Returns the exit code. */
export function report(results: Results, versions: readonly string[], isComplete: boolean): number {
  const all = [...results.values()].flatMap((row) => [...row.values()]);
  const environments = [...new Set([...results.values()].flatMap((row) => [...row.keys()]))].toSorted();
  const sum = (as: Comparison['as']) => all.reduce((sum, result) => sum + count(result, as), 0);
  const [same, worded, noted, different] = [sum('same'), sum('message'), sum('known'), sum('different')];
  const bad = all.filter((result) => !isWell(result)).length;
  const summary = [
    `${results.size} faults in ${environments.length} environments: ${same + worded + noted + different} callers were compared with an unshared native call.`,
    `${same} had the same outcome, ${worded} an error of the same class with another message, ${noted} a known difference, and ${different} an unknown one.`,
    `In ${all.length - bad} of ${all.length} trials all callers settled as expected, and no flight, connection or unhandled rejection was left.`,
  ].join(' ');
  console.log(summary);
  if (isComplete)
    keep('faults', {
      order: 10,
      title: 'Faults',
      command: 'npm run test:faults',
      with: versions.join(', '),
      summary,
      head: ['fault', ...environments],
      rows: [...results].map(([fault, row]) => [fault, ...environments.map((name) => cell(row.get(name)))]),
      notes: [
        'An error of the same class has another message when a whole reader gets the error of the stream that all callers share.',
        ...known.map(({ note }) => note),
        'Offline and frozen: Chromium lets a request that is under way go on, natively, too. No caller of these trials began while the browser was offline.',
      ],
    });
  return bad ? 1 : 0;
}
