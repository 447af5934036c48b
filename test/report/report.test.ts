import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { asText } from '../../src/report/as-text.ts';
import { reportOf } from '../../src/report/report.ts';
import { type Entry, harOf } from '../support/har.ts';

const report = (...entries: Entry[]) => reportOf(harOf(...entries));
/** How many requests `createFetch` saves, and how many with the service worker. */
const saved = (...entries: Entry[]) => {
  const { createFetch, withServiceWorker } = report(...entries);
  return [createFetch.requests, withServiceWorker.requests];
};

const [first, second] = [{ at: 0 }, { at: 50 }];
const tile = 'https://tiles.example/3/4/2.png';

describe('a request is saved', () => {
  test('A request is saved when the same one is under way', () => {
    expect(saved(first, second, { at: 99 })).toEqual([2, 2]);
  });

  test('A request is saved although a proxy has opened a tunnel to the origin', () => {
    const tunnel = { at: 20, method: 'CONNECT', url: 'https://app.example/' };
    expect(saved(first, tunnel, second)).toEqual([1, 1]);
    expect(report(tunnel).requests.unshared).toEqual({ 'CONNECT requests': 1 });
  });

  test('A request is saved when several writes to the origin have ended before the other', () => {
    const writes = [70, 75].map((ms) => ({ at: -50, ms, method: 'DELETE' }));
    expect(saved(...writes, { at: 40 }, second)).toEqual([1, 1]);
  });

  test('A request is saved by the service worker alone, when it is from another page', () => {
    expect(saved(first, { ...second, page: 'page_2' })).toEqual([0, 1]);
  });

  test('A request is saved by the service worker alone, when an element or XMLHttpRequest has made it', () => {
    const headers = { 'sec-fetch-site': 'same-origin' };
    const others = ['xhr', 'image'].map((type) => ({ ...second, type, headers }));
    expect(saved({ ...first, headers }, ...others)).toEqual([0, 2]);
  });

  test.each<[string, Record<string, string>]>([
    ['say that they stay in their origin', { 'sec-fetch-site': 'same-origin' }],
    ['name their page', { referer: 'https://app.example/page' }],
    ['name their origin', { origin: 'https://app.example', referer: 'https://other.example/' }],
  ])('A request is saved by the service worker, when an element and XMLHttpRequest %s', (_, headers) => {
    const modes = ['no-cors', 'cors'].map((mode) => ({ ...headers, 'sec-fetch-mode': mode }));
    const [element, xhr] = [
      { at: 0, type: 'image', headers: modes[0] ?? {} },
      { at: 50, type: 'xhr', headers: modes[1] ?? {} },
    ];
    expect(saved(element, xhr)).toEqual([0, 1]);
  });

  test.each([
    ['image', 'no-cors'],
    ['xhr', 'cors'],
  ])(
    'A request is saved by the service worker, when the mode of one %s was not recorded, and is %s',
    (type, mode) => {
      const asked = { type, url: tile, headers: { referer: 'https://app.example/' } };
      const named = { ...asked, headers: { ...asked.headers, 'sec-fetch-mode': mode } };
      expect(saved({ at: 0, ...asked }, { at: 50, ...named })).toEqual([0, 1]);
    },
  );

  test('A request is saved when only the fragment or a header of the browser differs', () => {
    const url = 'https://app.example/data#part';
    expect(saved(first, { ...second, url, headers: { cookie: 'a=1' } })).toEqual([1, 1]);
  });

  test.each<[string, Partial<Entry>]>([
    ['a part of a file', { headers: { range: 'bytes=0-1' } }],
    ['the headers of a file', { method: 'HEAD' }],
  ])('A request is saved by `createFetch`, when both ask for %s', (_, part) => {
    expect(saved({ ...first, ...part }, { ...second, ...part })).toEqual([1, 1]);
    expect(saved({ ...first, ...part }, { ...second, ...part, page: 'page_2' })).toEqual([0, 0]);
  });
});

