// npm run test:mutants [-- ROOM…]: tests the tests. Each small change of the source must make a test fail. It takes
// minutes for each room. Results are kept in `results/`, and summed up on docs/reliability.md.
//
//   --alive       tries only what the last run has left alive, and the source still says: after tests have been added
//   --unexplained with --alive: only what reasons.json does not explain
//   --since HEAD~3: tries only the lines that have changed since that commit; all others count as they did in the last run
//   --one-of 10   tries a tenth of the mutants
//   --passes 1    makes only the first pass
//   --noted       takes what an interrupted run has noted

import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensurePackages } from '../../scripts/packages.js';
import { type Change, type Mutant, type Pass, runPass } from './pass.ts';
import { changesOf, isAlive, nameOf, type RoomResults, resultsOf, survivorsAmong } from './results.ts';
import { rooms, type Tests } from './rooms.ts';
import { linesSince } from './since.ts';
import { isExplained, summarise } from './summary.ts';
import { extended, updated } from './updates.ts';

const results = new URL('results/', import.meta.url);
/** What each pass notes, for `--noted`. */
const last = new URL('../../build/mutants/', import.meta.url);

const changeOf = ({ fileName, location: { start, end }, replacement }: Mutant): Change => ({
  range: `${fileName}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`,
  replacement,
});

type Found = Map<string, Mutant>;

/** Returns the source of a room as one text. The places of its mutants hold for this text alone. */
const sourceOf = (room: string): string =>
  globSync(`src/${room}/**/*.ts`)
    .sort()
    .map((file) => readFileSync(file, 'utf8'))
    .join('');

function expectSource(room: string, source: string): void {
  if (sourceOf(room) !== source)
    throw new Error(`\`src/${room}\` has changed since its mutants were found. Run the room again.`);
}

/** Counts the mutants of a room, and tries none. */
async function countMutants(room: string, { project, files, coverage }: Tests): Promise<number> {
  const notes = fileURLToPath(new URL(`${room}.count.jsonl`, last));
  const mutate = [`src/${room}/**/*.ts`];
  const all = await runPass({ mutate, project, tests: files, coverage, oneOf: 2 ** 32, notes });
  return all.filter(({ status }) => status !== 'Ignored').length;
}

/** Tries these changes of a room, or those that are alive. Notes what has become of them. */
async function tryMutants(
  room: string,
  { project, files, coverage }: Tests,
  { found, first }: { readonly found: Found; readonly first: Pass['mutate'] },
): Promise<readonly Mutant[]> {
  const mutate = found.size ? [...found.values()].filter(isAlive).map(changeOf) : first;
  if (!mutate.length) return [];
  const isAll = typeof mutate[0] === 'string';
  const notes = fileURLToPath(new URL(`${room}${isAll ? '' : '.alive'}.jsonl`, last));
  const oneOf = isAll ? sample : 1;
  return runPass({ mutate, project, tests: files, coverage, oneOf, notes });
}

/** Runs the passes of a room. Each changes what the passes before it left alive. */
async function testRoom(room: string, passes: readonly Tests[], before?: RoomResults): Promise<void> {
  const source = sourceOf(room);
  const { since } = values;
  const again = before?.survivors.filter((one) => !values.unexplained || !isExplained(one)) ?? [];
  const first = since ? linesSince(since, room) : before ? again.flatMap(changesOf) : [`src/${room}/**/*.ts`];
  const found: Found = new Map();
  const tests: string[] = [];
  for (const pass of passes) {
    expectSource(room, source);
    const tried = await tryMutants(room, pass, { found, first });
    for (const mutant of before && !since ? survivorsAmong(tried, again) : tried) {
      const earlier = found.get(nameOf(mutant));
      if (!earlier || (isAlive(earlier) && mutant.status !== 'NoCoverage')) found.set(nameOf(mutant), mutant);
    }
    tests.push(...pass.files.map((file) => `${pass.project}: ${file}`));
    expectSource(room, source);
    const all = [...found.values()];
    if (!since) keepResults(before ? updated(before, again, all) : resultsOf(room, tests, { all }));
  }
  if (since && before && passes[0])
    keepResults(extended(before, [...found.values()], await countMutants(room, passes[0])));
}

const resultsBefore = (room: string): RoomResults =>
  JSON.parse(readFileSync(new URL(`${room}.json`, results), 'utf8'));

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
    unexplained: { type: 'boolean', default: false },
    'one-of': { type: 'string', default: '1' },
    noted: { type: 'boolean', default: false },
    passes: { type: 'string', default: 'Infinity' },
    since: { type: 'string' },
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
  else
    await testRoom(
      room,
      (rooms[room] ?? []).slice(0, Number(values.passes)),
      values.alive || values.since ? resultsBefore(room) : undefined,
    );
