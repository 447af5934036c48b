import type { Entry } from './entry.ts';

/** The time that the tracks of all rows show, in milliseconds. */
export interface Axis {
  readonly start: number;
  readonly length: number;
  readonly now: number;
}

/** The time from the first of these entries to the last. */
export function axisOf(entries: readonly Entry[]): Axis {
  const now = performance.now();
  const start = Math.min(...entries.map((entry) => entry.start));
  const end = Math.max(...entries.map(({ end = now, callers }) => Math.max(end, ...callers)));
  return { start, length: Math.max(8, end - start), now };
}
