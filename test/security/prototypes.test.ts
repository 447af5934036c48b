// A page, or a library on it, has added members to built-in prototypes. Native `fetch` reads inherited members of an
// init, as Web IDL says, and nothing when there is no init. The wrapped fetch does the same, takes none of them for its
// options, and keeps identities apart.

import { afterEach, describe, expect, test, vi } from 'vitest';
import { coalesce } from '../../src/core/coalesce.ts';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { explain } from '../../src/fetch/explain.ts';
import { wanted } from '../../src/preload/source.ts';
import { jsonCopy } from '../../src/response/json-copy.ts';
import { keyOf } from '../../src/service-worker/key.ts';
import { seen as workerRequest } from '../support/worker-scope.ts';
import { type Call, type MakeCall, nativeOf } from './calls.ts';

const url = 'http://coflight.test/a';
const authorization = (user: string) => ({ headers: { authorization: user } });

/** Adds members to a prototype while `run` runs. */
function withHidden<Result>(
  prototype: object,
  added: Readonly<Record<string, unknown>>,
  run: () => Result,
): Result {
  for (const [name, value] of Object.entries(added))
    Object.defineProperty(prototype, name, {
      __proto__: null,
      value,
      configurable: true,
      writable: true,
    } as never);
  try {
    return run();
  } finally {
    for (const name of Object.keys(added)) Reflect.deleteProperty(prototype, name);
  }
}

/** The same, with members that `for … in` shows. */
function withShown<Result>(
  prototype: object,
  added: Readonly<Record<string, unknown>>,
  run: () => Result,
): Result {
  try {
    Object.assign(prototype, added);
    return run();
  } finally {
    for (const name of Object.keys(added)) Reflect.deleteProperty(prototype, name);
  }
}

afterEach(() => void vi.unstubAllGlobals());

/** Calls of two users, in all forms. */
const calls: readonly MakeCall[] = [
  () => [url],
  () => [new URL(url)],
  () => [url, undefined],
  () => [url, {}],
  () => [url, { retry: 1 } as RequestInit],
  ...['A', 'B'].flatMap((user): MakeCall[] => [
    () => [url, authorization(user)],
    () => [url, { headers: new Headers(authorization(user).headers) }],
  ]),
];
/** A `Request` is made before the members are added: afterwards its constructor reads them. */
const requests: readonly MakeCall[] = ['A', 'B'].flatMap((user): MakeCall[] => {
  const request = new Request(url, authorization(user));
  return [() => [request], () => [request, undefined], () => [request, {}]];
});

const odd: readonly Readonly<Record<string, unknown>>[] = [
  { method: 'POST' },
  { method: 'HEAD' },
  { headers: { authorization: 'the attacker' } },
  { headers: {} },
  { body: 'a body' },
  { credentials: 'include' },
  { cache: 'reload' },
  { mode: 'no-cors' },
  { redirect: 'error' },
  { referrer: 'about:client' },
  { keepalive: true },
  { priority: 'high' },
  { duplex: 'half' },
  { window: null },
  { integrity: 'sha256-AAAA' },
  { coalesce: false },
  { coalesce: 'odd' },
  { key: () => 'one for all' },
  { eligible: () => false },
  { ignoreHeaders: ['authorization'] },
  { ignoreInit: ['next'] },
  { next: {} },
  { cf: {} },
  { get: 7 },
  { value: 7 },
  { writable: true },
  // biome-ignore lint/suspicious/noThenProperty: this is what such a page does
  { then: 7 },
  { toJSON: () => 'one for all' },
  { url: 'http://coflight.test/other' },
  { length: 7 },
];

/** Each call beside itself and beside the next ones. */
const pairs = [...calls, ...requests].flatMap((one, at, all) =>
  [0, 1, 2].map((more) => [one, all[(at + more) % all.length] as MakeCall] as const),
);

describe.each(odd.map((added) => [Object.keys(added)[0], added] as const))(
  'With `Object.prototype.%s`',
  (_, added) => {
    test.each([
      ['the platform’s own fetch', true, withShown],
      ['the platform’s own fetch, where no loop shows the member,', true, withHidden],
      ['a wrapper or a mock', false, withShown],
    ] as const)('%s gets what it would have got without this library', (_, looksNative, during) => {
      for (const pair of pairs) {
        const sent: string[] = [];
        const network = (...call: Call) => {
          sent.push(nativeOf(() => call));
          return new Promise<Response>(() => {});
        };
        vi.stubGlobal('fetch', looksNative ? network.bind(undefined) : network);
        const { native, joined } = during(Object.prototype, added, () => {
          const given = pair.map((make) => make());
          const native = given.map((call) => nativeOf(() => call));
          const fetch = createFetch(looksNative ? {} : { fetch: network });
          for (const call of given) fetch(...call).catch(() => {});
          return { native, joined: fetch.stats().joined };
        });
        if (joined) expect(native[0]).toBe(native[1]);
        expect(sent).toEqual(joined ? [native[0]] : native);
      }
    });
  },
);

