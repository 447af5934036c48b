// Law 6, by random calls: no two different requests have one key, and no two equal ones have two. The oracle is what
// the platform's own `Request` makes of the same arguments.

import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { explain } from '../../src/fetch/explain.ts';
import { type Call, factsOf, type MakeCall, makeOf, nativeOf, pair } from './calls.ts';
import { fuzz } from './fuzz.ts';

/** A wrapped fetch, and the facts of what its network has got. The network may look like the platform's own. */
function wrapped(looksNative: boolean) {
  const seen: string[] = [];
  const network = (...call: Call) => {
    seen.push(nativeOf(() => call));
    return new Promise<Response>(() => {});
  };
  if (!looksNative) return { seen, fetch: createFetch({ fetch: network }) };
  vi.stubGlobal('fetch', network.bind(undefined));
  return { seen, fetch: createFetch() };
}

/** Makes a call, or returns undefined where the platform refuses one of its parts. */
function made(make: MakeCall): Call | undefined {
  try {
    return make();
  } catch {
    return;
  }
}

describe.each([
  ['the platform’s own fetch', true],
  ['a wrapper or a mock', false],
])('over %s', (_, looksNative) => {
  test('two calls share exactly when the platform would send the same for both', async () => {
    let shared = 0;
    const property = fc.property(pair, (written) => {
      const pair = written.map(makeOf);
      const { seen, fetch } = wrapped(looksNative);
      const native = pair.map(nativeOf);
      const calls = pair.map(made);
      fc.pre(calls.every((call) => call));
      for (const call of calls) fetch(...(call as Call)).catch(() => {});
      const { bypassed, joined } = fetch.stats();
      vi.unstubAllGlobals();
      const same = native[0] === native[1];
      expect(joined).toBe(same && !bypassed ? 1 : 0);
      // Everything that is sent is what was asked for.
      expect(seen).toEqual(joined ? [native[0]] : native);
      shared += joined;
    });
    await fuzz(600, property);
    expect(shared).toBeGreaterThan(50);
  });
});

test('`explain` says that two calls share exactly when the platform would send the same for both', async () => {
  const fetch = createFetch({ fetch: () => new Promise<Response>(() => {}) });
  const property = fc.property(pair, (written) => {
    const pair = written.map(makeOf);
    const native = pair.map(nativeOf);
    const calls = pair.map(made);
    fc.pre(calls.every((call) => call));
    const { shared, bypass, differs } = explain(fetch, ...(calls as [never, never]));
    if (bypass[0] || bypass[1]) return;
    expect(shared).toBe(native[0] === native[1]);
    expect(differs.length > 0).toBe(!shared);
  });
  await fuzz(400, property);
});

test('the oracle tells requests apart that differ in one header', () => {
  const facts = ['Bearer 1', 'Bearer 2'].map((authorization) =>
    factsOf(new Request('http://coflight.test/', { headers: { authorization } })),
  );
  expect(new Set(facts).size).toBe(2);
});
