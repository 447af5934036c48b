// Whether the cost of a caller depends on how many there are: callers of one key, keys in flight at one time.

import { type Crowd, contenders, timed, weighed } from './scale/crowd.ts';
import { plotsOf } from './scale/plots.ts';
import type { Context, Plot, Row } from './support/benchmark.ts';
import { interleave } from './support/interleave.ts';
import { rowsOf } from './support/statistics.ts';

export const name = 'scale';
export const title = 'From ten callers to a hundred thousand';
export const about = `The cost of a caller in Node: with 10 to 100,000 callers of one key, and with 10 to 100,000 keys in flight at one time (one
caller each). _coflight, Flights_ is the core. _coflight, createFetch_ has a network that answers at once, and each caller reads
the answer. The floor is a bare \`Map\` of promises. For createFetch it is a bare \`Map\` of texts, of which each caller makes a new
\`Response\`. **grows** is the cost over the cost at ten. In each sample at least 20,000 callers ask, in groups of that size. The
garbage collector has more to do when more callers wait at one time, also for the floor.`;
export const unit = 'ns a caller';
export const peers = true;

const scales = [10, 100, 1_000, 10_000, 100_000];

/** Callers of one key, or each with its own key. */
const series = {
  'callers of one key': () => '/tiles/0.png',
  'keys in flight': (caller: number) => `/tiles/${caller}.png`,
};

const floors: Readonly<Record<string, string>> = {
  'coflight, Flights': 'bare Map',
  'coflight, createFetch': 'a Response each',
};

/** "coflight, Flights, 1,000". */
const nameOf = (contender: string, callers: number) => `${contender}, ${callers.toLocaleString('en')}`;

interface Figure {
  readonly unit: string;
  readonly sample: typeof timed;
  /** Callers in a sample: as many as the largest crowd has, or fewer. */
  readonly all: number;
  readonly rounds: number;
}

/**
 * Measures every contender at every scale in turn. Compares it with its floor there, and with itself at ten callers.
 */
async function measure(group: string, keyOf: Crowd['keyOf'], figure: Figure): Promise<Row[]> {
  const { unit, sample, all, rounds } = figure;
  const callers = Object.entries(await contenders());
  const turns = callers.flatMap(([contender, caller]) =>
    scales.map((callers) => [
      nameOf(contender, callers),
      sample(caller, { callers, keyOf }, Math.max(all, callers)),
    ]),
  );
  const rows = rowsOf(await interleave(Object.fromEntries(turns), rounds), { group, unit });
  const medianOf = (name: string) => rows.find(({ contender }) => contender === name)?.median ?? Number.NaN;
  return callers.flatMap(([contender]) =>
    scales.flatMap((callers) => {
      const row = rows.find((row) => row.contender === nameOf(contender, callers));
      const median = medianOf(nameOf(contender, callers));
      const ratio = median / medianOf(nameOf(floors[contender] ?? contender, callers));
      return row ? { ...row, ratio, notes: { grows: median / medianOf(nameOf(contender, 10)) } } : [];
    }),
  );
}

export async function run({ quick, progress }: Context): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const all = quick ? 2_000 : 20_000;
  for (const [of, keyOf] of Object.entries(series)) {
    progress(of);
    const time = { unit, sample: timed, all, rounds: quick ? 1 : 5 };
    const memory = { unit: 'bytes a caller', sample: weighed, all, rounds: quick ? 1 : 2 };
    rows.push(...(await measure(`Time, by ${of}`, keyOf, time)));
    rows.push(...(await measure(`Memory, by ${of}`, keyOf, memory)));
  }
  return rows;
}

export const plots = (rows: readonly Row[]): readonly Plot[] => plotsOf(rows, Object.keys(series), scales);
