// npm run test:load: many calls for a long time, many at once, and one long body, in Node, in a page and through the
// worker. It writes the results.
//
//   npm run test:load [-- --seconds 600 --in node,page,worker]

import { parseArgs } from 'node:util';
import { openChromium } from './chromium-place.ts';
import { type Figures, measure } from './measure.ts';
import { openNode } from './node-place.ts';
import type { Place } from './place.ts';
import { report } from './report.ts';
import { openLoadServer } from './server.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    in: { type: 'string', default: 'node,page,worker' },
    seed: { type: 'string', default: '1' },
  },
});

const places: Readonly<Record<string, (origin: string, seed: number) => Promise<Place>>> = {
  node: openNode,
  page: (origin, seed) => openChromium(origin, seed),
  worker: (origin, seed) => openChromium(origin, seed, 4),
};

async function run(name: string): Promise<Figures> {
  const open = places[name];
  if (!open) throw new RangeError(`There is no place "${name}". Choose of ${Object.keys(places)}.`);
  const server = await openLoadServer();
  const place = await open(server.origin, Number(values.seed));
  try {
    return await measure(place, server, Number(values.seconds));
  } finally {
    await place.close();
    await server.close();
  }
}

// All at the same time, each with a server of its own.
const figures = await Promise.all(values.in.split(',').map(run));
console.log(JSON.stringify(figures, null, 2));
process.exitCode = report(figures, values.in === 'node,page,worker');
