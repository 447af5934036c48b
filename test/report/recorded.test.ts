import { describe, expect, test } from 'vitest';
import { recordedIn } from '../../src/report/recorded.ts';
import { type Entry, harOf } from '../support/har.ts';

const recorded = (entry: Partial<Entry>, creator = 'a test') =>
  recordedIn({ ...harOf({ at: 0, ...entry }), creator })[0];

describe('the answerer of a recorded request is', () => {
  test.each<[string, string, Partial<Entry>]>([
    ['the network', 'network', {}],
    ['the network, for a revalidation', 'network', { status: 304, bytes: 120 }],
    ['the cache, as Chromium says', 'cache', { more: { _fromCache: 'disk' } }],
    ['the cache, as Safari says', 'cache', { more: { _fetchType: 'Memory Cache' } }],
    ['the network, when no answer was kept', 'network', { more: { cache: { afterRequest: null } } }],
    [
      'the network, when the answer was kept in the cache',
      'network',
      { more: { cache: { beforeRequest: null, afterRequest: { eTag: '', hitCount: 0 } } } },
    ],
    ['the cache, when nothing was transferred', 'cache', { bytes: 0 }],
    ['the network, as Safari says', 'network', { more: { _fetchType: 'Network Load' } }],
    [
      'the network, of a kind that only begins like a cache',
      'network',
      { more: { _fetchType: 'Cacheless' } },
    ],
    [
      'the cache, when there were no headers and it took no time (Firefox)',
      'cache',
      { ms: 0, response: { _transferSize: undefined, headersSize: 0, bodySize: 11 } },
    ],
    [
      'the network, when a tool records no sizes',
      'network',
      { response: { _transferSize: undefined, headersSize: 0, bodySize: 0 } },
    ],
    [
      'a service worker, as Chromium says',
      'service worker',
      { response: { _fetchedViaServiceWorker: true } },
    ],
    ['a service worker, as Safari says', 'service worker', { more: { _fetchType: 'Service Worker' } }],
    ['nobody, for an aborted request', 'nobody', { status: 0 }],
    ['nobody, for a failed request of Playwright', 'nobody', { status: -1 }],
  ])('%s', (_, answerer, entry) => {
    expect(recorded(entry)?.answerer).toBe(answerer);
  });
});

test.each([[null], [{ eTag: '', hitCount: 1 }]])(
  'Firefox names what it has in its cache only for an answer that came from there: %o',
  (afterRequest) => {
    expect(recorded({ more: { cache: { afterRequest } } }, 'Firefox 153.0')?.answerer).toBe('cache');
    expect(recorded({ more: { cache: {} } }, 'Firefox 153.0')?.answerer).toBe('network');
  },
);

test('an answer that cost nothing is of the service worker where Playwright has recorded one', () => {
  const page = { at: 0, bytes: 0 };
  const worker = { at: 0, more: { _serviceWorkerRef: 'worker@1' } };
  expect(recordedIn(harOf(page, worker)).map(({ answerer }) => answerer)).toEqual([
    'service worker',
    'network',
  ]);
});

