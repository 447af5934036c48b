// Law 6: relative URLs are the same request as each other, also where `Request` cannot resolve them: in SvelteKit's
// `load` on the server, in jsdom, in Node.

import { describe, expect, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { mistakeOf } from '../support/native.ts';
import { Network } from '../support/network.ts';

type Call = readonly [input: string | URL, init?: RequestInit];

/** A fetch that knows the origin, as a framework's server-side one does. */
function wrapped(options: Parameters<typeof createFetch>[0] = {}) {
  const network = vi.fn(
    async (input: RequestInfo | URL, init?: RequestInit) =>
      new Response(`${init?.method ?? 'GET'} ${new URL(String(input), 'http://coflight.test/base/')}`),
  );
  return { network, fetch: createFetch({ fetch: network as typeof globalThis.fetch, ...options }) };
}

/** How many requests come of these calls, made in one turn; none goes past all flights. */
function launches(...calls: Call[]): number {
  const { fetch } = wrapped();
  for (const call of calls) void fetch(...call);
  expect(fetch.stats().bypassed).toBe(0);
  return fetch.stats().launched;
}

test('Node’s Request resolves no relative URL', () => {
  expect(() => new Request('/places')).toThrow(TypeError);
});

describe('relative URLs', () => {
  test.each(['/places?zoom=4', 'places', './places', '../places', '?zoom=4', '//coflight.test/places', ''])(
    'are one request where they are the same: %j (#12)',
    async (url) => {
      const { fetch, network } = wrapped();
      const calls = [fetch(url), fetch(url), fetch(url, { headers: {} }), fetch(url, { method: 'GET' })];
      expect(fetch.stats()).toMatchObject({ launched: 1, joined: 3, bypassed: 0 });
      const texts = await Promise.all(calls.map(async (call) => (await call).text()));
      expect(new Set(texts).size).toBe(1);
      expect(network).toHaveBeenCalledTimes(1);
    },
  );

  test('reach the network as they were given (#12)', async () => {
    const { fetch, network } = wrapped();
    await Promise.all([fetch('/places?zoom=4#here'), fetch('/places?zoom=4#here')]);
    expect(network.mock.calls.map(([input]) => input)).toEqual(['/places?zoom=4#here']);
  });

  test('are the same request when only their fragments differ (#12)', () => {
    expect(launches(['/places'], ['/places#here'], ['/places#there'])).toBe(1);
  });

  test.each<[string, Call, Call]>([
    ['path', ['/places'], ['/people']],
    ['query', ['/places?zoom=4'], ['/places?zoom=5']],
    ['method', ['/places'], ['/places', { method: 'HEAD' }]],
    [
      'header',
      ['/places', { headers: { authorization: 'A' } }],
      ['/places', { headers: { authorization: 'B' } }],
    ],
    ['credentials', ['/places'], ['/places', { credentials: 'omit' }]],
    ['cache mode', ['/places'], ['/places', { cache: 'reload' }]],
    ['redirect mode', ['/places'], ['/places', { redirect: 'error' }]],
    ['integrity', ['/places'], ['/places', { integrity: 'sha256-x' }]],
    ['base, because nobody here knows it', ['/places'], ['http://coflight.test/places']],
    ['base, because nobody here knows its scheme', ['//coflight.test/a'], ['http://coflight.test/a']],
    ['directory', ['places'], ['/places']],
    ['directory above', ['../places'], ['places']],
    ['directory above the root, where there may be more', ['../places'], ['/places']],
    ['query of the page, and not of the root', ['?zoom=4'], ['/?zoom=4']],
    ['URL that only looks like a key of another', ['/places GET'], ['/places']],
  ])('are two requests of another %s (#12)', (_, one, other) => {
    expect(launches(one, other)).toBe(2);
  });

  test('are the same request whatever the order and case of their headers (#12)', () => {
    const headers = { 'X-One': '1', Accept: 'image/png' };
    expect(
      launches(
        ['/places', { headers }],
        ['/places', { headers: { accept: 'image/png', 'x-one': '1' } }],
        ['/places', { headers: new Headers(headers) }],
      ),
    ).toBe(1);
  });

  test('are not shared where absolute ones are not (#12)', async () => {
    const { fetch } = wrapped();
    const inits: RequestInit[] = [
      { method: 'POST' },
      { keepalive: true },
      { coalesce: false } as RequestInit,
      { dispatcher: {} } as RequestInit,
    ];
    for (const init of inits) await fetch('/places', init);
    expect(fetch.stats()).toMatchObject({ launched: 0, bypassed: inits.length });
  });

  test('are aborted one by one (#12)', async () => {
    const network = new Network();
    const relative = (input: RequestInfo | URL, init?: RequestInit) =>
      network.fetch(new URL(String(input), 'http://coflight.test'), init);
    const fetch = createFetch({ fetch: relative });
    const controller = new AbortController();
    const mine = fetch('/places', { signal: controller.signal });
    const theirs = fetch('/places');
    expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1 });
    controller.abort('mine');
    await expect(mine).rejects.toBe('mine');
    network.sent[0]?.answer();
    network.sent[0]?.end();
    expect(await (await theirs).text()).toBe('');
    expect(network.sent).toHaveLength(1);
    expect(network.sent[0]?.signal?.aborted).toBe(false);
  });

  test('are rejected as natively where the network resolves them neither (#12)', async () => {
    const fetch = createFetch();
    const native = await mistakeOf(() => globalThis.fetch('/places'));
    expect(native).toMatch(/TypeError/);
    const calls = [fetch('/places'), fetch('/places')];
    for (const call of calls) expect(await mistakeOf(() => call)).toBe(native);
    expect(fetch.stats().inFlight).toBe(0);
  });

  test.each<[string, RequestInit]>([
    ['a header that is none', { headers: { 'no header': 'x' } }],
    ['a mode that is none', { mode: 'nonsense' as RequestMode }],
    ['a signal that is none', { signal: {} as AbortSignal }],
  ])('go to the network with a mistake: %s', async (_, init) => {
    const { fetch, network } = wrapped();
    await fetch('/places', init).catch(() => {});
    expect(fetch.stats()).toMatchObject({ launched: 0 });
    expect(network.mock.calls.length).toBeLessThanOrEqual(1);
  });
});

