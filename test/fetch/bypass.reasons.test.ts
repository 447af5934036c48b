// Law 7: a call that is not shared says why. Members that no platform reads make no difference.

import { describe, expect, test, vi } from 'vitest';
import { type CoalescingFetch, createFetch } from '../../src/fetch/create-fetch.ts';
import { deferred } from '../support/deferred.ts';
import { Network } from '../support/network.ts';
import { resource } from '../support/resource.ts';

const url = 'http://coflight.test/places';
type Options = Parameters<typeof createFetch>[0];
type Init = Record<string, unknown>;
type Detail = {
  id: number;
  url: string;
  request?: Request | undefined;
  role: string;
  reason?: string;
  outcome?: string;
};

function wrapped(options: Options = {}) {
  const network = vi.fn(async (..._: Parameters<typeof globalThis.fetch>) => new Response('answer'));
  const fetch = createFetch({ fetch: network, ...options });
  const events: (Detail & { type: string })[] = [];
  for (const type of ['launch', 'join', 'leave', 'settle', 'bypass'] as const)
    fetch.addEventListener(type, ({ detail }) => void events.push({ ...(detail as Detail), type }));
  const told = (type: string) => events.filter((event) => event.type === type);
  return { network, fetch, events, told };
}

/** Whether a plain call and one with that init share a request. */
function shares(init: Init, options: Options = {}): boolean {
  const { fetch } = wrapped(options);
  void fetch(url);
  void fetch(url, init as RequestInit);
  return fetch.stats().joined === 1;
}

const hook = () => {};

describe('members that no platform reads', () => {
  test.each<[string, Init]>([
    ['ofetch and Nuxt: retry', { retry: 1 }],
    ['ofetch and Nuxt: retry off', { retry: false }],
    ['ofetch and Nuxt: retryDelay', { retryDelay: 500, retryStatusCodes: [429, 500] }],
    ['ofetch and Nuxt: baseURL', { baseURL: '/api' }],
    ['ofetch and Nuxt: responseType', { responseType: 'json', parseResponse: JSON.parse }],
    ['ofetch and Nuxt: query and params', { query: { zoom: 4 }, params: { zoom: 4 } }],
    ['ofetch and Nuxt: timeout', { timeout: 1000 }],
    [
      'ofetch and Nuxt: hooks',
      { onRequest: hook, onRequestError: [hook], onResponse: hook, onResponseError: hook },
    ],
    ['ofetch and Nuxt: ignoreResponseError', { ignoreResponseError: true }],
    ['Nuxt: key, lazy, server, dedupe', { key: 'a', lazy: true, server: false, dedupe: 'cancel' }],
    ['graphql-request: errorPolicy', { errorPolicy: 'all' }],
    ['graphql-request: its own fetch', { fetch: hook, requestMiddleware: hook, jsonSerializer: JSON }],
    [
      'ky: prefixUrl, hooks, searchParams',
      { prefixUrl: '/api', hooks: {}, searchParams: 'a=b', throwHttpErrors: false },
    ],
    ['RTK Query: responseHandler, validateStatus', { responseHandler: 'json', validateStatus: hook }],
    ['axios: withCredentials, transformResponse', { withCredentials: false, transformResponse: [hook] }],
    ['anything else', { surprise: 1, 'data-x': null, 0: 'zero' }],
    ['a symbol', { [Symbol('mine')]: 1 } as Init],
  ])('make no difference: %s (#12)', (_, init) => {
    expect(shares(init)).toBe(true);
  });

  test('make no difference, also where they are inherited (#12)', () => {
    class Options {
      get retry() {
        return 3;
      }
    }
    expect(shares(new Options() as unknown as Init)).toBe(true);
    expect(shares(Object.create({ baseURL: '/api' }))).toBe(true);
  });

  test.each([undefined, null])('make no difference, nor do others without a value: %s', (none) => {
    expect(shares({ next: none, dispatcher: none, cf: none })).toBe(true);
  });

  test('do not hide the difference of those that the platform reads', () => {
    expect(shares({ retry: 1, headers: { 'x-one': '1' } })).toBe(false);
    expect(shares({ baseURL: '/api', credentials: 'omit' })).toBe(false);
  });

  test('reach a `fetch` that reads them (#12)', async () => {
    const { fetch, network } = wrapped();
    await fetch(url, { retry: 1, baseURL: '/api' } as RequestInit);
    expect(network.mock.calls[0]?.[1]).toMatchObject({ retry: 1, baseURL: '/api' });
  });
});

