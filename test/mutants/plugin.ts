// A plugin of Stryker. Its checker leaves out mutants that no survivor of an earlier run is, or most mutants of a large room:
// one of so many is tried, the same ones each time. Its reporter writes down each result at once, so that a run may be interrupted.

import { createHash } from 'node:crypto';
import { appendFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { cwd, env } from 'node:process';

interface Candidate {
  readonly id: string;
  readonly fileName: string;
  readonly mutatorName: string;
  readonly replacement: string;
  /** Lines and columns count from 0 here. */
  readonly location: Readonly<Record<'start' | 'end', { readonly line: number; readonly column: number }>>;
}

const oneOf = Number(env.MUTANTS_ONE_OF ?? 1);
/** The changes that are tried, each a range and its replacement. Empty when all are. */
const only = new Set<string>(JSON.parse(env.MUTANTS_ONLY ?? '[]'));

function isChosen({ fileName, mutatorName, replacement, location }: Candidate): boolean {
  // The sandbox has another path each time.
  const file = relative(cwd(), fileName).replace(/.*?src\//, 'src/');
  const { start, end } = location;
  const range = `${file}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`;
  if (only.size) return only.has(`${range} ${replacement}`);
  const name = [file, mutatorName, replacement, JSON.stringify(location)].join();
  return createHash('sha256').update(name).digest().readUInt32BE() % oneOf === 0;
}

class Sample {
  static readonly inject = [] as const;

  async init(): Promise<void> {}

  async group(mutants: readonly Candidate[]): Promise<string[][]> {
    return [mutants.map(({ id }) => id)];
  }

  /** Stryker does not run what a checker refuses. */
  async check(mutants: readonly Candidate[]): Promise<Record<string, object>> {
    const resultOf = (mutant: Candidate) =>
      isChosen(mutant) ? { status: 'passed' } : { status: 'compileError', reason: 'not in the sample' };
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, resultOf(mutant)]));
  }
}

class Notes {
  static readonly inject = [] as const;
  readonly #file = env.MUTANTS_NOTES ?? 'build/mutants/notes.jsonl';

  onMutationTestingPlanReady({ mutantPlans }: { readonly mutantPlans: readonly object[] }): void {
    writeFileSync(this.#file, `${mutantPlans.length}\n`);
  }

  onMutantTested(mutant: Candidate & { readonly coveredBy?: unknown; readonly killedBy?: unknown }): void {
    const { coveredBy: _, killedBy: __, ...result } = mutant;
    appendFileSync(
      this.#file,
      `${JSON.stringify({ ...result, fileName: relative(cwd(), mutant.fileName) })}\n`,
    );
  }
}

export const strykerPlugins: readonly object[] = [
  { kind: 'Reporter', name: 'notes', injectableClass: Notes },
  { kind: 'Checker', name: 'sample', injectableClass: Sample },
];
