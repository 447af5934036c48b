// Random messages: right ones with wrong parts, and anything else that a structured clone can bring.

import fc from 'fast-check';

/** A failure names these values, because they cannot be written. */
function named<Value extends object>(name: string, value: Value): Value {
  return Object.defineProperty(value, fc.toStringMethod, { value: () => name });
}

/** A list in a list in a list. Converting it to text fails. */
const deep = named(
  'deep',
  Array.from({ length: 20_000 }).reduce<unknown[]>((inner) => [inner], []),
);

const cycle: Record<string, unknown> = {};
cycle.self = cycle;
const huge = named(
  'huge',
  Array.from({ length: 50_000 }, (_, at) => [`x-${at}`, 'a']),
);
const getters = named('getters', {
  get url() {
    throw new Error('a getter that throws');
  },
});

/** Values of every type, odd ones too. */
const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    true,
    0,
    -1,
    NaN,
    Infinity,
    1n,
    '',
    '__proto__',
    {},
    [],
    [[]],
    [['a']],
  ),
  fc.constantFrom<unknown>(
    deep,
    cycle,
    huge,
    new Map([['url', '/a']]),
    new Date(0),
    new Error('a'),
    /a/,
    new Uint8Array(3),
  ),
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withTypedArray: true }),
);

const url = fc.constantFrom<unknown>(
  ...[
    'https://map.example/a',
    'https://map.example/b',
    'https://map.example/a#b',
    '/a',
    'http://[',
    'data:,a',
    '',
  ],
  ...['https://me:secret@map.example/a', '\ud800', 'x'.repeat(100_000)],
);
const method = fc.constantFrom<unknown>(
  'GET',
  'POST',
  'CONNECT',
  'TRACE',
  'G T',
  '',
  'x'.repeat(10_000),
  'post',
);

const mostly = (right: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 4, arbitrary: right }, { weight: 1, arbitrary: odd });

const name = fc.record(
  {
    url: mostly(url),
    destination: mostly(fc.constantFrom<unknown>('', 'image', 'script')),
    method: mostly(method),
    mode: mostly(fc.constantFrom<unknown>('cors', 'no-cors')),
    referrer: mostly(url),
    referrerPolicy: mostly(fc.constantFrom<unknown>('', 'origin')),
    headers: mostly(
      fc.constantFrom<unknown>([], [['accept', '*/*']], [['', '']], [['a', '\n']], [['a']], huge),
    ),
  },
  { requiredKeys: [] },
);

const known = fc.record(
  {
    type: fc.constantFrom<unknown>(
      ...['coflight:stats', 'coflight:forget', 'coflight:leave', 'coflight:abort', 'coflight:idle'],
      ...['coflight:answered', 'coflight:watched', 'coflight:write', 'coflight:closed'],
    ),
    url: mostly(url),
    method: mostly(method),
    time: mostly(fc.integer()),
    sent: mostly(fc.integer()),
    openedAt: odd,
    request: mostly(name),
  },
  { requiredKeys: ['type'] },
);

/** A message from anybody. */
export const message: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: known },
  { weight: 1, arbitrary: odd },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      getters,
      { type: 'coflight:abort', request: getters },
      { type: deep },
    ),
  },
);
