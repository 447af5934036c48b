// Law 6: which requests are the same.

import { describe, expect, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { resource } from '../support/resource.ts';

type Call = readonly [input: RequestInfo | URL, init?: RequestInit | null];

const url = 'http://example.com/places?zoom=4';
const at = (init: RequestInit): Call => [url, init];
const answer = async () => new Response('answer');

/** How many requests come of these calls, made in one turn. */
function launches(calls: readonly Call[], options: Parameters<typeof createFetch>[0] = {}): number {
  const fetch = createFetch({ fetch: answer, ...options });
  for (const [input, init] of calls) void fetch(input, init as RequestInit);
  expect(fetch.stats().bypassed).toBe(0);
  return fetch.stats().launched;
}

describe('the same request', () => {
  const defaults: RequestInit = {
    method: 'GET',
    headers: {},
    body: null,
    mode: 'cors',
    credentials: 'same-origin',
    cache: 'default',
    redirect: 'follow',
    referrer: 'about:client',
    referrerPolicy: '',
    integrity: '',
    keepalive: false,
    window: null,
  };
  test.each<[string, Call, other?: string]>([
    ['a URL', [new URL(url)]],
    ['a Request', [new Request(url)]],
    ['an unnormalised string', ['HTTP://EXAMPLE.com:80/a/../places?zoom=4']],
    ['a fragment', [`${url}#there`]],
    ['a URL with line breaks and tabs', ['\n http:\t//example.com/pl\r\naces?zoom\n=4\n']],
    [
      'a URL with a line break and an init',
      ['http://example.com/places\n?zoom=4', { credentials: 'same-origin' }],
    ],
    ['a URL with an unescaped `<`', [`${url}&<`], `${url}&%3C`],
    ['a Request with a fragment', [new Request(`${url}#there`)]],
    ['a null init', [url, null]],
    ['an empty init', at({})],
    ['the defaults spelt out', at(defaults)],
    ['a Request with the defaults spelt out', [new Request(url), defaults]],
    ['undefined members', at({ method: undefined, headers: undefined } as unknown as RequestInit)],
    ['a method in lower case', at({ method: 'get' })],
    ['a signal', at({ signal: new AbortController().signal })],
    ['a Request with a signal', [new Request(url, { signal: new AbortController().signal })]],
    ['a priority', at({ priority: 'high' })],
  ])('may come as %s', (_, call, other = url) => {
    expect(launches([[other], call])).toBe(1);
  });

  const headers = { 'X-One': '1', Accept: 'image/png' };
  test.each<[string, Call]>([
    ['another order', at({ headers: { Accept: 'image/png', 'X-One': '1' } })],
    ['another case', at({ headers: { 'x-ONE': '1', accept: 'image/png' } })],
    ['Headers', at({ headers: new Headers(headers) })],
    ['pairs', at({ headers: Object.entries(headers) })],
    ['a Map', at({ headers: new Map(Object.entries(headers)) as unknown as HeadersInit })],
    ['an iterator that can be walked once', at({ headers: Object.entries(headers).values() as never })],
    ['space around a value', at({ headers: { ...headers, 'X-One': ' 1 ' } })],
    ['a Request', [new Request(url, { headers })]],
    ['a Request with other headers, overridden', [new Request(url, { headers: { a: 'b' } }), { headers }]],
  ])('may have its headers in %s', (_, call) => {
    expect(launches([at({ headers }), call])).toBe(1);
  });

  test('reaches the network with all headers of an iterator that can be walked once', async () => {
    const { url, seen } = resource();
    await createFetch()(url, { headers: Object.entries({ 'x-one': '1', 'x-two': '2' }).values() as never });
    expect((await seen()).requests[0]?.headers).toMatchObject({ 'x-one': '1', 'x-two': '2' });
  });
});

describe('another request', () => {
  test.each<[string, Call]>([
    ['query', ['http://example.com/places?zoom=5']],
    ['path', ['http://example.com/place?zoom=4']],
    ['an empty query', ['http://example.com/places']],
    ['HEAD', at({ method: 'HEAD' })],
    ['Authorization', at({ headers: { authorization: 'Bearer 1' } })],
    ['Range', at({ headers: { range: 'bytes=0-1' } })],
    ['Accept', at({ headers: { accept: 'text/html' } })],
    ['an empty header', at({ headers: { 'x-one': '' } })],
    ['credentials', at({ credentials: 'include' })],
    ['no credentials', at({ credentials: 'omit' })],
    ['mode', at({ mode: 'no-cors' })],
    ['same-origin mode', at({ mode: 'same-origin' })],
    ['cache', at({ cache: 'reload' })],
    ['redirect', at({ redirect: 'manual' })],
    ['referrer', at({ referrer: '' })],
    ['referrerPolicy', at({ referrerPolicy: 'origin' })],
    ['integrity', at({ integrity: 'sha256-AAAA' })],
  ])('is one that differs in %s', (_, call) => {
    expect(launches([[url], call])).toBe(2);
    expect(launches([[new Request(url)], [new Request(...(call as [URL, RequestInit]))]])).toBe(2);
  });

  test('is one with other values of one header: no two users share an answer', () => {
    const users = ['Bearer 1', 'Bearer 2', 'bearer 1'].map((authorization) =>
      at({ headers: { authorization } }),
    );
    expect(launches(users)).toBe(3);
  });

  test('cannot be written so that it looks like this one', () => {
    const headers = [
      { a: '1', b: '2' },
      { a: '1","b","2' },
      { a: '1, b, 2' },
      { a: '1', 'b,2': '' } as never,
    ];
    const tricks = headers.slice(0, 3).map((headers) => at({ headers }));
    expect(launches([...tricks, ['http://example.com/places?zoom=4","cors']])).toBe(4);
  });
});

describe('options', () => {
  test('ignoreHeaders shares requests that differ in those headers alone, in any case of their names', () => {
    const calls = [1, 2].map((trace) => at({ headers: { 'X-Trace-Id': `${trace}` } }));
    expect(launches(calls)).toBe(2);
    expect(launches(calls, { ignoreHeaders: ['x-TRACE-id'] })).toBe(1);
    const others = [1, 2].map((other) => at({ headers: { 'x-trace-id': '1', other: `${other}` } }));
    expect(launches(others, { ignoreHeaders: ['x-trace-id'] })).toBe(2);
  });

  test('key decides which requests are the same, except that GET and HEAD stay apart', () => {
    const key = vi.fn((request: Request) => new URL(request.url).pathname);
    const calls: Call[] = [[url], ['http://example.com/places?zoom=5']];
    expect(launches(calls, { key })).toBe(1);
    expect(launches([[url], at({ method: 'HEAD' })], { key })).toBe(2);
    expect(key.mock.calls[0]?.[0]).toBeInstanceOf(Request);
  });

  test('key gets the default one, to add to it', () => {
    const key = (request: Request, own: string) => own + request.headers.get('accept');
    expect(launches([[url], at({ headers: { accept: 'a' } })], { key })).toBe(2);
    expect(launches([[url], [url]], { key })).toBe(1);
  });

  test.each([undefined, null, 7, {}])('a key of %o is refused', async (made) => {
    const fetch = createFetch({ fetch: answer, key: (() => made) as never });
    await expect(fetch(url)).rejects.toThrow(
      new TypeError(`Expected \`key\` to return a string, got \`${made}\`.`),
    );
  });
});