describe('the maker of a recorded request is', () => {
  const unnamed = { more: { _resourceType: undefined } };

  test.each<[string, Partial<Entry>]>([
    ['fetch', { type: 'fetch' }],
    ['xhr', { type: 'xhr' }],
    ['element', { type: 'image' }],
    ['element', { type: 'font' }],
    ['navigation', { type: 'document' }],
    ['media', { type: 'media' }],
    ['other', { type: 'eventsource' }],
    ['other', { type: 'ping' }],
    ['element', { type: 'stylesheet' }],
    ['element', { type: 'script' }],
    ['element', { type: 'manifest' }],
    ['media', { type: 'texttrack' }],
    ['other', { type: 'constructor' }],
    ['other', { headers: { accept: 'text/event-stream' } }],
    ['other', { status: 101, ...unnamed }],
    ['fetch', { headers: { 'sec-fetch-dest': 'empty' }, ...unnamed }],
    ['element', { headers: { 'sec-fetch-dest': 'image' }, ...unnamed }],
    ['media', { headers: { 'sec-fetch-dest': 'video' }, ...unnamed }],
    ['navigation', { headers: { 'sec-fetch-dest': 'iframe' }, ...unnamed }],
    ['navigation', { headers: { 'sec-fetch-dest': 'document' }, ...unnamed }],
    ['navigation', { headers: { 'sec-fetch-dest': 'frame' }, ...unnamed }],
    ['navigation', { headers: { 'sec-fetch-dest': 'embed' }, ...unnamed }],
    ['navigation', { headers: { 'sec-fetch-dest': 'object' }, ...unnamed }],
    ['media', { headers: { 'sec-fetch-dest': 'audio' }, ...unnamed }],
    ['media', { headers: { 'sec-fetch-dest': 'track' }, ...unnamed }],
    ['element', { headers: { 'sec-fetch-dest': 'toString' }, ...unnamed }],
    ['navigation', { headers: { 'sec-fetch-mode': 'navigate' }, ...unnamed }],
    ['navigation', { headers: { accept: 'text/html,*/*;q=0.8' }, ...unnamed }],
    ['element', { headers: { accept: 'image/webp,*/*' }, ...unnamed }],
    ['element', { response: { content: { mimeType: 'text/javascript' } }, ...unnamed }],
    ['fetch', { response: { content: { mimeType: 'application/json' } }, ...unnamed }],
    ['element', { headers: { 'sec-fetch-dest': 'newer' }, ...unnamed }],
    ['element', { headers: { accept: 'text/css,*/*' }, ...unnamed }],
    ['media', { response: { content: { mimeType: 'video/mp4' } }, ...unnamed }],
    ['element', { response: { content: { mimeType: 'font/woff2' } }, ...unnamed }],
    ['element', { response: { content: { mimeType: 'text/css' } }, ...unnamed }],
    ['fetch', { response: {}, ...unnamed }],
    [
      'fetch',
      { more: { ...unnamed.more, request: { method: 'GET', url: 'https://a.example/', headers: [] } } },
    ],
    ['fetch', { headers: { accept: 'application/json, text/html' }, ...unnamed }],
    ['fetch', { headers: { accept: 'application/json, image/webp' }, ...unnamed }],
    ['fetch', { response: { content: { mimeType: 'application/json; of=video/mp4' } }, ...unnamed }],
    ['fetch', { response: { content: { mimeType: 'application/json; of=image/png' } }, ...unnamed }],
    ['fetch', { response: { content: { mimeType: 'application/json; of=text/css' } }, ...unnamed }],
  ])('%s, for %j', (maker, entry) => {
    expect(recorded(entry)?.maker).toBe(maker);
  });
});

describe('the bytes of a recorded request are', () => {
  test.each<[number, string, object]>([
    [900, 'a test', { _transferSize: 900, bodySize: 800, headersSize: 90 }],
    [890, 'a test', { _transferSize: undefined, bodySize: 800, headersSize: 90 }],
    [800, 'a test', { _transferSize: -1, bodySize: 800, headersSize: -1 }],
    [800, 'Firefox 153.0', { _transferSize: undefined, bodySize: 800, headersSize: 90 }],
    [600, 'a test', { _transferSize: undefined, bodySize: -1, content: { size: 1000, compression: 400 } }],
    [0, 'a test', { _transferSize: undefined, bodySize: -1 }],
    [0, 'a test', { _transferSize: 0, bodySize: 800 }],
    [90, 'a test', { _transferSize: undefined, bodySize: 0, headersSize: 90, content: { size: 1000 } }],
    [1000, 'a test', { _transferSize: undefined, content: { size: 1000 } }],
  ])('%i, recorded by %s as %j', (bytes, creator, response) => {
    expect(recorded({ response }, creator)?.bytes).toBe(bytes);
  });
});

