import { expect, test } from 'vitest';
import { crossOriginOf } from '../../src/http/cross-origin.ts';

test.each([
  ['use-credentials', 'use-credentials'],
  ['USE-Credentials', 'use-credentials'],
  ['anonymous', 'anonymous'],
  ['', 'anonymous'],
  [' use-credentials', 'anonymous'],
  ['use-credentials ', 'anonymous'],
])('an element with `crossOrigin: %j` has %s', (text, has) => {
  expect(crossOriginOf(text)).toBe(has);
});