describe('the treatment of a relative URL', () => {
  test('a write fences the reads of other paths (#12)', () => {
    const { fetch } = wrapped();
    void fetch('/me');
    void fetch('/login', { method: 'POST' });
    void fetch('/me');
    expect(fetch.stats()).toMatchObject({ launched: 2, joined: 0, bypassed: 1 });
  });

  test('`forget()` of it closes its flight alone (#12)', () => {
    const { fetch } = wrapped();
    void fetch('/me');
    void fetch('/places');
    fetch.forget('/me');
    void fetch('/me');
    void fetch('/places');
    expect(fetch.stats()).toMatchObject({ launched: 3, joined: 1 });
  });

  test('`forget()` without a target closes its flight (#12)', () => {
    const { fetch } = wrapped();
    void fetch('/me');
    fetch.forget();
    void fetch('/me');
    expect(fetch.stats()).toMatchObject({ launched: 2, joined: 0 });
  });

  test('events have its URL as it was given (#12)', async () => {
    const { fetch } = wrapped();
    const told: string[] = [];
    for (const type of ['launch', 'join', 'settle'] as const)
      fetch.addEventListener(type, ({ detail }) => void told.push(`${type} ${detail.url}`));
    const texts = [fetch('/me'), fetch('/me')].map(async (call) => (await call).text());
    await Promise.all(texts);
    expect(told).toEqual(['launch /me', 'join /me', 'settle /me']);
  });
});

test('under a DOM that gives the page a location, as jsdom does, relative URLs are shared (#12)', async () => {
  vi.stubGlobal('location', new URL('http://coflight.test/page'));
  vi.stubGlobal('document', { baseURI: 'http://coflight.test/page' });
  try {
    expect(launches(['/places'], ['/places'])).toBe(1);
    expect(launches(['/places'], ['/people'])).toBe(2);
    // Only the network knows what its base is.
    expect(launches(['/places'], ['http://coflight.test/places'])).toBe(2);
  } finally {
    vi.unstubAllGlobals();
  }
});
