// Law 7, with a `leaderTimeout`: a call that waits for itself gives up one flight after the other.

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { bottom, bounded, type Wrap } from '../support/layers.ts';
import { Network } from '../support/network.ts';

const url = 'http://coflight.test/me';
const { state } = bottom();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  return () => void vi.useRealTimers();
});

/** Resolves with the text of an answer, or with the error of a call. */
const outcomeOf = (call: Promise<Response>): Promise<unknown> =>
  call.then(
    (response) => response.text(),
    (error: unknown) => error,
  );

/** The outcome of a call under a wrapper that passes the URL alone, after that many milliseconds. */
async function outcomeUnder(wrap: Wrap, leaderTimeout: number, milliseconds: number) {
  globalThis.fetch = bounded(wrap, 1000)(createFetch({ leaderTimeout }));
  let outcome: unknown = 'pending';
  outcomeOf(globalThis.fetch(url)).then((settled) => {
    outcome = settled;
  });
  await vi.advanceTimersByTimeAsync(milliseconds);
  return outcome;
}

const timeouts = [100, 1000, 7000, 100_000];

describe.each(timeouts)('with a `leaderTimeout` of %i ms,', (leaderTimeout) => {
  test('a call under a wrapper that passes the URL alone is answered by one request', async () => {
    const wrap: Wrap = (below) => async (input) => {
      await null;
      return below(String(input));
    };
    expect(await outcomeUnder(wrap, leaderTimeout, 5000 + leaderTimeout)).toBe('native');
    expect(state.reached).toMatchObject([{ url }]);
  });

  test('a call that comes back without any mark fails with an error that says what to do', async () => {
    const wrap: Wrap = (below) => async (input) => {
      await null;
      return below(String(input).replace(/#.*/, ''));
    };
    expect(await outcomeUnder(wrap, leaderTimeout, 75_000 + 2 * leaderTimeout)).toMatchObject({
      name: 'TypeError',
      message: expect.stringMatching(/calls this fetch again/),
    });
  });

  test('no caller of a slow server gets an error, and the server sees no mark', async () => {
    const network = new Network();
    const seen: unknown[] = [];
    const fetch = createFetch({
      leaderTimeout,
      fetch: (input, init) => {
        seen.push(input);
        return network.fetch(input, init);
      },
    });
    const calls = [];
    for (let time = 0; time < 40; time++) {
      calls.push(fetch(url).then(({ status }) => status));
      await vi.advanceTimersByTimeAsync(100);
    }
    for (const sent of network.sent) sent.answer();
    expect(new Set(await Promise.all(calls))).toEqual(new Set([200]));
    expect(new Set(seen)).toEqual(new Set([url]));
  });
});

test.each([
  ['', () => {}],
  [', also where another wrapped fetch is made meanwhile', () => void createFetch()],
])(
  'a function that has answered sees no mark, however long its next answer takes%s',
  async (_, meanwhile) => {
    const network = new Network();
    const fetch = createFetch({ leaderTimeout: 1000, fetch: network.fetch });
    const first = fetch(url);
    meanwhile();
    network.sent[0]?.answer();
    await first;
    await vi.advanceTimersByTimeAsync(5000);
    const calls = [];
    for (let second = 0; second < 100; second++) {
      calls.push(fetch(url).then(({ status }) => status));
      await vi.advanceTimersByTimeAsync(1000);
    }
    for (const sent of network.sent.slice(1)) sent.answer();
    expect(new Set(await Promise.all(calls))).toEqual(new Set([200]));
    expect(network.sent.filter((sent) => sent.url.includes('#'))).toEqual([]);
  },
);

test.each([0, ...timeouts.slice(0, 3)])(
  'a call of the lower of two wrapped fetches is answered, with a wrapper between that makes a Request, and a `leaderTimeout` of %i ms',
  async (leaderTimeout) => {
    const lower = createFetch();
    globalThis.fetch = bounded(
      (below) => async (input, init) => {
        const request = new Request(input, init);
        await new Promise((resolve) => setTimeout(resolve, 2));
        return below(request);
      },
      1000,
    )(lower);
    globalThis.fetch = createFetch({ leaderTimeout });
    let outcome: unknown = 'pending';
    outcomeOf(lower(url)).then((settled) => {
      outcome = settled;
    });
    await vi.advanceTimersByTimeAsync(80_000);
    expect(outcome).toBe('native');
    expect(state.reached).toMatchObject([{ url }]);
  },
);
