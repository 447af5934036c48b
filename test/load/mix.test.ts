// A second of the load in Node, a part of `npm run test:load`.

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createFetch } from '../../src/index.ts';
import { crowd, Load } from './mix.ts';
import { type LoadServer, openLoadServer } from './server.ts';

let server: LoadServer;
beforeAll(async () => {
  server = await openLoadServer();
});
afterAll(() => server.close());

test('500 mixed calls get what they should get, and leave no flight (#19)', async () => {
  const fetch = createFetch();
  const { calls, wrong } = await new Load(fetch, server.origin, 1).round(60_000, 500);
  expect(wrong).toEqual([]);
  expect(calls).toBeGreaterThanOrEqual(500);
  expect(server.requests()).toBeLessThan(calls);
  await vi.waitUntil(() => !fetch.stats().inFlight && !fetch.flights().length, { timeout: 60_000 });
});

test('1,000 flights at once, with two callers each, all have their bodies (#19)', async () => {
  const fetch = createFetch();
  const before = server.requests();
  const about = { url: `${server.origin}/load`, count: 1_000, callers: 2 };
  const came = await crowd(fetch, about, () => fetch.stats().inFlight);
  expect(came).toEqual({ right: 2_000, most: 1_000, errors: {} });
  expect(server.requests() - before).toBe(1_000);
});