describe('members that the platform reads', () => {
  /** The members of an init that this platform reads: those whose getters it calls. */
  function readHere(names: readonly string[]): string[] {
    const read: string[] = [];
    const init = {};
    for (const name of names) Object.defineProperty(init, name, { get: () => void read.push(name) });
    new Request('data:,', init);
    return read;
  }
  const unkeyed = ['adAuctionHeaders', 'privateToken', 'targetAddressSpace', 'dispatcher', 'browsingTopics'];

  test.each(readHere(unkeyed))('and that no key can see keep a call apart: %s', (name) => {
    expect(shares({ [name]: 'anything' })).toBe(false);
  });

  test.each([
    ['a priority', { priority: 'high' }],
    ['a duplex', { duplex: 'half' }],
    ['a window', { window: null }],
  ])('and that change no answer make no difference: %s', (_, init) => {
    expect(shares(init)).toBe(true);
  });
});

describe('a wrong call', () => {
  const used = () => {
    const request = new Request(url, { method: 'POST', body: 'used' });
    void request.text();
    return request;
  };
  test.each<[string, () => Parameters<typeof globalThis.fetch>, Partial<Detail>]>([
    ['with a used body', () => [used()], { reason: 'invalid', url, request: undefined }],
    ['with a used body and no other', () => [used(), { body: null }], { reason: 'invalid', url }],
    ['with a body and GET', () => [url, { body: 'x' }], { reason: 'body', url }],
  ])('%s says why, and is not counted', async (_, call, told) => {
    const { fetch, told: events } = wrapped();
    await fetch(...call());
    expect(events('bypass')).toMatchObject([told]);
    expect(fetch.stats().calls).toBe(0);
  });

  test('The `bypass` event of a value that is no URL has an empty URL and key', async () => {
    const { fetch, told } = wrapped();
    await fetch({} as never);
    expect(told('bypass')).toMatchObject([{ url: '', key: '' }]);
  });
});

describe('ignoreInit', () => {
  const ignoring = (...ignoreInit: string[]) => ({ ignoreInit }) as Options;

  test('names members that make no difference (#12)', () => {
    expect(shares({ next: { revalidate: 60 } }, ignoring('next', 'cf'))).toBe(true);
    expect(shares({ next: {}, cf: {} }, ignoring('next', 'cf'))).toBe(true);
    expect(shares({ next: {}, dispatcher: { dispatch: hook } }, ignoring('next'))).toBe(false);
  });

  test('leaves the members to the network: they are sent (#12)', async () => {
    const { fetch, network } = wrapped(ignoring('next'));
    await fetch(url, { next: { revalidate: 60 } } as RequestInit);
    expect(network.mock.calls[0]?.[1]).toMatchObject({ next: { revalidate: 60 } });
  });

  test.each([
    ['a string', 'next'],
    ['an array of something else', [1]],
    ['null', null],
  ])('must be an array of names: not %s (#12)', (_, ignoreInit) => {
    expect(() => createFetch({ ignoreInit } as unknown as Options)).toThrow(/ignoreInit/);
  });
});

