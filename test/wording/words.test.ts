import { describe, expect, test } from 'vitest';
import {
  bytesText,
  count,
  listText,
  printable,
  quoted,
  shorten,
  timeText,
  wrap,
} from '../../src/wording/words.ts';

test.each([
  [0, '0 requests'],
  [1, '1 request'],
  [1200, '1,200 requests'],
])('`count` writes %d with its unit: %s', (number, text) => expect(count(number, 'request')).toBe(text));

test.each([
  [0, '?'],
  [1, '1 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [9949, '9.9 kB'],
  [9950, '10 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [9_949_999, '9.9 MB'],
  [9_950_000, '10 MB'],
  [1_234_567_890, '1,235 MB'],
])('`bytesText` writes %d bytes as %s', (bytes, text) => expect(bytesText(bytes)).toBe(text));

test.each([
  [null, '?'],
  [0, '0 ms'],
  [12.4, '12 ms'],
  [999.4, '999 ms'],
  [999.5, '1.0 s'],
  [12_340, '12.3 s'],
])('`timeText` writes %s milliseconds as %s', (ms, text) => expect(timeText(ms)).toBe(text));

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b and c'],
])('`listText` writes %j as %j', (items, text) => expect(listText(items)).toBe(text));

test('`printable` replaces control characters, and no others', () => {
  expect(printable('\u001B[31mred\n\u007Fé')).toBe('\uFFFD[31mred\uFFFD\uFFFDé');
});

describe('`shorten`', () => {
  test.each([
    ['abcdef', 6, 'abcdef'],
    ['abc', 1, '…'],
    ['abc', 2, 'a…'],
    ['abcdefg', 6, 'abc…fg'],
    ['abcdefgh', 7, 'abc…fgh'],
  ])('writes %s in %d characters as %s', (text, width, short) => expect(shorten(text, width)).toBe(short));
});

describe('`wrap`', () => {
  test.each<[string, string[]]>([
    ['', ['']],
    ['one two', ['one two']],
    ['one two three', ['one two', 'three']],
    ['longer-than-it one', ['longer-than-it', 'one']],
    ['one longer-than-it', ['one', 'longer-than-it']],
  ])('breaks "%s" at spaces', (text, lines) => expect(wrap(text, 7)).toEqual(lines));
});

test('`quoted` writes a text as JavaScript does', () => {
  expect(quoted("it's a \\ and a \\")).toBe("'it\\'s a \\\\ and a \\\\'");
});