describe('a request is not saved', () => {
  test.each<[string, Partial<Entry>]>([
    ['comes after the end of the other', { at: 100 }],
    ['has another method', { method: 'HEAD' }],
    ['has another URL', { url: 'https://app.example/data?page=2' }],
    ['has another header', { headers: { 'x-user': 'b' } }],
    ['has failed', { status: 0 }],
    ['came from the cache', { bytes: 0 }],
    ['is a navigation', { type: 'document' }],
    ['is a write', { method: 'POST' }],
  ])('A request is not saved when it %s', (_, part) => {
    expect(saved(first, { ...second, ...part })).toEqual([0, 0]);
  });

  test('A request is not saved when a write to the origin began after the other', () => {
    const write = { at: 20, method: 'POST', url: 'https://app.example/login' };
    expect(saved(first, write, second)).toEqual([0, 0]);
    expect(saved(first, { ...write, url: 'https://other.example/login' }, second)).toEqual([1, 1]);
  });

  test('A request is not saved when a write to the origin ended after the other began', () => {
    const write = { at: -50, ms: 70, method: 'DELETE' };
    expect(saved(write, first, second)).toEqual([0, 0]);
    expect(saved(write, first, { at: 10 })).toEqual([1, 1]);
    expect(saved(write, first, { at: 20 })).toEqual([0, 0]);
  });

  test.each([
    [70, 250],
    [250, 70],
  ])(
    'A request is not saved when the first to end of two writes ended after the other began',
    (...durations) => {
      const writes = durations.map((ms, nth) => ({ at: nth - 50, ms, method: 'DELETE' }));
      expect(saved(...writes, first, second)).toEqual([0, 0]);
    },
  );

  test('A request is not saved when the answer varies by everything', () => {
    const varying = { ...first, answer: { vary: '*' } };
    expect(saved(varying, second)).toEqual([0, 0]);
    expect(saved({ ...varying, response: { _transferSize: undefined } }, second)).toEqual([0, 0]);
  });

  test('A request is not saved when the body has no end and its headers are there', () => {
    const stream = { at: 0, ms: 1000, receive: 900, answer: { 'content-type': 'text/event-stream' } };
    expect(saved(stream, { at: 99 })).toEqual([1, 1]);
    expect(saved(stream, { at: 101 })).toEqual([0, 0]);
  });

  test('A request is not saved when the headers came more than 20 s before', () => {
    const slow = { at: 0, ms: 30_000, receive: 29_900 };
    expect(saved(slow, { at: 20_099 })).toEqual([1, 1]);
    expect(saved(slow, { at: 20_100 })).toEqual([0, 0]);
  });

  test('A request is not saved when more bytes have come than are kept', () => {
    const large = { at: 0, ms: 1100, receive: 1000, bytes: 8 * 2 ** 20 };
    expect(saved(large, { at: 599 })).toEqual([1, 1]);
    expect(saved(large, { at: 600 })).toEqual([0, 0]);
    expect(saved({ ...large, bytes: 4 * 2 ** 20 }, { at: 1099 })).toEqual([1, 1]);
  });

  test('A request is not saved when it asks another origin in another mode', () => {
    const element = { at: 0, type: 'image', url: tile, headers: { 'sec-fetch-mode': 'no-cors' } };
    const byFetch = { at: 50, url: tile, headers: { 'sec-fetch-mode': 'cors' } };
    expect(saved(element, byFetch)).toEqual([0, 0]);
  });
});

