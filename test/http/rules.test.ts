import { describe, expect, test } from 'vitest';
import { isEndless, isNullBody, isStatus } from '../../src/http/content.ts';
import { crossOriginOf } from '../../src/http/cross-origin.ts';
import { sameOrigin } from '../../src/http/fence.ts';
import { isSafe } from '../../src/http/methods.ts';
import { absoluteSrcset, candidatesOf } from '../../src/http/srcset.ts';
import { originOf, patternUrl, starred, withoutFragment, withoutQuery } from '../../src/http/url.ts';
import { varies, variesAlways } from '../../src/http/vary.ts';

describe.each([
  [
    withoutFragment,
    'loses its fragment alone',
    {
      'https://a.example/b?c#d#e': 'https://a.example/b?c',
      'https://a.example/b': 'https://a.example/b',
      '#d': '',
    },
  ],
  [
    withoutQuery,
    'loses its query and its fragment',
    { 'https://a.example/b?c#d': 'https://a.example/b', 'https://a.example/b#d?c': 'https://a.example/b' },
  ],
  [
    originOf,
    'has an origin, which ends before path, query and fragment',
    {
      'https://a.example:8443/b/c': 'https://a.example:8443',
      'https://a.example?b': 'https://a.example',
      'chrome-extension://abc/d': 'chrome-extension://abc',
      '': '',
      'about:client': 'about:client',
      'blob:https://a.example/b': 'blob:https://a.example/b',
    },
  ],
])('%o', (part, promise, cases) => {
  test.each(Object.entries(cases))(`A URL ${promise}: %s`, (url, expected) => {
    expect(part(url)).toBe(expected);
  });
});

test.each([
  ['/tiles/*', 'https://site.test/tiles/*'],
  ['https://a.example/{z}/{x}', 'https://a.example/*/*'],
  ['http://*.a.example/b', 'http://*.a.example/b'],
  ['http*://a.example/b', 'http*://a.example/b'],
  ['*://a.example/b', '*://a.example/b'],
])('The pattern %s can match, and names %s', (pattern, url) => {
  expect(starred(patternUrl(pattern, 'https://site.test/')?.href ?? '')).toBe(url);
});

test.each([
  '',
  '*:tiles',
  '*p://a.example/',
  'ftp://a.example/*',
  'xhttps://a.example/',
  'x:http://a.example/',
])('The pattern "%s" can match no URL of HTTP', (pattern) => {
  expect(patternUrl(pattern, 'https://site.test/')).toBeUndefined();
});

test('GET, HEAD, OPTIONS and TRACE are safe in any case, all other methods are not', () => {
  expect(['GET', 'head', 'Options', 'TRACE'].map(isSafe)).toEqual([true, true, true, true]);
  expect(['POST', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'GETS', 'FORGET', ''].map(isSafe)).toEqual(
    Array(8).fill(false),
  );
});

test('A write fences every read of its origin, and no other', () => {
  const write = { url: 'https://a.example/login' };
  expect(sameOrigin(write, { url: 'https://a.example/me?x' })).toBe(true);
  expect(sameOrigin(write, { url: 'http://a.example/me' })).toBe(false);
  expect(sameOrigin(write, { url: 'https://a.example:8443/me' })).toBe(false);
  expect(sameOrigin(write, { url: 'https://b.example/login' })).toBe(false);
});

describe('Vary', () => {
  const sent = (headers: Record<string, string>, referrer = '') => ({
    headers: new Headers(headers),
    referrer,
  });

  test.each([
    [null, false],
    ['', false],
    [' , ', false],
    ['accept', true],
    ['Accept-Language', false],
    ['accept-language , ACCEPT', true],
    ['*', true],
    ['accept-language, *', true],
    ['not a name', true],
  ])('%o keeps two requests with different `Accept` apart: %o', (vary, expected) => {
    const one = sent({ accept: 'image/png', 'accept-language': 'en' });
    const other = sent({ accept: 'image/webp', 'accept-language': 'en' });
    expect(varies(vary, one, other)).toBe(expected);
  });

  test.each([
    [undefined, false],
    [null, false],
    ['accept', false],
    ['x-*', false],
    ['*', true],
    ['accept , * ', true],
  ])('%o depends on more than headers: %o', (vary, expected) => {
    expect(variesAlways(vary)).toBe(expected);
  });

  test('counts a missing header as different from one that is there', () => {
    expect(varies('x-user', sent({}), sent({ 'x-user': 'a' }))).toBe(true);
    expect(varies('x-user', sent({}), sent({}))).toBe(false);
  });

  test('Vary of Referer compares the referrers, which are not among the headers', () => {
    expect(varies('Referer', sent({}, 'https://a.example/1'), sent({}, 'https://a.example/2'))).toBe(true);
    expect(varies('Referer', sent({}, 'https://a.example/1'), sent({}, 'https://a.example/1'))).toBe(false);
    expect(varies('Accept', sent({}, 'https://a.example/1'), sent({}, 'https://a.example/2'))).toBe(false);
  });
});

