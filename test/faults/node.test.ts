// Each fault of HTTP/1.1 in Node, a part of `npm run test:faults`.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFetch } from '../../src/index.ts';
import { faults } from './http1.ts';
import { openNode } from './node-room.ts';
import type { Room } from './room.ts';
import { type Chaos, openHttp1 } from './server.ts';
import { tryOut } from './trial.ts';

let room: Room;
let chaos: Chaos<import('node:net').Socket>;
beforeAll(async () => {
  room = openNode(createFetch());
  chaos = await openHttp1();
});
afterAll(async () => {
  await chaos.close();
  await room.close();
});

test.each(faults)(
  'After $name, each of fifteen callers has the outcome of an unshared native call (#19)',
  {
    timeout: 120_000,
  },
  async (fault) => {
    const { comparisons, problems } = await tryOut(fault, chaos, room);
    expect(problems).toEqual([]);
    expect(comparisons.map(({ caller, shared }) => [caller, shared])).toEqual(
      comparisons.map(({ caller, native }) => [caller, native]),
    );
  },
);
