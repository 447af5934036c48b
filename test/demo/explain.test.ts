// What the page that explains two calls reads in a text.

import { expect, test, vi } from 'vitest';
import { callIn } from '../../demo/page/explain/read.ts';

test('A text has one call, also before what waits for its answer', () => {
  expect(
    callIn("const r = await fetch('/a', { cache: 'no-store' }); // a\nreturn r.json(await fetch('/b'))"),
  ).toEqual(['/a', { cache: 'no-store' }]);
  expect(() => callIn('42')).toThrow('Write one call of fetch.');
  expect(() => callIn("fetch('/a'); fetch('/b')")).toThrow('Write one call of fetch.');
});

test.each(['globalThis', 'window', 'self'])('A call of `%s.fetch` is read, and not sent', (name) => {
  const sent = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('sent'));
  expect(callIn(`${name}.fetch(new ${name}.URL('http://coflight.test/a'))`)).toEqual([
    new URL('http://coflight.test/a'),
  ]);
  expect(sent).not.toHaveBeenCalled();
  sent.mockRestore();
});

test.each([
  ['fetch(unknown)', 'unknown is not defined'],
  ["fetch('/a').gone.then()", "reading 'then'"],
  ['fetch(', 'Unexpected token'],
])('What a text throws is thrown, and no rejection goes unhandled: %s', (text, error) => {
  expect(() => callIn(text)).toThrow(error);
});