describe('the `bypass` event', () => {
  test('has the URL as the request has it', async () => {
    const { fetch, told } = wrapped();
    await fetch('http://coflight.test/a/../b c', { method: 'POST' });
    expect(told('bypass')).toMatchObject([{ url: 'http://coflight.test/b%20c' }]);
  });

  test('is told of a write whose signal is none, which the network refuses', async () => {
    const { fetch, network, told } = wrapped();
    const refused = new TypeError('no signal');
    network.mockRejectedValue(refused);
    await expect(fetch(url, { method: 'POST', signal: 'none' as never })).rejects.toBe(refused);
    expect(told('settle')).toMatchObject([{ outcome: 'failed' }]);
  });

  test.each<[string, string | RegExp, Init]>([
    ['a method', 'method', { method: 'POST' }],
    ['a method with a body', 'method', { method: 'PUT', body: 'text' }],
    ['an unknown method', 'method', { method: 'REPORT' }],
    ['keepalive', 'keepalive', { keepalive: true }],
    ['only-if-cached', 'only-if-cached', { cache: 'only-if-cached', mode: 'same-origin' }],
    ['coalesce: false', 'opt-out', { coalesce: false }],
    ['a member that could change the answer', 'init: dispatcher', { dispatcher: { dispatch: hook } }],
    ['a member of a framework', 'init: next', { next: { revalidate: 60 } }],
    ['a body without a method', /^(body|invalid)$/, { body: 'text' }],
    ['a method that is none', /^(method|invalid)$/, { method: 'NO METHOD' }],
    ['a header that is none', 'invalid', { headers: { 'no header': 'x' } }],
  ])('says why: %s (#12)', async (_, reason, init) => {
    const { fetch, told } = wrapped();
    await fetch(url, init as RequestInit).catch(() => {});
    expect(told('bypass')).toHaveLength(1);
    expect(told('bypass')[0]?.reason).toMatch(reason instanceof RegExp ? reason : new RegExp(`^${reason}$`));
  });

  test.each([
    ['a data: URL', 'scheme', 'data:,hello'],
    ['a blob: URL', 'scheme', 'blob:http://coflight.test/1'],
    ['about:blank', 'scheme', 'about:blank'],
    ['a URL that is none', 'invalid', 'http://'],
    ['a URL with a line break and a `<`', 'invalid', `${url}/\n<1`],
    ['a URL with a tab and a `<`', 'invalid', `${url}/?<\t1`],
    ['an object that is no Request', 'foreign', { url } as unknown as string],
  ])('says why: %s (#12)', async (_, reason, input) => {
    const { fetch, told } = wrapped();
    await fetch(input).catch(() => {});
    expect(told('bypass').map((event) => event.reason)).toEqual([reason]);
  });

  /** A request with members that no script can set. */
  const unusual = (members: object, init: RequestInit = {}) =>
    Object.defineProperties(new Request(url, init), Object.getOwnPropertyDescriptors(members));

  test.each<[string, string | undefined, Request]>([
    ['a data: URL', 'scheme', new Request('data:,hello')],
    ['a navigation', 'navigate', unusual({ mode: 'navigate' })],
    [
      'a `no-cors` request for a range',
      'range',
      unusual({ mode: 'no-cors' }, { headers: { range: 'bytes=0-1' } }),
    ],
    ['a `no-cors` request', undefined, unusual({ mode: 'no-cors' })],
    ['a request for a range', undefined, new Request(url, { headers: { range: 'bytes=0-1' } })],
    [
      'a dispatcher, as older versions of Node keep it',
      'init: dispatcher',
      unusual({ [Symbol('dispatcher')]: {} }),
    ],
    [
      'no dispatcher, as older versions of Node keep it',
      undefined,
      unusual({ [Symbol('dispatcher')]: undefined }),
    ],
    ['another symbol', undefined, unusual({ [Symbol('other')]: {} })],
  ])('says why a request is not shared: %s', async (_, reason, request) => {
    const { fetch, told } = wrapped();
    await fetch(request).catch(() => {});
    expect(told('bypass').map((event) => event.reason)).toEqual(reason ? [reason] : []);
  });

  // Browsers remove the header.
  const upgrade = { headers: { Upgrade: 'websocket' } };
  const isSent = new Request(url, upgrade).headers.has('upgrade');
  test.each<[string, () => [string | Request, RequestInit?]]>([
    ['an init', () => [url, upgrade]],
    ['a Request', () => [new Request(url, upgrade)]],
  ])('says that a call asks for another protocol, where the platform can: by %s', async (_, make) => {
    const { fetch, told, network } = wrapped();
    await Promise.all([1, 2].map(() => fetch(...make())));
    expect(told('bypass').map(({ reason }) => reason)).toEqual(isSent ? ['upgrade', 'upgrade'] : []);
    expect(network).toHaveBeenCalledTimes(isSent ? 2 : 1);
  });

  test('says that a `Request` with an init that is none is invalid', async () => {
    const { fetch, told } = wrapped();
    await fetch(new Request(url), { mode: 'navigate' });
    expect(told('bypass')).toMatchObject([{ reason: 'invalid' }]);
  });

  test('The `bypass` event of a write to a URL with a password has no request', async () => {
    const { fetch, told } = wrapped();
    await fetch('http://me:secret@coflight.test/', { method: 'POST' });
    expect(told('bypass')).toMatchObject([{ reason: 'method', request: undefined }]);
  });

  test('says that `eligible` refused (#12)', async () => {
    const { fetch, told } = wrapped({ eligible: () => false });
    await fetch(url);
    expect(told('bypass')).toMatchObject([{ reason: 'ineligible', url, role: 'bypass' }]);
  });

  test('says that the answer varies (#12)', async () => {
    const network = new Network();
    const fetch = createFetch({ fetch: network.fetch, ignoreHeaders: ['x-trace'] });
    const reasons: (string | undefined)[] = [];
    fetch.addEventListener('bypass', ({ detail }) => void reasons.push((detail as Detail).reason));
    const calls = ['1', '2'].map((trace) => fetch(url, { headers: { 'x-trace': trace } }));
    network.sent[0]?.answer({ headers: { vary: 'x-trace' } });
    await calls[0];
    await expect.poll(() => network.sent.length).toBe(2);
    network.sent[1]?.answer();
    await calls[1];
    expect(reasons).toEqual(['vary']);
  });

  test('is not fired for a call that is shared', async () => {
    const { fetch, told } = wrapped();
    await Promise.all([fetch(url), fetch(url)]);
    expect(told('bypass')).toEqual([]);
    for (const { reason } of told('launch')) expect(reason).toBeUndefined();
  });

  test('has its own id, which its `settle` event has, too (#12)', async () => {
    const gates = [deferred<Response>(), deferred<Response>(), deferred<Response>()];
    const queue = [...gates];
    const { fetch, told } = wrapped({ fetch: () => queue.shift()?.promise as Promise<Response> });
    const calls = [
      fetch(url),
      ...['one', 'two'].map((body) => fetch(`${url}/${body}`, { method: 'POST', body })),
    ];
    const ids = [...told('launch'), ...told('bypass')].map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    // They end in another order than they began.
    gates[2]?.resolve(new Response('two'));
    await calls[2];
    expect(told('settle')).toMatchObject([
      { id: ids[2], url: `${url}/two`, role: 'bypass', outcome: 'done' },
    ]);
    gates[1]?.reject(new TypeError('no network'));
    await calls[1]?.catch(() => {});
    expect(told('settle')[1]).toMatchObject({
      id: ids[1],
      url: `${url}/one`,
      role: 'bypass',
      outcome: 'failed',
    });
    gates[0]?.resolve(new Response('answer'));
    await (await calls[0])?.text();
    expect(told('settle')[2]).toMatchObject({ id: ids[0], url });
  });

  test('has the request, whose body is still the network’s to send (#12)', async () => {
    const { fetch, told } = wrapped({ fetch: globalThis.fetch });
    const { url, seen } = resource();
    const body = new Blob(['four']).stream();
    await fetch(url, { method: 'PUT', body, duplex: 'half', headers: { 'x-one': '1' } } as RequestInit).catch(
      () => {},
    );
    await fetch(new Request(url, { method: 'POST', body: 'four' }));
    const requests = told('bypass').map(({ request }) => request);
    expect(requests.map((request) => [request?.method, request?.url])).toEqual([
      ['PUT', url],
      ['POST', url],
    ]);
    expect(requests[0]?.headers.get('x-one')).toBe('1');
    expect((await seen()).requests.at(-1)).toMatchObject({
      method: 'POST',
      headers: { 'content-length': '4' },
    });
  });

  const referrer = new URL('/other', globalThis.location?.href ?? url).href;
  const unusualMembers: RequestInit = {
    credentials: 'omit',
    redirect: 'error',
    cache: 'no-store',
    mode: 'same-origin',
    integrity: 'sha256-AAAA',
    keepalive: true,
    referrer,
    referrerPolicy: 'origin',
  };
  const write = { method: 'POST' };
  test.each<[string, () => [string | Request, RequestInit?]]>([
    ['a URL', () => [url, { ...write, ...unusualMembers }]],
    ['a Request', () => [new Request(url, { ...write, ...unusualMembers })]],
    ['a Request with a method in its init', () => [new Request(url, unusualMembers), write]],
    ['a Request with other members in its init', () => [new Request(url, write), unusualMembers]],
    ['a read', () => [url, { keepalive: true, credentials: 'omit' }]],
  ])('has a request with all members of the call, as the option `fences` gets it: %s', (_, make) => {
    const fences = vi.fn((_: Request) => false);
    const { fetch, told } = wrapped({ fences });
    void fetch(url);
    void fetch(...make());
    // Firefox forgets `keepalive` in a copy of a Request, but not in a call.
    const native = Object.defineProperty(new Request(...make()), 'keepalive', { value: true });
    const isWrite = native.method === 'POST';
    const requests = [told('bypass')[0]?.request, isWrite ? fences.mock.calls[0]?.[0] : native];
    const names = [...Object.keys(unusualMembers), 'method', 'url'] as (keyof Request)[];
    for (const request of requests)
      for (const name of names) expect([name, request?.[name]]).toEqual([name, native[name]]);
  });

  test('has a request, and fences, also where the platform makes none with all members', () => {
    const fences = vi.fn((_: Request) => false);
    const { fetch, told } = wrapped({ fences });
    void fetch(url);
    void fetch(unusual({ mode: 'navigate' }, { ...write, headers: { 'x-one': '1' } }));
    for (const request of [told('bypass')[0]?.request, fences.mock.calls[0]?.[0]]) {
      expect(request).toMatchObject({ method: 'POST', url });
      expect(request?.headers.get('x-one')).toBe('1');
    }
  });

  test('The `bypass` event of a call that cannot be a request has no request (#12)', async () => {
    const { fetch, told } = wrapped();
    await fetch('http://').catch(() => {});
    await fetch({ url } as unknown as string).catch(() => {});
    expect(told('bypass').map(({ request }) => request)).toEqual([undefined, undefined]);
  });

  test('is counted by `stats()` with its settle', async () => {
    const { fetch } = wrapped();
    const call = fetch(url, { method: 'POST' });
    expect(fetch.stats()).toMatchObject({ bypassed: 1, settled: 0, inFlight: 1 });
    await call;
    expect(fetch.stats()).toMatchObject({ bypassed: 1, settled: 1, inFlight: 0 });
  });
});

test('the outcome of a flight that all have left is "aborted" (#12)', async () => {
  const network = new Network();
  const fetch: CoalescingFetch = createFetch({ fetch: network.fetch });
  const outcomes: unknown[] = [];
  fetch.addEventListener('settle', ({ detail }) => void outcomes.push(detail.outcome));
  const controller = new AbortController();
  const call = fetch(url, { signal: controller.signal });
  controller.abort();
  await call.catch(() => {});
  await expect.poll(() => outcomes).toEqual(['aborted']);
});
