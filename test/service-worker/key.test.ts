import { describe, expect, test } from 'vitest';
import { keyOf } from '../../src/service-worker/key.ts';
import { seen } from '../support/worker-scope.ts';

const key = (...request: Parameters<typeof seen>) => keyOf(seen(...request), new Set());

describe('keyOf', () => {
  test.each<[string, Parameters<typeof seen>[1], Parameters<typeof seen>[1]]>([
    ['Accept', { headers: { accept: 'a/b' } }, { headers: { accept: 'c/d' } }],
    ['a header that begins like `Origin`', { headers: { 'origin-agent': 'a' } }, {}],
    ['a header that ends like `Origin`', { headers: { 'x-origin': 'a' } }, {}],
    ['a header that ends like a client hint', { headers: { 'x-sec-ch-ua': 'a' } }, {}],
    ['Authorization', { headers: { authorization: 'a' } }, {}],
    ['Accept-Language', { headers: { 'accept-language': 'de' } }, { headers: { 'accept-language': 'fr' } }],
    ['redirect', { redirect: 'manual' }, {}],
    ['integrity', { integrity: 'sha256-a' }, {}],
    ['credentials at home', { credentials: 'omit' }, {}],
    ['mode same-origin', { mode: 'same-origin' }, {}],
    ['referrer policy', { referrerPolicy: 'origin' }, {}],
    ["the referrer's origin", { referrer: '' }, {}],
  ])('keeps apart by %s', (_, one, other) => {
    expect(key('/tile', one)).not.toBe(key('/tile', other));
  });

  test.each<[string, Parameters<typeof seen>, Parameters<typeof seen>]>([
    ['the fragment', ['/tile#a'], ['/tile#b']],
    ['the path of the page that asks', ['/tile'], ['/tile', { referrer: 'https://map.example/other?x' }]],
    ['the origin of the page', ['/tile', { headers: { origin: 'https://map.example' } }], ['/tile']],
    ['client hints', ['/tile', { headers: { 'sec-ch-ua': 'x' } }], ['/tile']],
    [
      'case and order of names',
      [
        '/tile',
        {
          headers: [
            ['A', '1'],
            ['b', '2'],
          ],
        },
      ],
      [
        '/tile',
        {
          headers: [
            ['B', '2'],
            ['a', '1'],
          ],
        },
      ],
    ],
    [
      'what an <img> and a fetch send at home',
      ['/tile', { mode: 'no-cors', credentials: 'include' }],
      ['/tile'],
    ],
  ])('does not keep apart by %s', (_, one, other) => {
    expect(key(...one)).toBe(key(...other));
  });

  test.each(['script', 'style', 'worker', 'sharedworker', 'xslt'])(
    'keeps a %s apart by the fragment, because its content may read the URL of the answer',
    (destination) => {
      expect(key('/code#a', { destination } as never)).not.toBe(key('/code#b', { destination } as never));
    },
  );

  test('keeps an <img> and a fetch apart at another origin', () => {
    const url = 'https://tiles.example/1.png';
    expect(key(url, { mode: 'no-cors', credentials: 'include' })).not.toBe(key(url));
    expect(key(url, { credentials: 'include' })).not.toBe(key(url));
  });

  test('leaves out the ignored headers', () => {
    const ignored = new Set(['accept']);
    expect(keyOf(seen('/tile', { headers: { accept: 'a/b' } }), ignored)).toBe(keyOf(seen('/tile'), ignored));
  });

  test('does not collide whatever is in a header', () => {
    const quoted = { headers: { a: '"],["b","c' } };
    expect(key('/tile', quoted)).not.toBe(key('/tile', { headers: { a: '', b: 'c' } }));
  });
});
