// npm run test:load: many calls for a long time, many at once, and one long body, in Node, in a page and through the
// worker, one after the other. It writes the results when each place has figures of ten minutes: `--in page` adds its own.
//
//   npm run test:load [-- --seconds 600 --in node,page,worker] [--native]

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openChromium } from './chromium-place.ts';
import { type Figures, measure } from './measure.ts';
import { openNode } from './node-place.ts';
import type { Opening, Place } from './place.ts';
import { report } from './report.ts';
import { openLoadServer } from './server.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    in: { type: 'string', default: 'node,page,worker' },
    seed: { type: 'string', default: '1' },
    native: { type: 'boolean', default: false },
  },
});

const places: Readonly<Record<string, (opening: Opening) => Promise<Place>>> = {
  node: openNode,
  page: (opening) => openChromium(opening),
  worker: (opening) => openChromium(opening, 4),
};

async function run(name: string): Promise<Figures> {
  const open = places[name];
  if (!open) throw new RangeError(`There is no place "${name}". Choose of ${Object.keys(places)}.`);
  const server = await openLoadServer();
  const { origin } = server;
  const place = await open({ origin, seed: Number(values.seed), isNative: values.native });
  try {
    return await measure(place, server, Number(values.seconds));
  } finally {
    await place.close();
    await server.close();
  }
}

/** The figures of each place are kept until all places have some of the same length. */
const keptAt = new URL('../../build/load/', import.meta.url);
const fileOf = (name: string) => new URL(`${name}-${values.seconds}.json`, keptAt);

const figures: Figures[] = [];
for (const name of values.in.split(',')) {
  const measured = await run(name);
  console.log(JSON.stringify(measured, null, 2));
  figures.push(measured);
  mkdirSync(keptAt, { recursive: true });
  if (!values.native) writeFileSync(fileOf(name), JSON.stringify(measured));
}
const all = Object.keys(places).map(fileOf);
const isComplete = !values.native && values.seconds === '600' && all.every((file) => existsSync(file));
process.exitCode = isComplete
  ? report(
      all.map((file) => JSON.parse(readFileSync(file, 'utf8'))),
      true,
    )
  : report(figures, false);
