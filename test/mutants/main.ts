// npm run test:mutants [-- ROOM…]: tests the tests. Each small change of the source must make a test fail.
//
// It takes minutes for each room. Results are kept in `results/`, and summed up on docs/reliability.md.

import { mkdirSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { ensurePackages } from '../../scripts/packages.js';
import { type Mutant, runPass } from './pass.ts';
import { isAlive, nameOf, type RoomResults, resultsOf } from './results.ts';
import { rooms, type Tests } from './rooms.ts';
import { summarise } from './summary.ts';

const place = ({ fileName, location: { start, end } }: Mutant): string =>
  `${fileName}:${start.line}:${start.column}-${end.line}:${end.column}`;

/** Runs the passes of a room. Each changes what the passes before it left alive. */
async function testRoom(room: string, passes: readonly Tests[]): Promise<RoomResults> {
  const found = new Map<string, Mutant>();
  for (const { project, files } of passes) {
    const left = [...found.values()].filter(isAlive);
    if (found.size && !left.length) break;
    const mutate = found.size ? [...new Set(left.map(place))] : [`src/${room}/**/*.ts`];
    for (const mutant of await runPass({ mutate, project, tests: files })) {
      const earlier = found.get(nameOf(mutant));
      if (!earlier || (isAlive(earlier) && mutant.status !== 'NoCoverage')) found.set(nameOf(mutant), mutant);
    }
  }
  const tests = passes.flatMap(({ project, files }) => files.map((file) => `${project}: ${file}`));
  return resultsOf(room, tests, [...found.values()]);
}

const wanted = argv.slice(2);
const unknown = wanted.find((room) => !rooms[room]);
if (unknown)
  throw new RangeError(`There is no room \`${unknown}\`: give some of ${Object.keys(rooms).join(', ')}.`);

await ensurePackages(fileURLToPath(new URL('.', import.meta.url)));
const results = new URL('results/', import.meta.url);
mkdirSync(results, { recursive: true });
for (const [room, passes] of Object.entries(rooms)) {
  if (wanted.length && !wanted.includes(room)) continue;
  const found = await testRoom(room, passes);
  writeFileSync(new URL(`${room}.json`, results), `${JSON.stringify(found, null, 2)}\n`);
  summarise();
}
