import type { Row } from './benchmark.ts';

/** The value below which that share of the samples lies, interpolated. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const [below = Number.NaN, above = below] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return below + (above - below) * (at - Math.floor(at));
}

export const median = (samples: readonly number[]): number => quantile(samples, 0.5);

/** Half of what lies between the quartiles. */
export const spread = (samples: readonly number[]): number =>
  (quantile(samples, 0.75) - quantile(samples, 0.25)) / 2;

/** The rows of one group: the first contender is the floor. */
export function rowsOf(
  samples: Readonly<Record<string, readonly number[]>>,
  { group, notes = () => undefined }: { group?: string; notes?: (contender: string) => Row['notes'] } = {},
): Row[] {
  const [floor = []] = Object.values(samples);
  return Object.entries(samples).map(([contender, values]) => {
    const more = notes(contender);
    return {
      ...(group === undefined ? {} : { group }),
      contender,
      median: median(values),
      spread: spread(values),
      ratio: median(values) / median(floor),
      ...(more ? { notes: more } : {}),
    };
  });
}