describe('the report', () => {
  test('adds up bytes, and the waiting behind the request that would have been joined', () => {
    const { createFetch } = report({ at: 0 }, { at: 0, ms: 200 }, { at: 0, ms: 300, bytes: 700 });
    expect(createFetch).toEqual({ requests: 2, bytes: 1200, waitedMs: 300, longestWaitMs: 200 });
  });

  test('counts the headers of an answer that had not changed, and the body only of others', () => {
    const unknown = { response: { _transferSize: undefined } };
    expect(report(first, { ...second, ...unknown }).createFetch.bytes).toBe(500);
    expect(report(first, { ...second, status: 304, ...unknown }).createFetch.bytes).toBe(0);
  });

  test('says nothing of waiting where none was recorded', () => {
    const timings = { blocked: -1 };
    expect(report({ at: 0, timings }, { at: 0, ms: 200, timings })).toMatchObject({
      createFetch: { requests: 1, waitedMs: null, longestWaitMs: null },
      notes: [expect.stringContaining('does not say how long requests waited')],
    });
  });

  test('groups URLs by their common parts, and names the groups as `match` takes them', () => {
    const page = { at: 0, type: 'document', url: 'https://app.example/' };
    const twice = (url: string) => [
      { at: 0, url },
      { at: 0, url },
    ];
    const { patterns, match } = report(
      page,
      ...['3/4/2', '3/5/2'].flatMap((place) => twice(`https://tiles.example/${place}@2x.png?key=1`)),
      ...twice('https://app.example/users/42'),
      ...['a', 'b'].flatMap((name) => twice(`https://app.example/api/${name}`)),
    );
    expect(patterns.map(({ pattern, sent, requests }) => [pattern, sent, requests])).toEqual([
      ['https://tiles.example/*/*/*@2x.png', 4, 2],
      ['https://app.example/users/42', 2, 1],
      ['https://app.example/api/a', 2, 1],
      ['https://app.example/api/b', 2, 1],
    ]);
    expect(match).toEqual(['https://tiles.example/*/*/*@2x.png', '/users/42', '/api/a', '/api/b']);
  });

  test('counts what was sent and may be shared, and names the patterns that save most first', () => {
    const [a, b] = ['https://app.example/a', 'https://app.example/b'];
    const { patterns } = report(
      { at: 0, url: a },
      { at: 1, url: a },
      { at: 2, url: a, bytes: 0 },
      { at: 500, url: a, method: 'POST' },
      { at: 0, url: b },
      { at: 1, url: b },
      { at: 2, url: b },
    );
    expect(patterns.map(({ pattern, sent, requests }) => [pattern, sent, requests])).toEqual([
      [b, 3, 2],
      [a, 2, 1],
    ]);
  });

  test('finds the origin of the page by the first referrer, where no page was recorded', () => {
    const headers = { referer: 'https://app.example/page' };
    expect(report(first, { ...second, headers }).origin).toBe('https://app.example');
    expect(report(first, second).origin).toBeNull();
  });

  test('makes the key of a request once, however often it replays the recording', () => {
    const made = vi.spyOn(globalThis, 'Request');
    onTestFinished(() => made.mockRestore());
    report(first, second);
    expect(made).toHaveBeenCalledTimes(2);
  });

  test('names what is never shared', () => {
    const never: Entry[] = [
      { at: 0, type: 'ping' },
      { at: 0, type: 'document' },
      { at: 0, type: 'media' },
      { at: 0, method: 'PUT' },
      { at: 0, method: 'OPTIONS' },
    ];
    expect(report(...never).requests.unshared).toEqual({
      'icons, beacons, prefetches, event streams, WebSockets': 1,
      'pages and frames': 1,
      'audio and video': 1,
      writes: 1,
      'OPTIONS requests': 1,
    });
  });

  test('says that XMLHttpRequest may be among the calls where no kinds were recorded', () => {
    const unnamed = { more: { _resourceType: undefined } };
    const note = expect.stringContaining('does not tell `fetch` from XMLHttpRequest');
    const dest = (dest: string) => ({ at: 0, headers: { 'sec-fetch-dest': dest }, ...unnamed });
    expect(report(dest('empty')).notes).toContainEqual(note);
    expect(report(dest('image')).notes).not.toContainEqual(note);
    expect(report(dest('empty'), second).notes).not.toContainEqual(note);
  });

  test('says how many requests `linger` would save', () => {
    expect(report(first, { at: 300 }, { at: 2000 }).linger).toEqual([
      { ms: 250, requests: 1 },
      { ms: 1000, requests: 1 },
      { ms: 5000, requests: 2 },
    ]);
  });

  test.each([
    [4 * 2 ** 20, 1],
    [4 * 2 ** 20 + 1, 0],
  ])('lets an answer of %i bytes, of which 4 MiB are kept, linger for %i request', (bytes, requests) => {
    expect(report({ ...first, bytes }, { at: 300 }).linger[2]).toEqual({ ms: 5000, requests });
  });

  test.each<[string, Partial<Entry>]>([
    ['an error', { status: 500 }],
    ['an answer that may not be stored', { answer: { 'cache-control': 'no-store' } }],
    ['a body without an end that came at once', { answer: { 'content-type': 'application/x-ndjson' } }],
  ])('adds nothing by `linger` for %s', (_, part) => {
    expect(report({ ...first, ...part }, { at: 300 }).linger.map(({ requests }) => requests)).toEqual([
      0, 0, 0,
    ]);
  });

  test.each<[string[], string, Entry[]]>([
    [
      ['x-request-id'],
      'These headers only trace requests.',
      [
        { at: 0, headers: { 'x-request-id': '1' } },
        { at: 0, headers: { 'x-request-id': '2' } },
      ],
    ],
    [
      ['authorization'],
      'Different users must not share an answer.',
      [
        { at: 0, headers: { authorization: 'a' } },
        { at: 0, headers: { authorization: 'b' } },
      ],
    ],
    [
      ['accept'],
      'through the service worker',
      [{ at: 0 }, { at: 0, type: 'image', headers: { accept: 'image/webp' } }],
    ],
    [
      ['x-theme'],
      'if the answer does not depend on it.',
      [{ at: 0 }, { at: 0, headers: { 'x-theme': 'dark' } }],
    ],
    [['a write'], 'must see what the write has changed', [first, { at: 10, method: 'PUT' }, second]],
    [['`Vary: *`'], 'Let it name the headers', [{ ...first, answer: { vary: '*' } }, second]],
    [
      ['the mode'],
      'different kinds of answers',
      [
        { at: 0, type: 'image', url: tile, headers: { 'sec-fetch-mode': 'no-cors' } },
        { at: 0, url: tile, headers: { 'sec-fetch-mode': 'cors' } },
      ],
    ],
    [
      ['?_'],
      'Leave the parameter out',
      [
        { at: 0, url: 'https://app.example/feed?_=1' },
        { at: 0, url: 'https://app.example/feed?_=2' },
      ],
    ],
  ])('names what kept requests apart: %j', (differs, advice, entries) => {
    expect(report(...entries).nearMisses).toEqual([
      { pattern: expect.any(String), requests: 1, differs, advice: expect.stringContaining(advice) },
    ]);
  });

  test('never shows the value of a header', () => {
    const secret = (value: string) => ({ at: 0, headers: { authorization: value } });
    const json = JSON.stringify(report(secret('Bearer secret-1'), secret('Bearer secret-2')));
    expect(json).toContain('authorization');
    expect(json).not.toContain('secret-');
  });
});

