// npm run test:mutants [-- ROOM…]: tests the tests. Each small change of the source must make a test fail. It takes
// minutes for each room. Results are kept in `results/`, and summed up on docs/reliability.md.
//
//   --alive       tries only what the last run has left alive, after tests have been added
//   --one-of 10   tries a tenth of the mutants
//   --passes 1    makes only the first pass
//   --noted       takes what an interrupted run has noted

import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensurePackages } from '../../scripts/packages.js';
import { type Mutant, runPass } from './pass.ts';
import { isAlive, nameOf, type RoomResults, resultsOf } from './results.ts';
import { rooms, type Tests } from './rooms.ts';
import { summarise } from './summary.ts';

const results = new URL('results/', import.meta.url);
/** All mutants of the last run, with the source that they changed, for `--alive`. */
const last = new URL('../../build/mutants/', import.meta.url);

/** A mutant's range as Stryker takes it: columns count from 0 here. */
const rangeOf = ({ fileName, location: { start, end } }: Mutant): string =>
  `${fileName}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;

type Found = Map<string, Mutant>;

interface Kept {
  readonly source: string;
  readonly mutants: readonly Mutant[];
}

/** Returns the source of a room as one text. The places of its mutants hold for this text alone. */
const sourceOf = (room: string): string =>
  globSync(`src/${room}/**/*.ts`)
    .sort()
    .map((file) => readFileSync(file, 'utf8'))
    .join('');

function expectSource(room: string, source: string): void {
  if (sourceOf(room) !== source)
    throw new Error(
      `\`src/${room}\` has changed since its mutants were found. Run the room again, without --alive.`,
    );
}

/** Tries all mutants of a room, or those that are alive. Notes what has become of them. */
async function tryMutants(room: string, { project, files, coverage }: Tests, found: Found): Promise<void> {
  const alive = [...found.values()].filter(isAlive);
  if (found.size && !alive.length) return;
  const mutate = found.size ? [...new Set(alive.map(rangeOf))] : [`src/${room}/**/*.ts`];
  const oneOf = found.size ? 1 : sample;
  const notes = fileURLToPath(new URL(`${room}${found.size ? '.alive' : ''}.jsonl`, last));
  for (const mutant of await runPass({ mutate, project, tests: files, coverage, oneOf, notes })) {
    const earlier = found.get(nameOf(mutant));
    if (!earlier || (isAlive(earlier) && mutant.status !== 'NoCoverage')) found.set(nameOf(mutant), mutant);
  }
}

/** Runs the passes of a room. Each changes what the passes before it left alive. */
async function testRoom(room: string, passes: readonly Tests[], onlyAlive: boolean): Promise<void> {
  const kept = new URL(`${room}.json`, last);
  const isKept = onlyAlive && existsSync(kept);
  const before: Kept = isKept
    ? JSON.parse(readFileSync(kept, 'utf8'))
    : { source: sourceOf(room), mutants: [] };
  const { source } = before;
  const found: Found = new Map(before.mutants.map((mutant) => [nameOf(mutant), mutant]));
  const tests: string[] = [];
  for (const pass of passes) {
    expectSource(room, source);
    await tryMutants(room, pass, found);
    tests.push(...pass.files.map((file) => `${pass.project}: ${file}`));
    const all = [...found.values()];
    expectSource(room, source);
    writeFileSync(kept, JSON.stringify({ source, mutants: all } satisfies Kept));
    keepResults(resultsOf(room, tests, { all }));
  }
}

function keepResults(found: RoomResults): void {
  writeFileSync(new URL(`${found.room}.json`, results), `${JSON.stringify(found, null, 2)}\n`);
  summarise();
}

/** Takes the results that an interrupted run has noted. */
function takeNotes(room: string): void {
  const [count, ...noted] = readFileSync(new URL(`${room}.jsonl`, last), 'utf8')
    .trim()
    .split('\n');
  const all: Mutant[] = noted.map((line) => JSON.parse(line));
  const [first] = rooms[room] ?? [];
  const tests = first ? first.files.map((file) => `${first.project}: ${file}`) : [];
  keepResults(resultsOf(room, tests, { all, count: Number(count) }));
}

const { values, positionals: given } = parseArgs({
  allowPositionals: true,
  options: {
    alive: { type: 'boolean', default: false },
    'one-of': { type: 'string', default: '1' },
    noted: { type: 'boolean', default: false },
    passes: { type: 'string', default: 'Infinity' },
  },
});
const sample = Number(values['one-of']);
const unknown = given.find((room) => !rooms[room]);
if (unknown)
  throw new RangeError(`There is no room \`${unknown}\`: give some of ${Object.keys(rooms).join(', ')}.`);

await ensurePackages(fileURLToPath(new URL('.', import.meta.url)));
for (const folder of [results, last]) mkdirSync(folder, { recursive: true });
for (const room of given.length ? given : Object.keys(rooms))
  if (values.noted) takeNotes(room);
  else await testRoom(room, (rooms[room] ?? []).slice(0, Number(values.passes)), values.alive);
