// What is kept of a run: how many mutants of a room ended how, and each that is alive.

import { existsSync, readFileSync } from 'node:fs';
import type { Change, Mutant } from './pass.ts';

/** A mutant that no test has killed. */
export interface Survivor {
  readonly file: string;
  readonly line: number;
  /** The line of the source that it changes. */
  readonly source: string;
  /** What it changes, and into what. */
  readonly code: string;
  readonly replacement: string;
  /** False when none of the tests that ran reaches this code. */
  readonly isReached: boolean;
}

export interface RoomResults {
  readonly room: string;
  readonly tests: readonly string[];
  readonly mutants: number;
  /** How many of them were tried: all, or a sample. */
  readonly tried: number;
  readonly killed: number;
  readonly timedOut: number;
  readonly survivors: readonly Survivor[];
  /** The last commit of `src/` on which survivors were tried again, after the others. */
  readonly again?: string;
}

export const timedOut = ({ status, statusReason = '' }: Mutant): boolean =>
  status === 'Timeout' || (status === 'Killed' && /^Test timed out in/.test(statusReason));

/** Names a mutant, the same in each pass. */
export const nameOf = ({ fileName, location: { start, end }, mutatorName, replacement }: Mutant): string =>
  [fileName, start.line, start.column, end.line, end.column, mutatorName, replacement].join(':');

export const isAlive = ({ status }: Mutant): boolean => status === 'Survived' || status === 'NoCoverage';

/** Two survivors with the same text change the same code into the same, perhaps on another line. */
export const textOf = ({ file, source, code, replacement }: Survivor): string =>
  JSON.stringify([file, source, code, replacement]);

/** Whether the tests ran for it: it is neither ignored nor left out of the sample. */
export const isTried = ({ status }: Mutant): boolean => status !== 'Ignored' && status !== 'CompileError';

/** Returns the text of the source that the mutant replaces. */
function codeOf(lines: readonly string[], { start, end }: Mutant['location']): string {
  const text = lines.slice(start.line - 1, end.line).join('\n');
  const last = lines[end.line - 1] ?? '';
  return text.slice(start.column - 1, text.length - (last.length - end.column + 1));
}

export function survivorOf(mutant: Mutant): Survivor {
  const lines = readFileSync(mutant.fileName, 'utf8').split('\n');
  const { line } = mutant.location.start;
  return {
    file: mutant.fileName,
    line,
    source: (lines[line - 1] ?? '').trim(),
    code: codeOf(lines, mutant.location),
    replacement: mutant.replacement,
    isReached: mutant.status === 'Survived',
  };
}

/** Returns the changes of the source as it is now that have the text of a survivor. */
export function changesOf({ file, source, code, replacement }: Survivor): Change[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const last = code.split('\n').length - 1;
  return lines.flatMap((line, at) => {
    if (line.trim() !== source) return [];
    const text = lines.slice(at, at + last + 1).join('\n');
    const starts = [...line].keys().filter((column) => text.startsWith(code, column));
    return [...starts].map((column) => {
      const end = column + code.length - (text.lastIndexOf('\n') + 1);
      return { range: `${file}:${at + 1}:${column}-${at + 1 + last}:${end}`, replacement };
    });
  });
}

/** Returns those of the mutants that are survivors: for each survivor one, which is alive if any with its text is. */
export function survivorsAmong(
  mutants: readonly Mutant[],
  survivors: readonly Survivor[],
): readonly Mutant[] {
  const wanted = Map.groupBy(survivors, textOf);
  const found = Map.groupBy(mutants.filter(isTried), (mutant) => textOf(survivorOf(mutant)));
  return [...found].flatMap(([text, same]) =>
    same.toSorted((a, b) => Number(isAlive(b)) - Number(isAlive(a))).slice(0, wanted.get(text)?.length ?? 0),
  );
}

/** Counts the mutants of a room. There may be more than have been tried. */
export function resultsOf(
  room: string,
  tests: readonly string[],
  { all, count = all.length }: { readonly all: readonly Mutant[]; readonly count?: number },
): RoomResults {
  const counted = all.filter(isTried);
  const alive = counted.filter(isAlive);
  const late = counted.filter(timedOut).length;
  return {
    room,
    tests,
    mutants: count,
    tried: counted.length,
    killed: counted.length - alive.length - late,
    timedOut: late,
    survivors: alive.map(survivorOf),
  };
}
