import type { Row } from './benchmark.ts';

/** Returns the value below which that share of the samples lies, interpolated. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const [below = Number.NaN, above = below] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return below + (above - below) * (at - Math.floor(at));
}

export const median = (samples: readonly number[]): number => quantile(samples, 0.5);

export const mean = (samples: readonly number[]): number =>
  samples.reduce((sum, sample) => sum + sample, 0) / samples.length;

/** Returns half of the distance between the quartiles. */
export const spread = (samples: readonly number[]): number =>
  (quantile(samples, 0.75) - quantile(samples, 0.25)) / 2;

type Notes = Row['notes'] | undefined;

/** Returns the rows of one group. The first contender is the floor. A contender without samples was not measured. */
export function rowsOf(
  samples: Readonly<Record<string, readonly number[]>>,
  {
    group,
    unit,
    notes = () => undefined,
  }: { group?: string; unit?: string; notes?: (contender: string) => Notes } = {},
): Row[] {
  const [floor = []] = Object.values(samples);
  return Object.entries(samples).map(([contender, values]) => {
    const more = notes(contender);
    return {
      ...(group === undefined ? {} : { group }),
      ...(unit === undefined ? {} : { unit }),
      contender,
      ...(values.length
        ? { median: median(values), spread: spread(values), ratio: median(values) / median(floor) }
        : {}),
      ...(more ? { notes: more } : {}),
    };
  });
}