describe('Content', () => {
  test.each([
    'text/event-stream',
    'Text/Event-Stream; charset=utf-8',
    ' text/event-stream',
    '  text/event-stream',
    'multipart/x-mixed-replace; boundary=frame',
    'multipart/mixed; boundary="graphql"; subscriptionSpec=1.0',
    'Multipart/Mixed',
    'application/x-ndjson',
    'application/ndjson',
    'application/stream+json',
    'application/x-jsonl',
    'application/jsonlines',
    'application/json-seq',
    'application/geo+json-seq',
    'application/jsonl',
    'application/json-lines',
    'audio/mpeg',
    'video/mp4',
  ])('Content of type %s has no end', (type) => {
    expect(isEndless(type)).toBe(true);
  });

  test.each([
    undefined,
    null,
    '',
    'application/json',
    'text/plain',
    'image/png',
    'application/geo+json',
    'x-text/event-stream',
    'multipart/form-data; boundary=x',
    'text/x; of=audio/mpeg',
    'application/y-jsonl',
    'application/+jsonl',
  ])('Content of type %s has an end', (type) => {
    expect(isEndless(type)).toBe(false);
  });

  test('has no body with the null-body statuses of the Fetch standard', () => {
    const statuses = [100, 101, 103, 200, 201, 204, 205, 206, 304, 305];
    expect(statuses.filter(isNullBody)).toEqual([101, 103, 204, 205, 304]);
  });

  test('can be given a status from 200 to 599', () => {
    expect([0, 199, 200, 404, 599, 600, 999].filter(isStatus)).toEqual([200, 404, 599]);
  });
});

describe('The candidates of an image', () => {
  const base = 'https://a.example/page/';
  const of = (src: string, srcset: string) => candidatesOf(src, srcset, base);

  test('are its source and all addresses of its list, absolute, each once', () => {
    expect(of('1.jpg', '/2.jpg 1x,\n  https://b.example/3.jpg  2x, /page/1.jpg')).toEqual([
      'https://a.example/page/1.jpg',
      'https://a.example/2.jpg',
      'https://b.example/3.jpg',
    ]);
  });

  // Addresses of many image services contain commas.
  test.each([
    ['a comma', '/w_60,h_40/1.jpg', '/w_60,h_40/1.jpg'],
    ['a comma before the first slash', 'w_60,h_40/1.jpg 1x, other.jpg 2x', '/page/w_60,h_40/1.jpg'],
    ['a comma, after another candidate', 'other.jpg 1x, /w_60,h_40/1.jpg 2x', '/w_60,h_40/1.jpg'],
    [
      'a comma, at once after the descriptor of another',
      'other.jpg 1x,/w_60,h_40/1.jpg 2x',
      '/w_60,h_40/1.jpg',
    ],
    ['a comma, after a descriptor and a space', 'other.jpg 1x ,/w_60,h_40/1.jpg 2x', '/w_60,h_40/1.jpg'],
    ['commas around it', ',,/1.jpg,, /2.jpg', '/1.jpg'],
    ['commas at the end', '/1.jpg,,', '/1.jpg'],
  ])('are addresses with %s', (_, srcset, address) => {
    expect(of('', srcset)).toContain(`https://a.example${address}`);
  });

  test('are none where there is neither a source nor a list', () => expect(of('', '')).toEqual([]));

  test('leave out texts that are not addresses', () => {
    expect(of('https://', 'http://[ 1x')).toEqual([]);
  });

  test.each([
    ['1.jpg 1x, /2.jpg 1.5x,\n../3.jpg  2x', '{/page/1.jpg} 1x, {/2.jpg} 1.5x,\n{/3.jpg}  2x'],
    ['1.jpg 100w,2.jpg 200w', '{/page/1.jpg} 100w,{/page/2.jpg} 200w'],
    ['1.jpg, 2.jpg 2x,', '{/page/1.jpg}, {/page/2.jpg} 2x,'],
    [',,w_60,h_40/1.jpg,, 2.jpg', ',,{/page/w_60,h_40/1.jpg},, {/page/2.jpg}'],
    ['1.jpg 1x ,2.jpg', '{/page/1.jpg} 1x ,{/page/2.jpg}'],
    [
      'data:image/gif;base64,AA== 1x, https://b.example/1.jpg 2x',
      'data:image/gif;base64,AA== 1x, https://b.example/1.jpg 2x',
    ],
    ['http://[ 1x', 'http://[ 1x'],
    ['x', '{/page/x}'],
    [' , ', ' , '],
    ['\f1.jpg\t1x,\r\n2.jpg 2x', '\f{/page/1.jpg}\t1x,\r\n{/page/2.jpg} 2x'],
    // Only these are white space in HTML. A no-break space is part of an address.
    ['\u00a01.jpg 1x, 2\u202f3.jpg\u00a0 2x', '{/page/%C2%A01.jpg} 1x, {/page/2%E2%80%AF3.jpg%C2%A0} 2x'],
  ])('have absolute addresses and the same descriptors: %j', (srcset, expected) => {
    expect(absoluteSrcset(srcset, base)).toBe(expected.replace(/\{(.*?)\}/g, 'https://a.example$1'));
  });
});

test.each([
  ['use-credentials', 'use-credentials'],
  ['USE-Credentials', 'use-credentials'],
  ['anonymous', 'anonymous'],
  ['', 'anonymous'],
  ['use-credentials ', 'anonymous'],
  [' use-credentials', 'anonymous'],
])('The attribute `crossorigin="%s"` means %s', (text, meaning) => {
  expect(crossOriginOf(text)).toBe(meaning);
});
