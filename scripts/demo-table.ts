// npm run demo:table: flies the demo's race with each map library in each engine, and compares what the cards say with
// what the server has counted.
//
//   npm run demo:table [-- chromium leaflet openlayers]      in one engine, with some libraries
//
// Races are kept in build/race.json. Once there is one of each kind, their table goes to docs/reliability.md.

import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { modes } from '../demo/page/shared/modes.ts';
import { seconds } from '../demo/page/shared/numbers.ts';
import { stacks } from '../demo/page/shared/stacks.ts';
import type { Mode } from '../demo/server/site.ts';
import { type Demo, startDemo } from '../test/support/demo.ts';
import { type CardSays, cardsOf, flyRace, raceReady, sumOf } from '../test/support/demo-race.ts';
import { type Place, placeIn } from '../test/support/place.ts';
import { type Engine, engines } from '../test/support/site.ts';
import { keep } from './reliability.ts';

/** The result of one panel in a race. */
interface Flown extends CardSays {
  /** Requests that the server has counted. */
  readonly counted: number;
}

/** A race: off, page, worker. */
interface Race {
  readonly engine: Engine;
  readonly stack: string;
  readonly panels: readonly Flown[];
  /** The work that waited for a processor at its end, for each processor. */
  readonly load?: number;
}

const times = { 'Five views': 1, 'Click → shown': 2 } as const;
type Time = keyof typeof times;

const kept = fileURLToPath(new URL('../build/race.json', import.meta.url));
const earlier = (): [string, Race][] => (existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : []);

/** Flies a race over the connection that the demo begins with. */
async function fly(demo: Demo, place: Place, stack: string): Promise<Omit<Race, 'engine'>> {
  const link = randomUUID();
  const tab = await place.open(`${demo.origin}/?stack=${stack}&link=${link}`);
  await raceReady(tab);
  // Browsers draw no map that is out of sight.
  await tab.evaluate(() => document.querySelector('.panels')?.scrollIntoView());
  await flyRace(tab);
  const counted = async (mode: Mode) => (await demo.link(`${link}-${mode}`).report()).sums.tiles.requests;
  const cards = (await cardsOf(tab)).map(async (card) => ({ ...card, counted: await counted(card.mode) }));
  const load = (loadavg()[0] ?? 0) / availableParallelism();
  return { stack, panels: await Promise.all(cards), load };
}

const isRight = ({ status, asked, sent, counted, ...card }: Flown) =>
  status === 'Landed' && sent === counted && sumOf({ ...card, status, asked, sent }) === asked;

const timeOf = (panel: Flown, time: Time) => panel.times[times[time]] ?? Number.NaN;

/** Where the panel without the library has a shorter time than one with it: "Firefox, OpenLayers, five views: …". */
const lostBy = (race: Race) =>
  (Object.keys(times) as Time[])
    .filter((time) => {
      const [off = Number.NaN, ...others] = race.panels.map((panel) => timeOf(panel, time));
      return others.some((other) => other > off);
    })
    .map(
      (time) =>
        `${nameOf(race)}, ${time.toLowerCase()}: ${cell(race, (panel) => seconds(1000 * timeOf(panel, time)))}`,
    );

const engineNames = { chromium: 'Chromium', firefox: 'Firefox', webkit: 'WebKitGTK' } as const;

const titleOf = (stack: string) => stacks.find(({ name }) => name === stack)?.title ?? stack;
const nameOf = ({ engine, stack }: Race) => `${engineNames[engine]}, ${titleOf(stack)}`;
const cell = ({ panels }: Race, text: (panel: Flown) => number | string) => panels.map(text).join(' · ');
const rowOf = (race: Race) => [
  engineNames[race.engine],
  titleOf(race.stack),
  cell(race, ({ asked }) => asked),
  cell(race, ({ sent }) => sent),
  cell(race, ({ counted }) => counted),
  cell(race, ({ parts }) => parts.shared ?? 0),
  cell(race, ({ parts }) => parts.aborted ?? 0),
  ...(Object.keys(times) as Time[]).map((time) => cell(race, (panel) => seconds(1000 * timeOf(panel, time)))),
  race.load?.toFixed(1) ?? '–',
];

function summarise(all: readonly Race[]): void {
  const wrong = all.filter(({ panels }) => !panels.every(isRight));
  const lost = all.flatMap(lostBy);
  const counts = wrong.length
    ? `${wrong.length} of ${all.length} races do not add up: ${wrong.map(nameOf).join('; ')}.`
    : `In each of ${all.length} races, every card adds up to what was asked for and says what the server has counted.`;
  keep('race', {
    order: 80,
    title: 'The demo’s race',
    command: 'npm run demo:table',
    with: 'Debian, Xvfb, no graphics card; 150 ms, 2 MB/s',
    summary: `${counts} Without the library, ${lost.length} of ${2 * all.length} times are shorter than with it.`,
    head: [
      ...['Engine', 'Maps by', 'Tiles asked', 'Sent', 'At the server', 'Shared', 'Aborted'],
      ...Object.keys(times),
      'Load',
    ],
    rows: all.map(rowOf),
    notes: [
      `Each cell has three figures: ${Object.values(modes)
        .map(({ title }) => title.toLowerCase())
        .join(' · ')}.`,
      'Load is the work that waited for each processor. Above 1, drawing takes longer by that factor, and times vary with it.',
      ...lost.map((one) => `Shorter without the library: ${one}.`),
    ],
  });
  console.log(counts);
}

const libraries = stacks.map(({ name }) => name);
const known: readonly string[] = [...engines, ...libraries];
const unknown = argv.slice(2).find((name) => !known.includes(name));
if (unknown) throw new Error(`Expected one of ${known.join(', ')}, got ${unknown}.`);

const wanted = (names: readonly string[]) => {
  const asked = argv.slice(2).filter((name) => names.includes(name));
  return asked.length ? asked : names;
};
const flown = new Map<string, Race>();
const demo = await startDemo();
try {
  for (const engine of wanted(engines) as Race['engine'][]) {
    const place = await placeIn(engine, { webgl: true });
    try {
      for (const stack of wanted(libraries)) {
        const race = { engine, ...(await fly(demo, place, stack)) };
        flown.set(`${engine} ${stack}`, race);
        console.log(rowOf(race).join(' | '));
        if (!race.panels.every(isRight)) process.exitCode = 1;
      }
    } finally {
      await place.close();
    }
  }
} finally {
  await demo.stop();
}
mkdirSync(new URL('../build/', import.meta.url), { recursive: true });
const races = new Map([...earlier(), ...flown]);
writeFileSync(kept, JSON.stringify([...races]));
const all = engines.flatMap((engine) => libraries.map((name) => races.get(`${engine} ${name}`)));
if (all.every((race) => race !== undefined)) summarise(all);
