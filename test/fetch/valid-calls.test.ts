// The arguments of a call are read once, only valid calls count, and no caller can change another's error.

import { describe, expect, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { mistakeOf } from '../support/native.ts';
import { Network } from '../support/network.ts';
import { resource } from '../support/resource.ts';

const url = 'http://coflight.test/';
type Call = readonly [input?: unknown, init?: unknown];

describe('stats().calls', () => {
  test.each<[string, Call]>([
    ['no arguments', []],
    ['a URL that is none', ['http://']],
    ['a URL with a password', ['http://user:password@coflight.test/']],
    ['a method that is none', [url, { method: 'NO METHOD' }]],
    ['a forbidden method', [url, { method: 'TRACE' }]],
    ['a header that is none', [url, { headers: { 'no header': 'x' } }]],
    ['a header that is no pair', [url, { headers: ['ab'] }]],
    ['a body of a GET', [url, { body: 'text' }]],
    ['a mode that is none', [url, { mode: 'nonsense' }]],
    ['a signal that is none', [url, { signal: {} }]],
    ['an init that is none', [url, 7]],
    ['a Request that was used', [usedRequest()]],
  ])('does not count a call with %s (#12)', async (_, call) => {
    const fetch = createFetch() as (...args: Call) => Promise<Response>;
    expect(await mistakeOf(() => fetch(...call))).toMatch(/TypeError/);
    expect((fetch as ReturnType<typeof createFetch>).stats()).toMatchObject({ calls: 0, inFlight: 0 });
  });

  test('counts each valid call once, shared or not, aborted or not', async () => {
    const fetch = createFetch({ fetch: async () => new Response('answer') });
    const calls = [
      fetch(url),
      fetch(url),
      fetch(url, { method: 'POST', body: 'text' }),
      fetch('data:,hello'),
      fetch(url, { signal: AbortSignal.abort() }),
    ];
    await Promise.allSettled(calls);
    expect(fetch.stats().calls).toBe(5);
  });

  test('counts a valid call that fails', async () => {
    const fetch = createFetch({ fetch: () => Promise.reject(new TypeError('no network')) });
    await Promise.allSettled([fetch(url), fetch(url), fetch(url, { method: 'POST' })]);
    expect(fetch.stats()).toMatchObject({ calls: 3, failed: 2 });
  });
});

function usedRequest(): Request {
  const request = new Request(url, { method: 'POST', body: 'text' });
  void request.text();
  return request;
}

describe('headers that can be walked once', () => {
  const pairs: [string, string][] = [
    ['authorization', 'A'],
    ['x-one', '1'],
  ];

  /** Iterables, and how often they are walked. */
  const iterables: Readonly<
    Record<string, () => { headers: Iterable<[string, string]>; walks: () => number }>
  > = {
    'an iterable that gives its iterator once': () => {
      const iterator = pairs.values();
      const walk = vi.fn(() => iterator);
      return { headers: { [Symbol.iterator]: walk }, walks: () => walk.mock.calls.length };
    },
    'a generator': () => {
      let walks = 0;
      const walk = function* () {
        walks++;
        yield* pairs;
      };
      return { headers: walk(), walks: () => walks };
    },
    'an iterable that answers differently each time': () => {
      let walks = 0;
      const walk = () => {
        walks++;
        return [['authorization', String(walks)] as [string, string]].values();
      };
      return { headers: { [Symbol.iterator]: walk }, walks: () => walks };
    },
  };

  test.each(Object.entries(iterables))('are walked once and sent: %s (#12)', async (_, make) => {
    const { headers, walks } = make();
    const { url, seen } = resource();
    await (await createFetch()(url, { headers: headers as HeadersInit })).text();
    expect(walks()).toBe(1);
    expect((await seen()).requests[0]?.headers.authorization).toMatch(/^[A1]$/);
  });

  test.each(Object.entries(iterables))(
    'are walked once by a call that is not shared: %s (#12)',
    async (_, make) => {
      const { headers, walks } = make();
      const { url, seen } = resource();
      await (await createFetch()(url, { method: 'POST', headers: headers as HeadersInit })).text();
      expect(walks()).toBe(1);
      expect((await seen()).requests[0]?.headers.authorization).toMatch(/^[A1]$/);
    },
  );

  test.each(Object.entries(iterables))(
    'are sent again when the call goes out again: %s (#12)',
    async (name, make) => {
      const network = new Network();
      const fetch = createFetch({ fetch: network.fetch, leaderTimeout: 1 });
      const { headers } = make();
      const again: Record<string, string> = name.includes('differently')
        ? { authorization: '1' }
        : Object.fromEntries(pairs);
      const leader = fetch(url, { headers: again });
      const follower = fetch(url, { headers: headers as HeadersInit });
      expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1 });
      await expect.poll(() => network.sent.length).toBe(2);
      expect(network.sent[1]?.headers.get('authorization')).toBe(again.authorization);
      for (const sent of network.sent) {
        sent.answer();
        sent.end();
      }
      await Promise.all([leader, follower]);
    },
  );
});

describe('an error', () => {
  test('An error of invalid JSON belongs to the caller that parsed it: changing it changes no other (#12)', async () => {
    const fetch = createFetch({ fetch: async () => new Response('{ no JSON') });
    const answers = await Promise.all([fetch(url), fetch(url)]);
    const errors = await Promise.all(answers.map((answer) => answer.json().catch((error: Error) => error)));
    const [mine, theirs] = errors as [Error, Error];
    expect(mine).toBeInstanceOf(SyntaxError);
    expect(mine).not.toBe(theirs);
    const { message } = theirs;
    mine.message = 'changed';
    expect(theirs.message).toBe(message);
  });

  test.each(['arrayBuffer', 'text', 'json', 'blob', 'formData'] as const)(
    'An error of a body that was read already belongs to its caller: of %s()',
    async (method) => {
      const fetch = createFetch({ fetch: async () => new Response('{}') });
      const answers = await Promise.all([fetch(url), fetch(url)]);
      await Promise.all(answers.map((answer) => answer.text()));
      const errors = await Promise.all(
        answers.map((answer) => answer[method]().catch((error: unknown) => error)),
      );
      expect(errors[0]).toBeInstanceOf(TypeError);
      expect(errors[0]).not.toBe(errors[1]);
    },
  );
});
