// Law 10: a response that no one reads soon gets stale. A lingering one can be joined a while longer.

import { afterEach, describe, expect, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { readerOf } from '../support/reading.ts';
import { resource } from '../support/resource.ts';

afterEach(() => void vi.useRealTimers());

describe('a response that no one reads', () => {
  /** Called three seconds later. */
  async function threeSecondsLater(options: { read: boolean }) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const fetch = createFetch();
    const server = resource({ body: 'firstsecond', chunk: 6, gate: 'end' });
    const early = await fetch(server.url);
    const text = options.read ? early.text() : undefined;
    await vi.advanceTimersByTimeAsync(3000);
    const later = await fetch(server.url);
    await server.open('end');
    return { server, later, text: text ?? early.text() };
  }

  test('soon takes no caller, so that no caller gets stale data', async () => {
    const { server, later, text } = await threeSecondsLater({ read: false });
    expect(later.headers.get('x-number')).toBe('2');
    expect(await Promise.all([text, later.text()])).toEqual(['firstsecond', 'firstsecond']);
    expect(await server.hits()).toBe(2);
  });

  test('is not one that a caller waits for: a slow answer can be joined', async () => {
    const { server, later, text } = await threeSecondsLater({ read: true });
    expect(await Promise.all([text, later.text()])).toEqual(['firstsecond', 'firstsecond']);
    expect(await server.hits()).toBe(1);
  });
});

describe('linger', () => {
  /** Returns the requests of two calls, the second one that long after the last byte of the first. */
  async function hitsAfter(milliseconds: number, query: Record<string, string | number> = {}) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const fetch = createFetch({ linger: 1000 });
    const { url, hits } = resource({ cache: 'no-cache', body: 'whole', ...query });
    expect(await (await fetch(url)).text()).toBe('whole');
    await vi.advanceTimersByTimeAsync(milliseconds);
    expect(await (await fetch(url)).text()).toBe('whole');
    return hits();
  }

  test('keeps a whole answer joinable for so long', async () => expect(await hitsAfter(999)).toBe(1));
  test('ends after so many milliseconds: the next call sends a new request', async () =>
    expect(await hitsAfter(1000)).toBe(2));
  test.each([
    { status: 500 },
    { status: 404 },
    { cache: 'no-store' },
    { cache: 'private, No-Store' },
    { vary: '*' },
    { vary: 'accept, *' },
  ])('is not for %o', async (query) => expect(await hitsAfter(0, query)).toBe(2));
  test.each([
    ['HEAD', 200],
    ['GET', 204],
    ['GET', 205],
  ])('is also for the answer without a body to a %s with the status %i', async (method, status) => {
    const fetch = createFetch({ linger: 1000 });
    const { url, hits } = resource({ cache: 'no-cache', status });
    for (let call = 0; call < 3; call++) {
      const response = await fetch(url, { method });
      expect([response.status, await response.text()]).toEqual([status, '']);
    }
    expect(await hits()).toBe(1);
  });
});

/** Returns whether a second call joins after the body of the first was read, whole or not. */
async function joinsAfter(response: Response): Promise<number> {
  const fetch = createFetch({ linger: 1000, fetch: async () => response });
  await (await fetch('http://example.com/')).text().catch(() => {});
  fetch('http://example.com/').catch(() => {});
  return fetch.stats().joined;
}

test('a body that is read piece by piece stays joinable between the pieces', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const pieces = Array.from({ length: 20 }, () => new Uint8Array(1));
  const body = () =>
    new ReadableStream({
      pull: (controller) => controller.enqueue(pieces.pop()),
    });
  const fetch = createFetch({ fetch: async () => new Response(body()) });
  const reader = readerOf(await fetch('http://example.com/'));
  for (let read = 0; read < 5; read++) {
    await reader.read();
    await vi.advanceTimersByTimeAsync(600);
  }
  void fetch('http://example.com/');
  expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1 });
});

test('an answer lingers unless it varies by everything, or failed in mid-body', async () => {
  expect(await joinsAfter(new Response('whole'))).toBe(1);
  expect(await joinsAfter(new Response('whole', { headers: { vary: '*' } }))).toBe(0);
  const broken = new ReadableStream({ pull: (controller) => controller.error(new TypeError('reset')) });
  expect(await joinsAfter(new Response(broken))).toBe(0);
});

test('a lingering body is not given away to its last caller', async () => {
  const fetch = createFetch({ linger: 1000, fetch: async () => new Response('unchanged') });
  (await (await fetch('http://example.com/')).bytes()).fill(0);
  expect(await (await fetch('http://example.com/')).text()).toBe('unchanged');
});
