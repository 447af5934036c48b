import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fullUrl, imageAt, nameOf } from '../../src/register/name-of.ts';

const page = 'https://map.example/app/page';
const facts = { url: 'https://map.example/tile', destination: '', headers: [] };

beforeEach(() => {
  vi.stubGlobal('document', { baseURI: page });
  vi.stubGlobal('location', { href: `${page}#part` });
});
afterEach(() => void vi.unstubAllGlobals());

test('An image is named by its absolute URL', () => {
  expect(imageAt('../tile')).toEqual({ url: 'https://map.example/tile', destination: 'image' });
  expect(fullUrl('a')).toBe('https://map.example/app/a');
});

test.each([
  ['about:client', page],
  ['https://map.example/other', 'https://map.example/other'],
  ['', ''],
])('A request with the referrer `%s` is named with `%s`', (referrer, named) => {
  expect(nameOf({ ...facts, referrer }).referrer).toBe(named);
});

test('The page of a request is the one that sent it, without fragment', () => {
  expect(nameOf({ ...facts, referrer: 'about:client' }, 'https://map.example/then#a\nb').referrer).toBe(
    'https://map.example/then',
  );
});

test('A request of a frame without an address is named without a referrer, which may be that of its parent', () => {
  expect(nameOf({ ...facts, referrer: 'about:client' }, 'about:srcdoc').referrer).toBe(undefined);
});

test.each([
  ['', [], [['accept', '*/*']]],
  ['', [['Accept', 'a/b']], [['accept', 'a/b']]],
  ['image', [], []],
] as [string, [string, string][], [string, string][]][])(
  'A request for `%s` with the headers %j is named with %j',
  (destination, headers, named) => expect(nameOf({ ...facts, destination, headers }).headers).toEqual(named),
);
