// Law 14: `linger` keeps answers within a budget of bytes, and `forget()` frees them.

import { beforeEach, expect, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { used } from '../support/collecting.ts';

vi.setConfig({ testTimeout: 120_000 });

const url = 'http://coflight.test/';
const megabyte = 2 ** 20;

/** Answers with that many bytes, each answer in its own memory. */
const answers = (bytes: number) => async () =>
  new Response(new Blob([new Uint8Array(bytes).fill(65)]).stream());

const network = answers(megabyte);

/** A wrapped fetch whose answers linger for a day. */
const lingering = () => createFetch({ fetch: network, linger: 86_400_000 });

/** Reads as many answers to the end. */
async function read(fetch: typeof globalThis.fetch, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at++) {
    const response = await fetch(`${url}${at}`);
    await response.arrayBuffer();
  }
}

// The first calls compile code and fill caches.
beforeEach(() => read(createFetch({ fetch: network }), 0, 10));

test('two hundred lingering answers of 1 MB are freed by `forget()` (#12)', async () => {
  const fetch = lingering();
  const before = await used();
  await read(fetch, 0, 200);
  fetch.forget();
  expect((await used()) - before).toBeLessThan(10 * megabyte);
});

test('`forget()` frees the answers that it names, and the others linger (#12)', async () => {
  const size = megabyte / 8;
  const fetch = createFetch({ fetch: answers(size), linger: 86_400_000 });
  await read(fetch, 0, 8);
  const before = await used();
  fetch.forget(`${url}0`);
  fetch.forget((request) => Number(new URL(request.url).pathname.slice(1)) < 6);
  expect(before - (await used())).toBeGreaterThan(5 * size);
  await read(fetch, 6, 8);
  expect(fetch.stats()).toMatchObject({ launched: 8, joined: 2 });
});

test('lingering answers stay within a budget: two hundred more cost nothing more (#12)', async () => {
  const fetch = lingering();
  await read(fetch, 0, 200);
  const before = await used();
  await read(fetch, 200, 400);
  expect((await used()) - before).toBeLessThan(10 * megabyte);
});

test('a write frees the lingering answers of its origin (#12)', async () => {
  const fetch = lingering();
  const before = await used();
  await read(fetch, 0, 50);
  await (await fetch(`${url}write`, { method: 'POST' })).body?.cancel();
  expect((await used()) - before).toBeLessThan(10 * megabyte);
});

test('a lingering answer is freed when its time is over', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const fetch = createFetch({ fetch: network, linger: 1000 });
    const before = await used();
    await read(fetch, 0, 50);
    await vi.advanceTimersByTimeAsync(1000);
    expect((await used()) - before).toBeLessThan(10 * megabyte);
  } finally {
    vi.useRealTimers();
  }
});
