import { env } from 'node:process';
import { expect, test } from 'vitest';
import { Flights } from '../../src/core/flights.ts';
import { createFetch } from '../../src/fetch/create-fetch.ts';

const built = new URL('../../dist/index.js', import.meta.url).href;

test.runIf(env.COFLIGHT_BUILT)('`npm run test:nodes` tests the built library', async () => {
  const library = await import(/* @vite-ignore */ built);
  expect(createFetch).toBe(library.createFetch);
  expect(Flights).toBe(library.Flights);
});
