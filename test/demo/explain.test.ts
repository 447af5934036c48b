// What the page that explains two calls reads in a text.

import { expect, test } from 'vitest';
import { callIn } from '../../demo/page/explain/read.ts';

test('A text has one call, also before what waits for its answer', () => {
  expect(
    callIn("const r = await fetch('/a', { cache: 'no-store' }); // a\nreturn r.json(await fetch('/b'))"),
  ).toEqual(['/a', { cache: 'no-store' }]);
  expect(() => callIn('42')).toThrow('Write one call of fetch.');
  expect(() => callIn("fetch('/a'); fetch('/b')")).toThrow('Write one call of fetch.');
});

test.each([
  ['fetch(unknown)', 'unknown is not defined'],
  ["fetch('/a').gone.then()", "reading 'then'"],
  ['fetch(', 'Unexpected token'],
])('What a text throws is thrown, and no rejection goes unhandled: %s', (text, error) => {
  expect(() => callIn(text)).toThrow(error);
});
