// Tests the tests: each small change of the source must make a test fail.
//
//   npm run test:mutants [-- ROOM…]

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { ensurePackages } from '../../scripts/packages.js';
import { type Mutant, runPass } from './pass.ts';
import { passes, rooms } from './rooms.ts';

await ensurePackages(fileURLToPath(new URL('.', import.meta.url)));
const wanted = argv.slice(2);

const place = ({ fileName, location: { start, end } }: Mutant) =>
  `${fileName}:${start.line}:${start.column}-${end.line}:${end.column}`;
const nameOf = (mutant: Mutant) => `${place(mutant)} ${mutant.mutatorName} ${mutant.replacement}`;
const alive = ({ status }: Mutant) => status === 'Survived' || status === 'NoCoverage';

for (const room of wanted.length ? wanted : rooms) {
  const found = new Map<string, Mutant>();
  for (const { project, tests } of passes(room)) {
    const left = [...found.values()].filter(alive);
    if (found.size && !left.length) break;
    const mutate = found.size ? [...new Set(left.map(place))] : [`src/${room}/**/*.ts`];
    for (const mutant of await runPass({ mutate, project, tests })) {
      const earlier = found.get(nameOf(mutant));
      if (!earlier || (alive(earlier) && mutant.status !== 'NoCoverage')) found.set(nameOf(mutant), mutant);
    }
    mkdirSync('build/mutants', { recursive: true });
    writeFileSync(`build/mutants/${room}.json`, JSON.stringify([...found.values()], null, 1));
    const counts: Record<string, number> = {};
    for (const { status } of found.values()) counts[status] = (counts[status] ?? 0) + 1;
    console.log(room, project, tests.join(' '), counts);
  }
}
