// Law 14: a lingering answer keeps no process alive, and the newest answers linger longest.

import { expect, onTestFinished, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import type { FetchOptions } from '../../src/fetch/options.ts';

const url = 'http://coflight.test/';
const network = async () => new Response('whole');

/** Timers that keep this process alive. */
const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

test('a lingering answer has no timer that keeps the process alive (#12)', async () => {
  const fetch = createFetch({ fetch: network, linger: 86_400_000 });
  const before = timers();
  for (let at = 0; at < 10; at++) await (await fetch(url + at)).text();
  expect(timers()).toBeLessThanOrEqual(before);
  for (let at = 0; at < 10; at++) await (await fetch(url + at)).text();
  expect(fetch.stats()).toMatchObject({ launched: 10, joined: 10 });
});

test('a lingering answer that was forgotten is requested again', async () => {
  const fetch = createFetch({ fetch: network, linger: 86_400_000 });
  await (await fetch(url)).text();
  fetch.forget(url);
  await (await fetch(url)).text();
  expect(fetch.stats()).toMatchObject({ launched: 2, joined: 0 });
});

test('a lingering answer that was forgotten leaves no timer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const fetch = createFetch({ fetch: network, linger: 86_400_000 });
  await (await fetch(url)).text();
  expect(vi.getTimerCount()).toBe(1);
  fetch.forget(url);
  expect(vi.getTimerCount()).toBe(0);
});

test.each(['no-store', 'reload', 'no-cache'] as const)(
  'an answer to a request with the cache mode %s does not linger',
  async (cache) => {
    const fetch = createFetch({ fetch: network, linger: 86_400_000 });
    for (let call = 0; call < 2; call++) await (await fetch(url, { cache })).text();
    expect(fetch.stats()).toMatchObject({ launched: 2, joined: 0 });
  },
);

test.each(['no-cache', 'No-Store', 'max-age=0'])(
  'an answer to a request with the header `cache-control: %s` does not linger',
  async (value) => {
    const fetch = createFetch({ fetch: network, linger: 86_400_000 });
    const headers = { 'cache-control': value };
    for (let call = 0; call < 2; call++) await (await fetch(url, { headers })).text();
    expect(fetch.stats()).toMatchObject({ launched: 2, joined: 0 });
  },
);

test('an answer to a request with the header `pragma: no-cache` does not linger', async () => {
  const fetch = createFetch({ fetch: network, linger: 86_400_000 });
  const headers = { pragma: 'no-cache' };
  for (let call = 0; call < 2; call++) await (await fetch(url, { headers })).text();
  expect(fetch.stats()).toMatchObject({ launched: 2, joined: 0 });
});

test('an answer to a request with other headers lingers', async () => {
  const fetch = createFetch({ fetch: network, linger: 86_400_000 });
  const headers = { 'cache-control': 'only-if-cached', accept: 'text/plain' };
  for (let call = 0; call < 2; call++) await (await fetch(url, { headers })).text();
  expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1 });
});

test('the number of small answers that linger is bounded, also of empty ones', async () => {
  const small = async () => new Response('');
  const fetch = createFetch({ fetch: small, linger: 86_400_000 });
  for (let at = 0; at < 5000; at++) await (await fetch(url + at)).text();
  await (await fetch(`${url}4999`)).text();
  await (await fetch(`${url}0`)).text();
  expect(fetch.stats()).toMatchObject({ launched: 5001, joined: 1 });
});

test('among many large answers the newest one still lingers (#12)', async () => {
  const large = async () => new Response(new Uint8Array(2 ** 20));
  const fetch = createFetch({ fetch: large, linger: 86_400_000 });
  for (let at = 0; at < 200; at++) await (await fetch(url + at)).arrayBuffer();
  await (await fetch(`${url}199`)).arrayBuffer();
  await (await fetch(`${url}0`)).arrayBuffer();
  expect(fetch.stats()).toMatchObject({ launched: 201, joined: 1 });
});

/** Bytes of lingering answers, and what each of them counts for beside its body. */
const [budget, overhead] = [2 ** 24, 16_384];

