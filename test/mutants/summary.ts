// Sums up the results of all rooms: a table for docs/reliability.md, and a list of the mutants that are alive.

import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { release } from 'node:os';
import { versions } from 'node:process';
import { fileURLToPath } from 'node:url';
import { keep } from '../../scripts/reliability.ts';
import { changesOf, type RoomResults, type Survivor } from './results.ts';
import { rooms } from './rooms.ts';

/** Why a survivor is alive: it makes no difference that a program can see, or no test can show the difference. */
interface Reason {
  readonly file: string;
  /** A part of the line of the source. */
  readonly source: string;
  /** What the mutant changes, and into what. Without them, the reason holds for each mutant of that line. */
  readonly code?: string;
  readonly replacement?: string;
  readonly reason: string;
}

const here = new URL('./', import.meta.url);
const read = (path: string) => JSON.parse(readFileSync(new URL(path, here), 'utf8'));

function reasonFor(
  { file, source, code, replacement }: Survivor,
  reasons: readonly Reason[],
): string | undefined {
  return reasons.find(
    (one) =>
      one.file === file &&
      source.includes(one.source) &&
      (one.code === undefined || one.code === code) &&
      (one.replacement === undefined || one.replacement === replacement),
  )?.reason;
}

/** True for a survivor that makes no difference, as `reasons.json` says, and whose line is still in the source. */
export const isExplained = (survivor: Survivor): boolean =>
  !!reasonFor(survivor, read('reasons.json')) && changesOf(survivor).length > 0;

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;

function rowOf(one: RoomResults, reasons: readonly Reason[]): string[] {
  const { room, mutants, tried, killed, timedOut, survivors } = one;
  const unreached = survivors.filter(({ isReached }) => !isReached).length;
  const explained = survivors.filter((survivor) => reasonFor(survivor, reasons)).length;
  const counts = [mutants, tried, killed, timedOut, survivors.length, explained, unreached].map(String);
  return [`\`${room}\``, ...counts, percent(killed + timedOut, tried)];
}

const code = (text: string): string => {
  const short = text.replaceAll(/\s+/g, ' ');
  return `\`\`${short.length > 90 ? `${short.slice(0, 89)}…` : short} \`\``;
};

function listOf({ room, survivors }: RoomResults, reasons: readonly Reason[]): string {
  const lines = survivors.map((one) => {
    const why =
      reasonFor(one, reasons) ?? (one.isReached ? 'No reason is known.' : 'No test that ran reaches it.');
    return `- ${one.file}:${one.line}: ${code(one.code)} → ${code(one.replacement)} ${why}`;
  });
  return [`## ${room}`, ...lines].join('\n');
}

/** Writes docs/reliability.md and `survivors.md` from the results of all rooms that have been tested. */
export function summarise(): void {
  const kept = globSync('results/*.json', { cwd: fileURLToPath(here) }).map(
    (file): RoomResults => read(file),
  );
  const order = Object.keys(rooms);
  const all = kept.toSorted((a, b) => order.indexOf(a.room) - order.indexOf(b.room));
  const reasons: readonly Reason[] = read('reasons.json');
  const sum = (of: (one: RoomResults) => number) => all.reduce((total, one) => total + of(one), 0);
  const [tried, dead] = [sum((one) => one.tried), sum((one) => one.killed + one.timedOut)];
  const again = Map.groupBy(
    all.filter((one) => one.again),
    (one) => one.again,
  );
  const rest = order.filter((room) => !all.some((one) => one.room === room));
  keep('mutants', {
    order: 60,
    title: 'Mutants',
    command: 'npm run test:mutants',
    with: `Stryker 10.1.1, vitest 5.1.1, Node ${versions.node}, Linux ${release()}`,
    summary: `Of ${tried} small changes of the source, the tests notice ${dead} (${percent(dead, tried)}).`,
    head: [
      'Room',
      'Mutants',
      'Tried',
      'Killed',
      'Timed out',
      'Alive',
      'of them explained',
      'not reached',
      'Noticed',
    ],
    rows: all.map((one) => rowOf(one, reasons)),
    notes: [
      'Each mutant is one change: a condition turned round, a block emptied, a call or a string replaced.',
      'Where fewer were tried than there are, they are a sample (`--one-of`), or the run ended before the last ones.',
      'The commit is that of the last run. Rooms that it did not try were tried before.',
      ...[...again].map(
        ([commit, some]) =>
          `Survivors without a reason, or lines that had changed, were tried again as of commit ${commit}: ${some.map(({ room }) => `\`${room}\``).join(', ')}.`,
      ),
      'All others are of the last full run of their room. A survivor that is no longer in the source is not counted.',
      'Not reached: no test that ran reaches the code. Tests with several tabs and a real worker (`test/e2e/`) did not run.',
      'Explained: the change makes no difference that a program can see.',
      'The mutants that are alive, and why, stand in `test/mutants/survivors.md`.',
      ...(rest.length
        ? [`Rooms without a result yet: ${rest.map((room) => `\`${room}\``).join(', ')}.`]
        : []),
    ],
  });
  const text = ['# Mutants that are alive', ...all.map((one) => listOf(one, reasons))].join('\n\n');
  writeFileSync(new URL('survivors.md', here), `${text}\n`);
}

if (import.meta.main) summarise();
