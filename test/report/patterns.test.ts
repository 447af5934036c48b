import { describe, expect, test } from 'vitest';
import { byPattern, withoutOrigin } from '../../src/report/patterns.ts';

/** The patterns of these paths. */
const patternsOf = (...paths: string[]) => [
  ...byPattern(paths.map((path) => ({ url: `https://a.example${path}` })))
    .keys()
    .map((pattern) => pattern.slice('https://a.example'.length)),
];

describe('URLs have one pattern when they differ', () => {
  test.each([
    ['numbers', '7', '42', '*'],
    ['negative numbers', '-7', '-42', '*'],
    ['decimal numbers, as places have', '52.52', '-13.405', '*'],
    ['numbers of files', '7.json', '42.json', '*.json'],
    ['numbers of files for dense screens', '7@2x.png', '42@2x.png', '*@2x.png'],
    ['decimal numbers of files', '0.25.png', '0.5.png', '*.png'],
    ['scales', '1.5x', '2.5x', '*.5x'],
    ['hashes', 'beefcaf7', 'BEEFCAF8', '*'],
    ['hashes of files', 'beefcaf7.js', 'beefcafe0001.js', '*.js'],
    ['UUIDs', '123e4567-e89b-42d3-a456-426614174000', 'c0ffee00-e89b-42d3-a456-426614174000', '*'],
    ['long ids with a number', 'item_QwertyUiop-Asd1', 'item_QwertyUiop-Asdf2', '*'],
  ])('URLs have one pattern when they differ by %s', (_, one, other, pattern) => {
    expect(patternsOf(`/a/${one}/b`, `/a/${other}/b`)).toEqual([`/a/${pattern}/b`]);
  });
});

describe('URLs keep their paths when they differ', () => {
  test.each([
    ['words', 'users', 'orders'],
    ['words with a number', 'v1', 'v2'],
    ['a number with a word behind', '3d-view', '4d-view'],
    ['short hexadecimal words', 'a1', 'b2'],
    ['hexadecimal words without a number', 'deadbeef', 'cafebabe'],
    ['a hash behind a word', 'main~beefcaf7', 'main~beefcaf8'],
    ['a hash before a word', 'beefcaf7~main', 'beefcaf8~main'],
    ['long words', 'terms-and-conditions', 'frequently-asked-questions'],
    ['ids that are not long', 'item_QwertyUiop-As1', 'item_QwertyUiop-As2'],
    ['other signs before a long id', '~item_QwertyUiop-Asd1', '~item_QwertyUiop-Asd2'],
    ['other signs behind a long id', 'item_QwertyUiop-Asd1~', 'item_QwertyUiop-Asd2~'],
    ['names of hidden files', '.1', '.2'],
    ['endings', '7.png', '7.json'],
  ])('URLs keep their paths when they differ by %s', (_, one, other) => {
    expect(patternsOf(`/a/${one}`, `/a/${other}`)).toHaveLength(2);
  });
});

test('a path that occurs alone is its own pattern, whatever its query', () => {
  expect(patternsOf('/users/42?page=1', '/users/42?page=2')).toEqual(['/users/42']);
});

test('a pattern is written without the origin of its page only', () => {
  expect(withoutOrigin('https://a.example/b', 'https://a.example')).toBe('/b');
  expect(withoutOrigin('https://a.example.net/b', 'https://a.example')).toBe('https://a.example.net/b');
  expect(withoutOrigin('https://a.example/b', null)).toBe('https://a.example/b');
});

test('a pattern that a page writes names the URLs of the recording, also with two slashes', () => {
  const pattern = 'https://a.example//b/*';
  const written = withoutOrigin(pattern, 'https://a.example');
  expect(new URL(written, 'https://a.example/sw.js').href).toBe(pattern);
});
