// Law 21, by random requests as a worker sees them: two have one key exactly when they ask for the same. The oracle is
// written from the law, without the library.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyOf } from '../../src/service-worker/key.ts';
import { serves } from '../../src/service-worker/serves.ts';
import { seen } from '../support/worker-scope.ts';
import { fuzz } from './fuzz.ts';

const home = 'https://map.example';

interface Asked {
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly mode: string;
  readonly credentials: string;
  readonly redirect: string;
  readonly integrity: string;
  readonly referrer: string;
  readonly referrerPolicy: string;
}

const asked: fc.Arbitrary<Asked> = fc.record({
  url: fc.constantFrom(
    ...[`${home}/a`, `${home}/a#b`, `${home}/a?`, `${home}/b`, `${home}/__proto__`, `${home}/a","`],
    ...['https://tiles.example/a', 'https://map.example.evil.example/a', 'https://map.example:8443/a'],
  ),
  headers: fc.uniqueArray(
    fc.tuple(
      fc.constantFrom(
        'accept',
        'authorization',
        'x-a',
        '__proto__',
        'constructor',
        'sec-ch-ua',
        'sec-ch-dpr',
        'sec-gpc',
      ),
      fc.constantFrom('', '1', '2', '1, 2', '"],["x-a","1', '","x-a","1'),
    ),
    { selector: ([name]) => name, maxLength: 3 },
  ),
  mode: fc.constantFrom('cors', 'no-cors', 'same-origin'),
  credentials: fc.constantFrom('omit', 'same-origin', 'include'),
  redirect: fc.constantFrom('follow', 'error', 'manual'),
  integrity: fc.constantFrom('', 'sha256-AAAA', '","'),
  referrer: fc.constantFrom(
    '',
    `${home}/page`,
    `${home}/other?x`,
    'https://other.example/',
    'https://map.example.evil.example/',
  ),
  referrerPolicy: fc.constantFrom('', 'origin', 'no-referrer'),
});

/** Two requests that differ in at most a few parts. */
const pair = fc
  .tuple(
    asked,
    asked,
    fc.subarray<keyof Asked>(['url', 'headers', 'mode', 'credentials', 'redirect', 'referrer']),
  )
  .map(
    ([one, two, parts]) =>
      [one, { ...one, ...Object.fromEntries(parts.map((part) => [part, two[part]])) }] as const,
  );

const requestOf = ({ url, headers, ...init }: Asked) =>
  seen(url, { ...init, headers: headers.map(([name, value]): [string, string] => [name, value]) } as never);

/** Everything that the law says decides what is asked for. */
function factsOf({
  url,
  headers,
  mode,
  credentials,
  redirect,
  integrity,
  referrer,
  referrerPolicy,
}: Asked): string {
  const { origin } = new URL(url);
  // At home an `<img>` and a `fetch` ask for the same.
  const rules =
    origin === home && mode !== 'same-origin' && credentials !== 'omit' ? 'home' : `${mode} ${credentials}`;
  const own = headers
    .filter(([name]) => !name.startsWith('sec-ch-'))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const from = referrer && new URL(referrer).origin;
  const sent = [...new URL(url).href].join('').split('#')[0];
  return [
    sent,
    rules,
    redirect,
    integrity,
    from,
    referrerPolicy,
    ...own.flat().map((text) => `${text.length} ${text}`),
  ].join('\n');
}

test('Two requests in the worker have one key exactly when they ask for the same', async () => {
  let same = 0;
  const property = fc.property(pair, ([one, other]) => {
    const [a, b] = [one, other].map((asked) => keyOf(requestOf(asked), new Set()));
    const isSame = factsOf(one) === factsOf(other);
    expect(a === b).toBe(isSame);
    if (isSame) same++;
  });
  await fuzz(1_000, property);
  expect(same).toBeGreaterThan(100);
});

test('An opaque answer serves only requests of the same mode and the same credentials', async () => {
  const opaque = Object.defineProperty(new Response('a'), 'type', { value: 'opaque' });
  const property = fc.property(pair, ([one, other]) => {
    const [a, b] = [requestOf(one), requestOf(other)];
    const isAlike = one.mode === other.mode && one.credentials === other.credentials;
    expect(serves(opaque, a, b)).toBe(isAlike);
  });
  await fuzz(300, property);
});