describe('the text of a report', () => {
  test('says "Nothing to gain here" when nothing was requested twice', () => {
    const text = asText(report(first, { at: 0, url: 'https://app.example/other' }));
    expect(text).toContain('Nothing to gain here. No identical requests were under way together');
    expect(text).not.toContain('register(');
  });

  test('does not say "Nothing to gain here" when a header alone kept requests apart', () => {
    const traced = (id: string) => ({ at: 0, headers: { 'sentry-trace': id } });
    const text = asText(report(traced('1'), traced('2')));
    expect(text).toContain(
      'Nothing to gain as it is: requests for one URL were under way together, but they were',
    );
    expect(text).toContain("Add `ignoreHeaders: ['sentry-trace']`.");
    expect(text).not.toContain('Nothing to gain here');
  });

  test('says how to record, and nothing else, for a recording without requests', () => {
    const text = 'This recording has no requests. Open the network panel first, then load the page.';
    expect(asText(report()).split('\n\n').slice(1)).toEqual([text]);
  });

  test('writes every large number in one way', () => {
    const writes = Array.from({ length: 1200 }, () => ({ ...first, method: 'POST' }));
    expect(asText(report(...writes))).toContain(
      '1,200 requests: 1,200 to the network.\nNever shared: writes (1,200).',
    );
  });

  test('says which requests only `linger` saves', () => {
    expect(asText(report(first, { at: 300 }))).toContain(
      'No identical requests were under way together. `linger: 250` would have saved 1 request.',
    );
  });

  test('says what `linger` would add, also when its shortest time adds nothing', () => {
    expect(asText(report(first, { at: 2000 }))).toContain(
      '`createFetch` would have saved more requests: 0 with `linger: 250`, 0 with `linger: 1000` and 1 with',
    );
    expect(asText(report(first))).not.toContain('more requests');
  });

  test('names all that kept requests apart', () => {
    const other = { ...second, headers: { 'x-theme': 'dark', 'x-size': '2' } };
    expect(asText(report(first, other))).toContain('1 request, kept apart by x-size, x-theme');
  });

  test('breaks the lines of a near miss for a terminal of 100 columns', () => {
    const names = Array.from({ length: 12 }, (_, at) => `x-a-long-name-${at}`);
    const headers = Object.fromEntries(names.map((name) => [name, '1']));
    const lines = asText(report(first, { ...second, headers })).split('\n');
    expect(lines.filter((line) => line.startsWith('    ') && line.includes('x-a-long'))).toHaveLength(3);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(100);
  });

  test.each([
    [20, false],
    [21, true],
  ])('leaves out some of %i rows: %s', (rows, isCut) => {
    const entries = Array.from({ length: rows }, (_, at) => `https://app.example/name-${at}/its`).flatMap(
      (url) => [
        { at: 0, url },
        { at: 0, url },
      ],
    );
    expect(asText(report(...entries)).includes('… and')).toBe(isCut);
  });

  test('says when there is little to gain', () => {
    const others = Array.from({ length: 98 }, (_, at) => ({ at, url: `https://app.example/${at}` }));
    expect(asText(report(first, second, ...others))).toContain(
      'Little to gain: sharing would have saved 1 of 100 requests (1 %).',
    );
  });

  test('has no control characters of the recording, and no line that is much too long', () => {
    const url = `https://app.example/${'long/'.repeat(40)}`;
    const headers = { 'x-a': '1' };
    const text = asText(report({ at: 0, url }, { at: 0, url }, { at: 0, url, headers }));
    expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThan(260);
    const evil = { ...harOf({ at: 0 }), creator: 'a\u001b[31m tool' };
    expect(asText(reportOf(evil))).not.toContain('\u001b');
  });
});
