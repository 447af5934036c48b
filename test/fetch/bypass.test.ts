// Law 7: calls that are not shared reach the network as they were given.

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type CoalescingFetch, createFetch } from '../../src/fetch/create-fetch.ts';
import { resource } from '../support/resource.ts';

const url = 'http://example.com/places';
type Init = NonNullable<Parameters<CoalescingFetch>[1]>;

function wrapped(options: Parameters<typeof createFetch>[0] = {}) {
  const network = vi.fn(async (..._: unknown[]) => new Response('answer'));
  return { network, fetch: createFetch({ fetch: network as typeof globalThis.fetch, ...options }) };
}

describe('not shared', () => {
  test.each<[string, Init]>([
    ['POST', { method: 'POST' }],
    ['a body', { method: 'PUT', body: 'text' }],
    ['DELETE', { method: 'DELETE' }],
    ['OPTIONS', { method: 'OPTIONS' }],
    ['a method of one’s own', { method: 'REPORT' }],
    ['keepalive', { keepalive: true }],
    ['only-if-cached', { cache: 'only-if-cached', mode: 'same-origin' }],
    ['another address space', { targetAddressSpace: 'private' } as Init],
    ['coalesce: false', { coalesce: false }],
  ])('is a call with %s', async (_, init) => {
    const { fetch, network } = wrapped();
    await Promise.all([fetch(url, init), fetch(url, init)]);
    expect(network.mock.calls).toEqual([
      [url, init],
      [url, init],
    ]);
    expect(fetch.stats()).toMatchObject({ calls: 2, launched: 0, bypassed: 2, inFlight: 0 });
  });

  test('is a Request with a method or a keepalive of that kind', async () => {
    const { fetch } = wrapped();
    await fetch(new Request(url, { method: 'DELETE' }));
    await fetch(new Request(url, { keepalive: true }));
    expect(fetch.stats()).toMatchObject({ launched: 0, bypassed: 2 });
  });

  test.each(['data:text/plain,hello', 'about:blank', 'ftp://example.com/'])('is %s', async (url) => {
    const { fetch } = wrapped();
    await fetch(url);
    expect(fetch.stats()).toMatchObject({ launched: 0, bypassed: 1 });
  });

  test('is a request that `eligible` refuses, which is called only for requests that may be shared', async () => {
    const eligible = vi.fn((request: Request) => !request.url.endsWith('7'));
    const { fetch } = wrapped({ eligible });
    await Promise.all([
      fetch(url),
      fetch(url),
      fetch(`${url}/7`),
      fetch(`${url}/7`),
      fetch(url, { method: 'POST' }),
    ]);
    expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1, bypassed: 3 });
    expect(eligible).toHaveBeenCalledTimes(4);
  });

  test.each([
    ['a promise', Promise.resolve(false)],
    // In an Angular page, `zone.js` replaces the global `Promise`: an async function returns one of another class.
    // biome-ignore lint/suspicious/noThenProperty: a promise of another class
    ['a promise of another class', { then: (resolve: (value: boolean) => void) => resolve(false) }],
  ])('rejects where `eligible` returns %s, which would count as true', async (_, answer) => {
    // Compilers make a function that is not async of one that is.
    const eligible = (() => answer) as never;
    const fetch = createFetch({ fetch: async () => new Response('answer'), eligible });
    await expect(fetch('http://example.com/')).rejects.toThrow(
      'Expected `eligible` to return true or false, got `[object ',
    );
    expect(fetch.stats()).toMatchObject({ launched: 0, bypassed: 0, inFlight: 0 });
  });

  test('rejects, and never throws, where eligible throws', async () => {
    const error = new Error('mine');
    const { fetch } = wrapped({
      eligible: () => {
        throw error;
      },
    });
    await expect(fetch(url)).rejects.toBe(error);
  });
});

