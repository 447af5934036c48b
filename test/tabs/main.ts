// npm run test:tabs: random programs of three tabs in each engine. Calls, images, aborts, writes, log-ins, resets, redirects,
// tabs that leave or are frozen, and a worker that is stopped. Each call knows what its answer must be.
//
//   npm run test:tabs [-- --in chromium,firefox,webkit --sharing fetch,worker,both --programs 50 --seed 7]
//
// `--sharing nobody` runs the programs without the library. A failure prints its seed, which repeats the program.

import { parseArgs } from 'node:util';
import { type Engine, engines } from '../support/site.ts';
import { abilitiesOf, Place, type Sharing } from './places.ts';
import type { Played } from './player.ts';
import { type Program, programsFor } from './program.ts';
import { type Figures, report } from './report.ts';
import { openProgramServer } from './server.ts';

const { values } = parseArgs({
  options: {
    in: { type: 'string', default: engines.join() },
    sharing: { type: 'string', default: 'fetch,worker,both' },
    programs: { type: 'string', default: '50' },
    seed: { type: 'string', default: `${Math.floor(Math.random() * 2 ** 31)}` },
  },
});
const seed = Number(values.seed);
console.log(`Seed ${seed}. To repeat this run: npm run test:tabs -- --seed ${seed}`);

async function tryIn(engine: Engine, sharing: Sharing): Promise<Figures> {
  const server = await openProgramServer();
  const programs = programsFor(abilitiesOf(engine, sharing), seed, Number(values.programs));
  let place = await Place.open(engine, sharing, server);
  let calls = 0;
  const wrong: string[] = [];
  const reopen = async () => {
    await place.close();
    place = await Place.open(engine, sharing, server);
  };
  /** Runs a program again in other tabs when a driver does not cooperate. */
  const attempt = async (name: string, program: Program, tries = 2): Promise<Played> => {
    try {
      return await place.run(name, program);
    } catch (error) {
      if (!tries) throw error;
      console.log(`${engine}, ${sharing}, program ${name}: ${error}, once more`);
      await reopen();
      return attempt(`${name}-again`, program, tries - 1);
    }
  };
  for (const [nth, program] of programs.entries()) {
    const played = await attempt(`${nth}`, program);
    calls += played.calls;
    if (!played.wrong.length) continue;
    wrong.push(...played.wrong);
    tell(`${engine}, ${sharing}, program ${nth}`, program, played.wrong);
    // Nothing of this program disturbs the next one.
    await reopen();
  }
  const requests = server.requests();
  const browser = await place.browser();
  await place.close();
  await server.close();
  return { browser, sharing, programs: programs.length, calls, requests, wrong };
}

function tell(where: string, program: Program, wrong: readonly string[]): void {
  console.log(`${where}:\n  ${wrong.join('\n  ')}`);
  console.log(`  items: ${program.items.map((item) => JSON.stringify(item)).join('\n         ')}`);
}

const all: Figures[] = [];
for (const engine of values.in.split(',') as Engine[])
  for (const sharing of values.sharing.split(',') as Sharing[]) {
    const figures = await tryIn(engine, sharing);
    const { calls, requests, wrong } = figures;
    console.log(`${engine}, ${sharing}: ${calls} calls, ${requests} requests, ${wrong.length} wrong`);
    all.push(figures);
  }
process.exitCode = report(all);
