// Patterns of `match`: each is refused at once, with the option's name, or it takes linear time and means what a plain
// and slow oracle says.

import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import '../support/worker-scope.ts';
import { register } from '../../src/register/index.ts';
import { coalesceFetchEvents } from '../../src/service-worker/fetch-events.ts';
import { type Match, patternOf, tester } from '../../src/service-worker/match.ts';
import { seen } from '../support/worker-scope.ts';
import { fuzz } from './fuzz.ts';

const part = fc.constantFrom(
  ...[
    'a',
    'b',
    '*',
    '**',
    '{z}',
    '{',
    '}',
    '{{z}}',
    '.',
    '+',
    '(',
    ')',
    '[',
    ']',
    '\\',
    '^',
    '$',
    '|',
    '%2a',
    'é',
    ':p',
  ],
);
const path = fc.array(part, { maxLength: 6 }).map((parts) => `/${parts.join('')}`);

/** True when the text is the pattern with any text for each `*`: every way is tried. */
function matches(pattern: string, text: string): boolean {
  const reached = new Set([0]);
  for (const sign of pattern) {
    const before = [...reached];
    reached.clear();
    for (const at of before)
      if (sign === '*') for (let to = at; to <= text.length; to++) reached.add(to);
      else if (text[at] === sign) reached.add(at + 1);
  }
  return reached.has(text.length);
}

test('A pattern names exactly the URLs that have its text, with any text for each `*`', async () => {
  let named = 0;
  const home = 'https://map.example';
  const filled = fc.tuple(path, fc.array(fc.constantFrom('a', 'b', 'ab', '.', '/', ''), { maxLength: 8 }));
  const property = fc.property(filled, ([pattern, texts]) => {
    let at = 0;
    const starred = pattern.replace(/\{[^{}]*\}/g, '*');
    const path = starred.replace(/\*/g, () => texts[at++] ?? '');
    fc.pre([starred, path].every((one) => URL.canParse(one, home) && new URL(one, home).origin === home));
    const [wanted, pathname] = [starred, path].map((one) => new URL(one, home).pathname) as [string, string];
    const found = tester(pattern)(seen(home + pathname));
    expect(found).toBe(matches(wanted, pathname));
    if (found) named++;
  });
  await fuzz(800, property);
  expect(named).toBeGreaterThan(50);
});

test('A pattern works as long as it may be, over a URL as long as it may be', () => {
  const long = 200_000;
  for (const pattern of ['*', '*a', '{z}/', '*a*b', '{', '}', '{{z}}'].map((piece) =>
    piece.repeat(long / piece.length),
  ))
    expect(() => tester(`/${pattern}`)(seen(`/${'a'.repeat(long)}`))).not.toThrow();
  expect(tester(`/${'*a'.repeat(1_000)}`)(seen(`/${'a'.repeat(long)}b`))).toBe(false);
});

const wrong: readonly unknown[] = [
  ...[null, 0, 7, true, {}, Symbol('a'), 1n, [null], [[7]], ['/a', {}], new Date(), new Map()],
  ...['https://', 'http://[', '//', 'https://a b/', '{z}.:p', ['/a', 'https://']],
];

describe.each(wrong.map((match) => [match]))('A match of %s', (match) => {
  test('is refused by the worker at once, and the error names the option', () => {
    expect(() => coalesceFetchEvents({ match: match as Match })).toThrow(/`match`/);
    expect(() => coalesceFetchEvents({ match: match as Match })).toThrow(TypeError);
  });

  test('is refused by the page at once, and the error names the option', async () => {
    vi.stubGlobal('document', { baseURI: 'https://map.example/' });
    await expect(register('/sw.js', { match: match as string })).rejects.toThrow(/`match`/);
    await expect(register('/sw.js', { match: match as string })).rejects.toThrow(TypeError);
    vi.unstubAllGlobals();
  });
});

test('Any text is refused with the name of the option, or is a pattern in the worker and in a static route', async () => {
  const text = fc.oneof(
    fc.string(),
    path,
    fc.webUrl(),
    fc.array(part).map((parts) => parts.join('')),
  );
  const property = fc.property(text, (match) => {
    let refused: unknown;
    try {
      tester(match)(seen('/a'));
      new URLPattern(patternOf(match));
    } catch (error) {
      refused = error;
    }
    if (refused)
      expect(`${refused}`).toContain('TypeError: Expected `match` to be a URL with `*` for anything, got');
  });
  await fuzz(800, property);
});