describe('the own headers of a recorded request', () => {
  const own = (headers: Record<string, string>, ...others: Entry[]) => [
    ...(recordedIn(harOf({ at: 0, headers }, ...others))[0]?.ownHeaders ?? []),
  ];

  test('are without those that a browser adds', () => {
    const headers = {
      Cookie: 'a=1',
      Referer: 'https://app.example/page',
      'Sec-Fetch-Mode': 'cors',
      'sec-ch-ua': '"Chromium"',
      'If-None-Match': '"1"',
      'Cache-Control': 'no-cache',
      Pragma: 'no-cache',
      Priority: 'u=1',
    };
    expect(own(headers)).toEqual([['accept', '*/*']]);
  });

  test('are those that the page has set', () => {
    const headers = { Authorization: 'Bearer a', 'X-Trace': '1', 'Cache-Control': 'max-age=5' };
    expect(own(headers)).toEqual([
      ['accept', '*/*'],
      ['authorization', 'Bearer a'],
      ['cache-control', 'max-age=5'],
      ['x-trace', '1'],
    ]);
  });

  test.each([...['x-host', 'host-x', 'x-origin', 'origins', 'x-sec-a', 'x-proxy-a', 'ate', 'tea']])(
    'contain %s, which only looks like one of the browser',
    (name) => {
      expect(own({ [name]: '1' })).toContainEqual([name, '1']);
    },
  );

  test.each([
    ...['proxy-authorization', 'cookie2', 'host', 'connection', 'keep-alive', 'te', 'content-length'],
    ...['accept-encoding', 'origin', 'purpose', 'x-purpose', 'x-client-data', 'dnt', 'if-modified-since'],
    'upgrade-insecure-requests',
  ])('do not contain %s', (name) => {
    expect(own({ [name]: '1' })).toEqual([['accept', '*/*']]);
  });

  test('do not contain what a reload adds', () => {
    expect(own({ 'cache-control': 'max-age=0' })).toEqual([['accept', '*/*']]);
  });

  test.each([
    ['cache-control', 'no-cache, no-store'],
    ['cache-control', 'no-store, no-cache'],
    ['cache-control', 'max-age=0, no-store'],
    ['pragma', 'no-cache, a'],
    ['pragma', 'a, no-cache'],
  ])('contain %s: %s, which no reload adds', (name, value) => {
    expect(own({ [name]: value })).toContainEqual([name, value]);
  });

  test('contain each language that is not the most frequent one', () => {
    const [english, german] = ['en', 'de'].map((language) => ({ headers: { 'accept-language': language } }));
    const all = recordedIn(harOf({ at: 0, ...english }, { at: 1, ...english }, { at: 2, ...german }));
    expect(all.map(({ ownHeaders }) => ownHeaders.get('accept-language'))).toEqual([null, null, 'de']);
  });

  test('contain a language only where it is not the usual one', () => {
    const usual = { at: 1, headers: { 'accept-language': 'en' } };
    expect(own({ 'accept-language': 'en' }, usual)).toEqual([['accept', '*/*']]);
    expect(own({ 'accept-language': 'de' }, usual, usual)).toContainEqual(['accept-language', 'de']);
  });

  test('contain no `accept` of an element where none was recorded', () => {
    const entry: Entry = {
      at: 0,
      type: 'image',
      more: { request: { method: 'GET', url: 'https://a.example/', headers: [] } },
    };
    expect([...(recordedIn(harOf(entry))[0]?.ownHeaders ?? [])]).toEqual([]);
  });

  test.each(['fetch', 'xhr'])('contain the `accept` of %s where none was recorded', (type) => {
    const entry: Entry = {
      at: 0,
      type,
      more: { request: { method: 'GET', url: 'https://a.example/', headers: [] } },
    };
    expect([...(recordedIn(harOf(entry))[0]?.ownHeaders ?? [])]).toEqual([['accept', '*/*']]);
  });
});

test('requests are in the order in which they were made, whatever the order of the entries', () => {
  const [late, first, same] = [{ at: 20 }, { at: 5 }, { at: 5 }];
  expect(recordedIn(harOf(late, first, same)).map(({ entry, start }) => [entry, start])).toEqual([
    [1, 0],
    [2, 0],
    [0, 15],
  ]);
});

test('a request without a page, times and headers of its answer is recorded with what there is', () => {
  const entry: Entry = {
    at: 0,
    ms: 0,
    more: { pageref: undefined, time: undefined, timings: { wait: 30, receive: 20, blocked: -1 } },
    response: { headers: [] },
  };
  expect(recordedIn(harOf(entry))[0]).toMatchObject({ page: '', start: 0, headersAt: 30, end: 50 });
});

test('a request without a total takes as long as its phases together, of which `ssl` is a part of `connect`', () => {
  const timings = { blocked: 1, dns: 2, connect: 4, ssl: 3, send: 8, wait: 16, receive: 32 };
  expect(recorded({ more: { time: undefined, timings } })).toMatchObject({ headersAt: 31, end: 63 });
});

test('a header that no request can have was not sent as one', () => {
  const headers = { ':authority': 'app.example', 'x-a': '1' };
  expect([...(recorded({ headers })?.headers.keys() ?? [])]).toEqual(['accept', 'x-a']);
});
