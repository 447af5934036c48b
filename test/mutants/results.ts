// What is kept of a run: how many mutants of a room ended how, and each that is alive.

import { readFileSync } from 'node:fs';
import type { Mutant } from './pass.ts';

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
}

const timedOut = ({ status, statusReason = '' }: Mutant): boolean =>
  status === 'Timeout' || (status === 'Killed' && /^Test timed out in/.test(statusReason));

/** Names a mutant, the same in each pass. */
export const nameOf = ({ fileName, location: { start, end }, mutatorName, replacement }: Mutant): string =>
  [fileName, start.line, start.column, end.line, end.column, mutatorName, replacement].join(':');

export const isAlive = ({ status }: Mutant): boolean => status === 'Survived' || status === 'NoCoverage';

/** Returns the text of the source that the mutant replaces. */
function codeOf(lines: readonly string[], { start, end }: Mutant['location']): string {
  const text = lines.slice(start.line - 1, end.line).join('\n');
  const last = lines[end.line - 1] ?? '';
  return text.slice(start.column - 1, text.length - (last.length - end.column + 1));
}

function survivorOf(mutant: Mutant): Survivor {
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

/** Counts the mutants of a room. There may be more than have been tried. */
export function resultsOf(
  room: string,
  tests: readonly string[],
  { all, count = all.length }: { readonly all: readonly Mutant[]; readonly count?: number },
): RoomResults {
  const counted = all.filter(({ status }) => status !== 'Ignored' && status !== 'CompileError');
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
