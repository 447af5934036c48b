// Random tests: seconds in the ordinary suite, minutes by `npm run test:security`.

import fc from 'fast-check';
import { expect, inject, vi } from 'vitest';

const env: Readonly<Record<string, string | undefined>> = globalThis.process?.env ?? inject('env');
/** A failure names the seed. `COFLIGHT_SEED` repeats a run. */
const seed = Number(env.COFLIGHT_SEED ?? 19);
/** How many times as many cases as in the ordinary suite. */
const factor = Number(env.COFLIGHT_FUZZ ?? 1);

// The time depends on the machine and on the number of cases.
vi.setConfig({ testTimeout: 120_000 * factor });

type Property<Case extends [unknown, ...unknown[]]> =
  | fc.IPropertyWithHooks<Case>
  | fc.IAsyncPropertyWithHooks<Case>;

/** Checks a property for so many random cases. */
export async function fuzz<Case extends [unknown, ...unknown[]]>(
  cases: number,
  property: Property<Case>,
): Promise<void> {
  const numRuns = cases * factor;
  await fc.assert(property as fc.IAsyncPropertyWithHooks<Case>, { seed, numRuns });
  if (!env.COFLIGHT_CASES) return;
  const { appendFileSync } = await import('node:fs');
  appendFileSync(env.COFLIGHT_CASES, `${JSON.stringify([expect.getState().testPath, numRuns])}\n`);
}