/** Answers with as many bytes as the path says. The number of launches says which calls joined. */
function sized() {
  const network = async (input: RequestInfo | URL) =>
    new Response(new Uint8Array(Number(new URL(`${input}`).pathname.split('/')[1])));
  const fetch = createFetch({ fetch: network, linger: 86_400_000, maxReplay: 2 * budget });
  const read = async (bytes: number, name = '') => (await fetch(`${url}${bytes}/${name}`)).arrayBuffer();
  return { fetch, read };
}

test('exactly as many answers linger as the budget holds: the newest ones', async () => {
  const { fetch, read } = sized();
  const size = budget / 4 - overhead;
  for (let at = 0; at < 20; at++) await read(size, `${at}`);
  for (let at = 19; at > 15; at--) await read(size, `${at}`);
  expect(fetch.stats()).toMatchObject({ launched: 20, joined: 4 });
  await read(size, '15');
  expect(fetch.stats()).toMatchObject({ launched: 21, joined: 4 });
});

test('one answer that takes the whole budget lingers', async () => {
  const { fetch, read } = sized();
  await read(budget - overhead);
  await read(budget - overhead);
  expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1 });
});

test('an answer that is larger than the budget does not linger, and drops no other', async () => {
  const { fetch, read } = sized();
  await read(1);
  await read(budget - overhead + 1);
  await read(budget - overhead + 1);
  await read(1);
  expect(fetch.stats()).toMatchObject({ launched: 3, joined: 1 });
});

test('an answer without a body lingers, and no caller can alter it for later ones', async () => {
  const empty = async () => new Response(null, { status: 204, headers: { etag: '1' } });
  const fetch = createFetch({ fetch: empty, linger: 86_400_000 });
  for (let call = 0; call < 3; call++) {
    const { status, headers } = await fetch(url);
    expect([status, headers.get('etag')]).toEqual([204, '1']);
    headers.set('etag', '2');
  }
  expect(fetch.stats()).toMatchObject({ launched: 1, joined: 2, settled: 1, inFlight: 0 });
  fetch.forget();
  await fetch(url);
  expect(fetch.stats().launched).toBe(2);
});

test.each<[string, FetchOptions, object]>([
  ['that failed', {}, { body: null, ok: false }],
  ['with `Vary: *`', {}, new Response(null, { headers: { vary: '*' } })],
  ['with `no-store`', {}, new Response(null, { headers: { 'cache-control': 'no-store' } })],
  ["with `joinUntil: 'headers'`", { joinUntil: 'headers' }, new Response(null, { status: 204 })],
  ['of a mock without headers', {}, { body: null, ok: true, clone: () => ({}) }],
  ['of a mock with methods alone', {}, { ok: true, headers: new Headers(), clone: () => ({}) }],
])('an answer without a body %s does not linger', async (_, options, answer) => {
  const fetch = createFetch({ fetch: async () => answer as Response, linger: 86_400_000, ...options });
  for (let call = 0; call < 2; call++) await fetch(url);
  expect(fetch.stats()).toMatchObject({ launched: 2, joined: 0, failed: 0, inFlight: 0 });
});

// In many browsers timers and `performance.now()` stand still meanwhile.
test('no answer lingers while the computer sleeps', async () => {
  const fetch = createFetch({ fetch: network, linger: 60_000 });
  const bedtime = Date.now();
  await (await fetch(url)).text();
  await (await fetch(url)).text();
  expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1 });
  const clock = vi.spyOn(Date, 'now').mockReturnValue(bedtime + 3_600_000);
  onTestFinished(() => clock.mockRestore());
  await (await fetch(url)).text();
  expect(fetch.stats()).toMatchObject({ launched: 2, joined: 1 });
});

test('no answer lingers longer because its timer is late: the thread was busy', async () => {
  const fetch = createFetch({ fetch: network, linger: 1000 });
  const clock = vi.spyOn(Date, 'now').mockReturnValue(5000);
  onTestFinished(() => clock.mockRestore());
  await (await fetch(`${url}old`)).text();
  clock.mockReturnValue(5500);
  await (await fetch(`${url}new`)).text();
  clock.mockReturnValue(6000);
  await (await fetch(`${url}old`)).text();
  await (await fetch(`${url}new`)).text();
  expect(fetch.stats()).toMatchObject({ launched: 3, joined: 1 });
});
