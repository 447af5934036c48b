// The URL, the method and the headers of a call, as they are read.

import { afterEach, describe, expect, test, vi } from 'vitest';
import { absoluteUrl } from '../../src/fetch/absolute-url.ts';
import { methodOf, urlOf } from '../../src/fetch/input.ts';
import { isRelative, requestOf, withoutBody } from '../../src/fetch/request-of.ts';

const url = 'http://coflight.test/';

describe('`absoluteUrl`', () => {
  test.each([
    ['http://coflight.test', url],
    ['HTTPS://Coflight.test/A#b', 'https://coflight.test/A#b'],
    ['http://me:secret@coflight.test/', undefined],
    ['data:,x', undefined],
    ['http://', undefined],
    ['../relative', undefined],
    ['', undefined],
  ])('`absoluteUrl` of %j is %j', (given, absolute) => {
    expect(absoluteUrl(given)).toBe(absolute);
  });
});

describe('where requests may have relative URLs, the base is', () => {
  afterEach(() => void vi.unstubAllGlobals());

  test.each([
    [
      'that of the document',
      { document: { baseURI: `${url}a/` }, location: { href: `${url}b/` } },
      `${url}a/x`,
    ],
    ['that of the worker', { location: { href: `${url}b/` } }, `${url}b/x`],
    ['none', {}, undefined],
  ])('%s', async (_, globals, absolute) => {
    vi.resetModules();
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
    vi.stubGlobal('Request', class {});
    const { absoluteUrl } = await import('../../src/fetch/absolute-url.ts');
    expect(absoluteUrl('x')).toBe(absolute);
    expect(absoluteUrl(url)).toBe(url);
  });
});

describe('`requestOf`', () => {
  test('gives a relative URL a base that never resolves', () => {
    const request = requestOf('../a', { method: 'HEAD' });
    expect([request.url, request.method, isRelative(request)]).toEqual([
      'http://relative.invalid/a',
      'HEAD',
      true,
    ]);
    expect(isRelative(requestOf(url))).toBe(false);
  });

  test('throws for an init that a `Request` refuses', () => {
    expect(() => requestOf(new Request(url), { mode: 'navigate' })).toThrow(TypeError);
    expect(() => requestOf('http://')).toThrow(TypeError);
  });
});

test.each([
  [url, url],
  [new URL(url), url],
  [new Request(url), url],
  [{ url }, undefined],
  [undefined, undefined],
])('`urlOf` reads strings, URLs and requests, and nothing else: case %#', (input, expected) => {
  expect(urlOf(input)).toBe(expected);
});

test('The method of a call is that of its init, then that of its request, then GET', () => {
  const request = new Request(url, { method: 'PUT' });
  expect(methodOf(request, { method: 'POST' })).toBe('POST');
  expect(methodOf(request, {})).toBe('PUT');
  expect(methodOf(request, null)).toBe('PUT');
  expect(methodOf(url, undefined)).toBe('GET');
});

describe('`withoutBody`', () => {
  test('has the method and the headers of the call, and leaves its body unread', () => {
    const post = new Request(url, { method: 'POST', body: 'four', headers: { 'x-a': '1' } });
    const request = withoutBody(post, {});
    expect([request?.method, request?.headers.get('x-a'), request?.body]).toEqual(['POST', '1', null]);
    expect(post.bodyUsed).toBe(false);
    expect(withoutBody(post, { headers: { 'x-b': '2' } })?.headers.has('x-a')).toBe(false);
    expect(withoutBody(url, { method: 'PUT' })?.method).toBe('PUT');
  });

  test('is undefined where there can be no request', () => {
    expect(withoutBody('http://me:secret@coflight.test/', {})).toBeUndefined();
  });
});
