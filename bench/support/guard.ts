import type { Row } from './benchmark.ts';

const isOurs = ({ contender }: Row): boolean => contender.startsWith('coflight');

/** Notes that must not change: laws kept, requests sent, calls failed. */
const exact = (column: string, value: number | string): boolean =>
  typeof value === 'string' || column === 'requests' || column === 'failed';

/**
 * Returns what is worse than before: ratios of coflight's rows that are more than `tolerance` times the committed ones,
 * and counts and laws that are not the same. It compares ratios only, because absolute times depend on the machine. It
 * does not compare rows that are missing on one side.
 */
export function regressions(now: readonly Row[], committed: readonly Row[], tolerance: number): string[] {
  return now.filter(isOurs).flatMap((row) => {
    const { group = '', contender, notes = {} } = row;
    const before = committed.find((other) => (other.group ?? '') === group && other.contender === contender);
    if (!before) return [];
    const of = [group, contender].filter(Boolean).join(', ');
    const changed = Object.entries(before.notes ?? {})
      .filter(([column, value]) => exact(column, value) && notes[column] !== value)
      .map(([column, value]) => `${column} is ${notes[column]}, was ${value}`);
    return [...slower(row, before, tolerance), ...changed].map((what) => `${of}: ${what}`);
  });
}

function slower({ ratio }: Row, { ratio: before }: Row, tolerance: number): string[] {
  if (before === undefined) return [];
  if (ratio === undefined) return ['it could not be measured'];
  const limit = before * tolerance;
  return ratio > limit ? [`ratio ${ratio.toFixed(2)}, at most ${limit.toFixed(2)} is tolerated`] : [];
}