describe('the network', () => {
  test('gets a string as it was given', async () => {
    for (const input of [url, `${url}#here`, 'HTTP://EXAMPLE.com/a/../b']) {
      const { fetch, network } = wrapped();
      await fetch(input);
      expect(network.mock.calls[0]?.[0]).toBe(input);
    }
  });

  // Not the same objects: their owner may change them while the call is on its way.
  test('gets a URL as a URL or a string, and a Request as a Request', async () => {
    const { fetch, network } = wrapped();
    await fetch(new URL(url));
    await fetch(new Request(url, { headers: { 'x-one': '1' } }));
    expect(String(network.mock.calls[0]?.[0])).toBe(url);
    const [input, init] = network.mock.calls[1] as [Request, RequestInit];
    const sent = new Request(input, init);
    expect([sent.url, sent.headers.get('x-one')]).toEqual([url, '1']);
  });

  test('gets each member of an init that is an instance with getters', async () => {
    class Init {
      get method() {
        return 'GET';
      }
      get headers() {
        return { 'x-one': '1' };
      }
    }
    const { url, seen } = resource();
    const fetch = createFetch();
    const responses = await Promise.all([fetch(url, new Init()), fetch(url, { headers: { 'x-one': '1' } })]);
    for (const response of responses) expect(await response.text()).toBe('ok');
    expect((await seen()).requests).toMatchObject([{ headers: { 'x-one': '1' } }]);
  });

  test('gets each member of a call past all flights as it was first read, and reads none again', async () => {
    const { url, seen } = resource();
    const reads: string[] = [];
    const once = (name: string, value: string) => {
      reads.push(name);
      return `${value}${reads.filter((read) => read === name).length}`;
    };
    const init = {
      method: 'POST',
      get body() {
        return once('body', 'text');
      },
      get headers() {
        return { 'x-one': once('headers', 'value') };
      },
    };
    await createFetch()(url, init);
    expect(reads.sort()).toEqual(['body', 'headers']);
    expect((await seen()).requests).toMatchObject([{ method: 'POST', headers: { 'x-one': 'value1' } }]);
  });

  test('gets a call past all flights without an init as it was made', async () => {
    const { fetch, network } = wrapped({ eligible: () => false });
    await fetch(url);
    expect(network.mock.calls).toEqual([[url]]);
  });

  test('gets a body that was sent, and a Request that carries one', async () => {
    const fetch = createFetch();
    const { url, seen } = resource();
    await fetch(new Request(url, { method: 'POST', body: 'text' }));
    await fetch(url, { method: 'PUT', body: 'text', headers: { 'x-one': '1' } });
    const { requests } = await seen();
    expect(requests.map(({ method, headers }) => [method, headers['content-length']])).toEqual([
      ['POST', '4'],
      ['PUT', '4'],
    ]);
  });
});

test('a stand-in for fetch may answer without a promise', async () => {
  const atOnce = (() => new Response('at once')) as unknown as typeof globalThis.fetch;
  const fetch = createFetch({ fetch: atOnce });
  const calls = [fetch('http://example.com/'), fetch('http://example.com/', { method: 'POST' })];
  for (const response of await Promise.all(calls)) expect(await response.text()).toBe('at once');
});

test('the network is never called as a method of the object that holds the wrapped fetch (#19)', async () => {
  const receivers: unknown[] = [];
  const client = {
    fetch: createFetch({
      async fetch(this: unknown) {
        receivers.push(this);
        return new Response();
      },
    }),
  };
  for (const init of [{}, { method: 'POST' }, { coalesce: false }])
    await client.fetch('http://coflight.test/', init);
  expect(receivers).toEqual([undefined, undefined, undefined]);
});

test('a write by a member of an object is sent as by the function alone (#19)', async () => {
  const { url, hits } = resource();
  const client = { fetch: createFetch() };
  expect((await client.fetch(url, { method: 'POST' })).status).toBe(200);
  expect(await hits()).toBe(1);
});

test('a method of null is the text `null`, as in the native fetch (#19)', async () => {
  const methods: unknown[] = [];
  const fetch = createFetch({
    fetch: async (input, init) => {
      methods.push(new Request(input, init).method);
      return new Response();
    },
  });
  await Promise.all([1, 2].map(() => fetch('http://coflight.test/', { method: null as never })));
  expect(methods).toEqual(['null', 'null']);
});

test('an init that is not empty makes a Request forget its referrer and the policy of it, as in the native fetch', async () => {
  const sent: unknown[] = [];
  const fetch = createFetch({
    fetch: async (input, init) => {
      const { referrer, referrerPolicy } = new Request(input, init);
      sent.push([referrer, referrerPolicy]);
      return new Response();
    },
  });
  const request = new Request('http://coflight.test/', { referrerPolicy: 'origin' });
  const inits: readonly RequestInit[] = [
    {},
    { retry: 3 } as RequestInit,
    { headers: undefined } as never,
    { cache: 'no-store' },
    { signal: new AbortController().signal },
    { referrer: '' },
    { referrerPolicy: 'no-referrer' },
  ];
  for (const init of inits) await fetch(request, init);
  expect(sent).toEqual([
    ['about:client', 'origin'],
    ['about:client', 'origin'],
    ['about:client', 'origin'],
    ['about:client', ''],
    ['about:client', ''],
    ['', ''],
    ['about:client', 'no-referrer'],
  ]);
});

test('a referrer policy of null is refused beside a Request, as by the native fetch (#19)', async () => {
  const fetch = createFetch({ fetch: async (input, init) => Response.json(new Request(input, init).url) });
  const call = fetch(new Request('http://coflight.test/'), { referrerPolicy: null as never });
  await expect(call).rejects.toThrow(TypeError);
});

test('the global one as a method of another object is sent with that object, which the native function refuses', async () => {
  const receivers: unknown[] = [];
  const reasons: unknown[] = [];
  const fetch = createFetch({
    async fetch(this: unknown) {
      receivers.push(this);
      return new Response();
    },
  });
  fetch.addEventListener('bypass', ({ detail }) => reasons.push(detail.reason));
  const native = globalThis.fetch;
  onTestFinished(() => {
    globalThis.fetch = native;
  });
  globalThis.fetch = fetch as typeof native;
  const holder = { fetch: globalThis.fetch };
  await holder.fetch('http://coflight.test/');
  await globalThis.fetch('http://coflight.test/');
  const alone = globalThis.fetch;
  await alone('http://coflight.test/');
  expect(reasons).toEqual(['receiver']);
  expect(receivers).toEqual([holder, undefined, undefined]);
});