describe('Calls share as they do without it where a page has added', () => {
  const network = () => new Promise<Response>(() => {});
  const statsOf = (added: Readonly<Record<string, unknown>>, ...inits: (RequestInit | undefined)[]) =>
    withShown(Object.prototype, added, () => {
      const fetch = createFetch({ fetch: network });
      for (const init of inits) void fetch(url, init);
      return fetch.stats();
    });

  test('a `coalesce`, which is no option of this library then', () => {
    expect(statsOf({ coalesce: false }, {}, {})).toMatchObject({ launched: 1, joined: 1, bypassed: 0 });
  });

  test('a `coalesce`, and a write with an inherited method is still a write', () => {
    const write = Object.create({ method: 'POST' });
    expect(statsOf({ coalesce: false }, {}, write, {})).toMatchObject({ launched: 2, bypassed: 1 });
  });

  test('`headers`, which the platform does not read without an init', () => {
    const headers = { authorization: 'the attacker' };
    expect(statsOf({ headers }, undefined, undefined)).toMatchObject({ launched: 1, joined: 1 });
  });
});

describe('A member of `Object.prototype` that cannot be set makes no call fail', () => {
  const names =
    'alike below bypass calls depth isFrozen key launching linger name options record result role send settle ' +
    'start subscriber type whole';
  test.each(names.split(' '))('%s', async (name) => {
    // Made before: the classes of Node are written in JavaScript.
    const responses = [new Response('shared'), new Response('sent')];
    const network = () => Promise.resolve(responses.shift() as Response);
    Object.defineProperty(Object.prototype, name, { value: () => name, configurable: true });
    try {
      const fetch = createFetch({ fetch: network });
      const all = await Promise.all([fetch(url), fetch(url), fetch(url, { method: 'POST' })]);
      expect(await Promise.all(all.map((one) => one.text()))).toEqual(['shared', 'shared', 'sent']);
      expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1, bypassed: 1, settled: 2, failed: 0 });
    } finally {
      Reflect.deleteProperty(Object.prototype, name);
    }
  });
});

describe('A member of `Object.prototype` makes no body fail that is read by', () => {
  const form = (at: number) =>
    new Response(`at=${at}`, { headers: { 'content-type': 'application/x-www-form-urlencoded' } });
  const added = [{ status: 204 }, { status: 7 }, { statusText: '\n' }];
  const methods = ['text', 'bytes', 'arrayBuffer', 'blob', 'formData'] as const;
  const cases = methods.flatMap((method) =>
    added.map((members) => [method, JSON.stringify(members), members] as const),
  );
  test.each(cases)('`%s()`: %s', async (method, _, members) => {
    const fetch = createFetch({ fetch: () => Promise.resolve(form(1)) });
    const responses = await Promise.all([fetch(url), fetch(url)]);
    await responses[0]?.clone().text(); // the whole body has arrived
    const values = withShown(Object.prototype, members, () => responses.map((one) => one[method]()));
    expect(await Promise.all(values)).toHaveLength(2);
  });
});

describe('Options', () => {
  const leaks = {
    key: () => 'one for all',
    ignoreHeaders: ['authorization'],
    eligible: () => false,
    linger: 60_000,
    json: 'frozen',
    fetch: () => Promise.reject(new Error('theirs')),
  };

  test('Options of `createFetch` are never taken from `Object.prototype`', () => {
    const fetch = vi.fn(() => new Promise<Response>(() => {}));
    const shared = withShown(Object.prototype, leaks, () => {
      const wrapped = createFetch({ fetch });
      for (const user of ['A', 'B']) void wrapped(url, authorization(user));
      return wrapped.stats();
    });
    expect(shared).toMatchObject({ launched: 2, joined: 0, bypassed: 0 });
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test('Options of `coalesce` are never taken from `Object.prototype`', () => {
    const run = vi.fn((_: string) => new Promise(() => {}));
    withShown(Object.prototype, leaks, () => {
      const shared = coalesce(run, {});
      void shared('a');
      void shared('b');
    });
    expect(run).toHaveBeenCalledTimes(2);
  });
});

describe('An inherited `toJSON`', () => {
  const toJSON = () => 'one for all';

  test.each([
    ['Object', Object.prototype],
    ['Array', Array.prototype],
    ['String', String.prototype],
  ])(
    'An inherited `toJSON` of %s.prototype makes no two requests the same, as Prototype.js once did',
    (_, prototype) => {
      const found = withShown(prototype, { toJSON }, () => {
        const fetch = createFetch({ fetch: () => new Promise(() => {}) });
        const two = ['A', 'B'].map((user): Call => [url, authorization(user)]);
        for (const call of two) void fetch(...call);
        const keys = ['A', 'B'].map((user) => keyOf(workerRequest('/a', authorization(user)), new Set()));
        const run = coalesce((_one: string, _two: string) => new Promise(() => {}));
        void run('a', 'b');
        void run('a', 'c');
        const { shared } = explain(fetch, two[0] as never, two[1] as never);
        const images = ['/a.png', '/b.png'].map((src) => wanted(src).key);
        return [fetch.stats().launched, shared, keys[0] === keys[1], run.inFlight, images[0] === images[1]];
      });
      expect(found).toEqual([2, false, false, 2, false]);
    },
  );
});

test('JSON that callers share has its own members alone, whatever `Object.prototype` has', () => {
  const parse = () => JSON.parse('{"a":{"b":1}}') as object;
  const names = withShown(Object.prototype, { odd: { deep: {} } }, () => {
    const copy = jsonCopy(parse(), parse) as { a: object };
    return [Object.keys(copy), Object.keys(copy.a)];
  });
  expect(names).toEqual([['a'], ['b']]);
});
