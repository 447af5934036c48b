import type { Row } from './benchmark.ts';

const isOurs = ({ contender }: Row): boolean => contender.startsWith('coflight');

/** What may not change at all: laws kept, requests sent, calls failed. */
const exact = (column: string, value: number | string): boolean =>
  typeof value === 'string' || column === 'requests' || column === 'failed';

/**
 * What is worse than it was: ratios of coflight's rows that are more than `tolerance` times the committed ones, and
 * counts and laws that are not the same. Ratios only, because absolute times are the machine's; rows that are not
 * in both are not compared.
 */
export function regressions(now: readonly Row[], committed: readonly Row[], tolerance: number): string[] {
  return now.filter(isOurs).flatMap((row) => {
    const { group = '', contender, ratio = 0, notes = {} } = row;
    const before = committed.find((other) => (other.group ?? '') === group && other.contender === contender);
    if (!before) return [];
    const of = [group, contender].filter(Boolean).join(', ');
    const limit = (before.ratio ?? Infinity) * tolerance;
    const changed = Object.entries(before.notes ?? {})
      .filter(([column, value]) => exact(column, value) && notes[column] !== value)
      .map(([column, value]) => `${of}: ${column} is ${notes[column]}, was ${value}`);
    if (ratio <= limit) return changed;
    return [`${of}: ratio ${ratio.toFixed(2)}, at most ${limit.toFixed(2)} is tolerated`, ...changed];
  });
}
