// Why calls share or not: what `launch` tells, what is in flight, and what two calls would do.

import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { explain } from '../../src/fetch/explain.ts';
import type { FetchOptions } from '../../src/fetch/options.ts';
import { Network } from '../support/network.ts';
import { turns } from '../support/turns.ts';

const url = 'http://coflight.test/places';

/** A fetch over a network in the test's hands, and what its launches were kept apart by. */
function wrapped(options: FetchOptions = {}) {
  const network = new Network();
  const fetch = createFetch({ fetch: network.fetch, ...options });
  const differs: (readonly string[] | undefined)[] = [];
  fetch.addEventListener('launch', ({ detail }) => differs.push(detail.differs));
  return { fetch, network, differs };
}

const unanswered = (call: Promise<Response>) => void call.catch(() => {});

afterEach(() => vi.useRealTimers());

describe('A launch tells what kept it from a flight for the same method and URL', () => {
  test.each<[string[], RequestInit]>([
    [['accept'], { headers: { Accept: 'text/csv' } }],
    [['authorization', 'x-zoom'], { headers: { 'X-Zoom': '4', Authorization: 'me' } }],
    [['credentials'], { credentials: 'omit' }],
    [['cache', 'range'], { cache: 'no-store', headers: { range: 'bytes=0-1' } }],
  ])('%s', (names, init) => {
    const { fetch, differs } = wrapped();
    unanswered(fetch(url));
    unanswered(fetch(url, init));
    expect(differs).toEqual([undefined, names]);
  });

  test('Fragments make no difference: a header keeps two calls apart', () => {
    const { fetch, differs } = wrapped();
    unanswered(fetch(`${url}#1`, { headers: { a: '1' } }));
    unanswered(fetch(`${url}#2`, { headers: { a: '2' } }));
    expect(differs).toEqual([undefined, ['a']]);
  });

  test('A flight for another URL or method, or one that has ended, does not count', async () => {
    const { fetch, network, differs } = wrapped();
    const first = fetch(url);
    network.sent[0]?.answer();
    network.sent[0]?.end();
    await (await first).text();
    unanswered(fetch(url, { method: 'HEAD' }));
    unanswered(fetch(`${url}/4`));
    unanswered(fetch(url));
    expect(differs).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('Ignored headers are not among the names', () => {
    const { fetch, differs } = wrapped({ ignoreHeaders: ['Traceparent'] });
    unanswered(fetch(url, { headers: { traceparent: '1' } }));
    unanswered(fetch(url, { headers: { traceparent: '2', accept: 'text/csv' } }));
    expect(differs[1]).toEqual(['accept']);
  });

  test('The latest flight counts', () => {
    const { fetch, differs } = wrapped();
    unanswered(fetch(url));
    unanswered(fetch(url, { headers: { a: '1' } }));
    unanswered(fetch(url, { headers: { a: '1', b: '1' } }));
    expect(differs[2]).toEqual(['b']);
  });

  test('A launch is compared with one flight, however many there are for its URL', () => {
    const { fetch, differs } = wrapped();
    const launch = (id: number) => unanswered(fetch(url, { headers: { traceparent: `${id}` } }));
    const read = vi.spyOn(Headers.prototype, Symbol.iterator);
    onTestFinished(() => read.mockRestore());
    launch(0);
    launch(1);
    const most = read.mock.calls.length;
    for (let id = 2; id < 20; id++) launch(id);
    expect(differs.slice(1)).toEqual(Array.from({ length: 19 }, () => ['traceparent']));
    read.mockClear();
    launch(20);
    expect(read.mock.calls.length).toBeLessThan(most);
  });

  test('A call that joins a flight tells no difference from another one', () => {
    const { fetch } = wrapped();
    const joins: unknown[] = [];
    fetch.addEventListener('join', ({ detail }) => joins.push(detail.differs));
    unanswered(fetch(url));
    unanswered(fetch(url, { headers: { a: '1' } }));
    unanswered(fetch(url));
    expect(joins).toEqual([undefined]);
  });

  test('A difference that only the option `key` sees is named `key`', () => {
    let count = 0;
    const { fetch, differs } = wrapped({ key: () => `${++count}` });
    unanswered(fetch(url));
    unanswered(fetch(url));
    expect(differs[1]).toEqual(['key']);
  });
});

describe('A flight that no call can join says why, and so does the next launch', () => {
  test.each<[string, FetchOptions, (fetch: ReturnType<typeof createFetch>) => unknown]>([
    ['forget', {}, (fetch) => fetch.forget()],
    ['fences', {}, (fetch) => unanswered(fetch(url, { method: 'POST' }))],
  ])('%s, before the headers', (reason, options, close) => {
    const { fetch, differs } = wrapped(options);
    unanswered(fetch(url));
    close(fetch);
    expect(fetch.flights()[0]?.closedBy).toBe(reason);
    unanswered(fetch(url));
    expect(differs).toEqual([undefined, [reason]]);
  });

  test('A closed flight of the same key counts, even when a later one has other headers', () => {
    const { fetch, differs } = wrapped();
    unanswered(fetch(url));
    unanswered(fetch(url, { headers: { accept: 'text/csv' } }));
    unanswered(fetch(url, { method: 'POST' }));
    unanswered(fetch(url));
    expect(differs[2]).toEqual(['fences']);
  });

  test('joinUntil, after the headers', async () => {
    const { fetch, network, differs } = wrapped({ joinUntil: 'headers' });
    const first = fetch(url);
    network.sent[0]?.answer();
    await first;
    expect(fetch.flights()[0]?.closedBy).toBe('joinUntil');
    unanswered(fetch(url));
    expect(differs[1]).toEqual(['joinUntil']);
  });

  test('maxReplay, when too much has arrived', async () => {
    const { fetch, network, differs } = wrapped({ maxReplay: 1 });
    const first = fetch(url);
    network.sent[0]?.answer();
    void (await first).text();
    network.sent[0]?.arrive(new Uint8Array(2));
    await turns();
    expect(fetch.flights()).toMatchObject([{ closedBy: 'maxReplay', bytes: 2 }]);
    unanswered(fetch(url));
    expect(differs[1]).toEqual(['maxReplay']);
  });

  test('age, 20 s after the headers', async () => {
    vi.useFakeTimers();
    const { fetch, network, differs } = wrapped();
    const first = fetch(url);
    network.sent[0]?.answer();
    await vi.advanceTimersByTimeAsync(0);
    void (await first).text();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(fetch.flights()).toMatchObject([{ closedBy: 'age', subscribers: 1 }]);
    unanswered(fetch(url));
    expect(differs[1]).toEqual(['age']);
  });

  test('leaderTimeout, when a follower has waited for so long', async () => {
    vi.useFakeTimers();
    const { fetch, differs } = wrapped({ leaderTimeout: 100 });
    unanswered(fetch(url));
    unanswered(fetch(url));
    await vi.advanceTimersByTimeAsync(100);
    expect(differs).toEqual([undefined, ['leaderTimeout']]);
  });
});

describe('`flights()`', () => {
  test('lists each flight in the order of launching, and none that has settled', async () => {
    const { fetch, network } = wrapped();
    expect(fetch.flights()).toEqual([]);
    const first = fetch(url);
    unanswered(fetch(url));
    unanswered(fetch(`${url}/4`));
    unanswered(fetch(url, { method: 'POST' }));
    expect(fetch.flights()).toMatchObject([
      { id: 1, url, subscribers: 2, bytes: 0, request: { method: 'GET' } },
      { id: 2, url: `${url}/4`, subscribers: 1, bytes: 0 },
    ]);
    network.sent[0]?.answer();
    network.sent[0]?.end();
    await (await first).text();
    expect(fetch.flights().map(({ id }) => id)).toEqual([2]);
  });

  test('A flight that can be joined has no `closedBy`', () => {
    const { fetch } = wrapped();
    unanswered(fetch(url));
    expect(fetch.flights()[0]?.closedBy).toBe(undefined);
  });

  test('says for how long a flight has been in flight', () => {
    vi.useFakeTimers();
    vi.advanceTimersByTime(1000);
    const { fetch } = wrapped();
    unanswered(fetch(url));
    vi.advanceTimersByTime(250);
    expect(fetch.flights()[0]?.age).toBe(250);
  });

  test('lists no flight that has failed, or that all callers have left', async () => {
    const { fetch, network } = wrapped();
    const controller = new AbortController();
    const calls = [fetch(`${url}/1`), fetch(`${url}/2`, controller)];
    network.sent[0]?.fail(new TypeError('offline'));
    controller.abort();
    await Promise.allSettled(calls);
    expect(fetch.flights()).toEqual([]);
  });
});

describe('`explain`', () => {
  test('says that two calls share, and sends nothing', () => {
    const { fetch, network } = wrapped();
    const found = explain(fetch, `${url}#a`, [new URL(url), { priority: 'high' }]);
    expect(found).toEqual({ shared: true, bypass: [undefined, undefined], differs: [] });
    expect(explain(fetch, new Request(url), new Request(`${url}#b`)).shared).toBe(true);
    expect(network.sent).toEqual([]);
    expect(fetch.stats().calls).toBe(0);
  });

  test.each<[string[], string, RequestInit]>([
    [['accept'], url, { headers: { Accept: 'text/csv' } }],
    [['method'], url, { method: 'HEAD' }],
    [['url'], `${url}?zoom=4`, {}],
    [['url', 'mode', 'authorization'], `${url}/4`, { mode: 'same-origin', headers: { authorization: 'me' } }],
  ])('names %s', (differs, url2, init) => {
    const { fetch } = wrapped();
    expect(explain(fetch, url, [url2, init])).toMatchObject({ shared: false, differs });
  });

  test('gives the reasons of calls that bypass', () => {
    const { fetch } = wrapped({ eligible: (request) => !request.url.includes('private') });
    const bypass = (init: object, at = url) => explain(fetch, url, [at, init]).bypass;
    expect(bypass({ method: 'POST' })).toEqual([undefined, 'method']);
    expect(bypass({ next: { tags: [] } })).toEqual([undefined, 'init: next']);
    expect(bypass({ coalesce: false })).toEqual([undefined, 'opt-out']);
    expect(bypass({}, `${url}/private`)).toEqual([undefined, 'ineligible']);
    expect(explain(fetch, [url, { keepalive: true }], 'data:,')).toEqual({
      shared: false,
      bypass: ['keepalive', 'scheme'],
      differs: [],
    });
    expect(explain(fetch, [url, 4 as never], url).bypass).toEqual(['invalid', undefined]);
  });

  test('counts the options of the wrapped fetch', () => {
    const traced = (id: string) => [url, { headers: { traceparent: id } }] as const;
    const shared = (options: FetchOptions) =>
      explain(wrapped(options).fetch, traced('1'), traced('2')).shared;
    expect(shared({})).toBe(false);
    expect(shared({ ignoreHeaders: ['TraceParent'] })).toBe(true);
    expect(shared({ key: (request) => request.url })).toBe(true);
    const { fetch } = wrapped({ ignoreInit: ['next'] });
    expect(explain(fetch, url, [url, { next: 1 } as object]).shared).toBe(true);
  });

  test('names `key` where only that option sees a difference', () => {
    let count = 0;
    const { fetch } = wrapped({ key: () => `${++count}` });
    expect(explain(fetch, url, url).differs).toEqual(['key']);
  });

  test('does not use the body of a request', async () => {
    const { fetch } = wrapped();
    const request = new Request(url, { method: 'POST', body: 'text' });
    expect(explain(fetch, request, url).bypass).toEqual(['method', undefined]);
    expect(await request.text()).toBe('text');
  });

  test.each([globalThis.fetch, undefined])('refuses a fetch that `createFetch` has not made: %s', (fetch) => {
    expect(() => explain(fetch as never, url, url)).toThrow('Expected `fetch` to be made by `createFetch`');
  });
});
