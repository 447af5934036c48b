// One pass of Stryker: it changes the source of a room bit by bit, and runs the tests of one kind for each change.

import { relative } from 'node:path';
import { cwd, env, pid } from 'node:process';
import { fileURLToPath } from 'node:url';

/**
 * How a mutant ended. `Timeout` and `RuntimeError` mean that the run of the tests failed, though no test did.
 * `CompileError` means that it was not tried, because it is not in the sample.
 */
export type Status =
  | 'Killed'
  | 'Survived'
  | 'NoCoverage'
  | 'Timeout'
  | 'RuntimeError'
  | 'Ignored'
  | 'CompileError';

/** One change of the source, as Stryker reports it. The file is relative to the repository. Lines and columns count from 1. */
export interface Mutant {
  readonly fileName: string;
  readonly location: Readonly<Record<'start' | 'end', { readonly line: number; readonly column: number }>>;
  readonly mutatorName: string;
  readonly replacement: string;
  readonly status: Status;
  readonly statusReason?: string;
}

/** A change of the source, before it is known how it ends. */
export interface Change {
  /** `src/core/run.ts:3:0-3:8`, as Stryker takes it: columns count from 0. */
  readonly range: string;
  readonly replacement: string;
}

/** What a pass changes, and which tests it runs. */
export interface Pass {
  /** Changes of the source, or all changes of these files. */
  readonly mutate: readonly Change[] | readonly string[];
  /** A project of the root's `vitest.config.ts`. */
  readonly project: string;
  readonly tests: readonly string[];
  readonly coverage: 'perTest' | 'all';
  /** Tries one of so many mutants. */
  readonly oneOf: number;
  /** The file in which each result is noted as soon as it is known. */
  readonly notes: string;
}

/** Folders that no test of a pass needs. */
const ignored = [
  '/bench',
  '/build',
  '/demo',
  '/dist',
  '/docs',
  '/examples',
  '/site',
  '/test/frameworks',
  '/test/recipes',
];

/** Runs one pass. It takes minutes. */
export async function runPass({
  mutate,
  project,
  tests,
  coverage,
  oneOf,
  notes,
}: Pass): Promise<readonly Mutant[]> {
  const { Stryker } = await import('@stryker-mutator/core' as string);
  if (project === 'memory') env.NODE_OPTIONS = '--expose-gc';
  env.MUTANTS_PROJECT = project;
  env.MUTANTS_TESTS = tests.join(' ');
  env.MUTANTS_ONE_OF = String(oneOf);
  env.MUTANTS_NOTES = notes;
  const changes = mutate.filter((one) => typeof one !== 'string');
  env.MUTANTS_ONLY = JSON.stringify(changes.map(({ range, replacement }) => `${range} ${replacement}`));
  const stryker = new Stryker({
    mutate: [...new Set(mutate.map((one) => (typeof one === 'string' ? one : one.range)))],
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner'), import.meta.resolve('./plugin.ts')].map(
      (url) => fileURLToPath(url),
    ),
    checkers: oneOf > 1 || changes.length ? ['sample'] : [],
    testRunner: 'vitest',
    vitest: { configFile: 'test/mutants/vitest.config.ts', related: false },
    coverageAnalysis: coverage,
    concurrency: Number(env.MUTANTS_AT_ONCE ?? 6),
    // Endless loops are counted, not timed. What remains is a runner that is stuck.
    timeoutMS: 60_000,
    ignorePatterns: ignored,
    tempDirName: `build/mutants-${pid}`,
    reporters: ['progress-append-only', 'notes'],
    allowEmpty: true,
  });
  const mutants: readonly Mutant[] = await stryker.runMutationTest();
  return mutants.map((mutant) => ({ ...mutant, fileName: relative(cwd(), mutant.fileName) }));
}
