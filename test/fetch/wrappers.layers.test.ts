// Law 7, for a wrapped fetch that has another one above it. A module may keep the lower one, and call it.

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { bottom, bounded, comesTo, faithful, remaking } from '../support/layers.ts';

const url = 'http://coflight.test/me';
const { state } = bottom();
const wrappers = Object.entries({ ...faithful, ...remaking });

/** Resolves with the text of an answer that comes within six seconds: a follower may have waited for itself once. */
async function soon(call: Promise<Response>) {
  const result = comesTo(call);
  await vi.advanceTimersByTimeAsync(6000);
  return result;
}

describe.each(wrappers)('where a wrapper that %s is on top of a wrapped fetch,', (_, wrap) => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    return () => void vi.useRealTimers();
  });

  describe.each(wrappers)('and one that %s is on top of a second one,', (_, wrapAgain) => {
    const stack = () => {
      const first = createFetch();
      globalThis.fetch = bounded(wrap)(first);
      globalThis.fetch = bounded(wrapAgain)(createFetch());
      return first;
    };

    test('each GET of the first is answered', async () => {
      const first = stack();
      for (let time = 0; time < 3; time++) expect(await soon(first(url))).toBe('native');
    });

    test('each GET of the global one is answered, also as a Request, and with a third one between', async () => {
      globalThis.fetch = bounded(wrap)(createFetch());
      globalThis.fetch = createFetch();
      globalThis.fetch = createFetch();
      for (let time = 0; time < 3; time++) expect(await soon(globalThis.fetch(url))).toBe('native');
      globalThis.fetch = bounded(wrapAgain)(globalThis.fetch);
      for (const input of [new Request(url), url, new Request(url)])
        expect(await soon(globalThis.fetch(input))).toBe('native');
    });

    test('a GET of the first is answered when no other call can join it', async () => {
      const first = stack();
      const call = first(url);
      first.forget();
      expect(await soon(call)).toBe('native');
    });
  });

  test.each([0, 1, 2])(
    'which calls another one for the network, a GET is answered by one request after %i earlier ones',
    async (earlier) => {
      const lower = createFetch();
      globalThis.fetch = lower;
      const upper = createFetch({ fetch: lower });
      globalThis.fetch = upper;
      for (let time = 0; time < earlier; time++) expect(await soon(upper(`${url}?earlier`))).toBe('native');
      state.reached = [];
      globalThis.fetch = bounded(wrap)(upper);
      expect(await soon(upper(url))).toBe('native');
      expect(state.reached).toMatchObject([{ url }]);
    },
  );

  test.each([0, 1, 2])(
    'which calls a wrapper of another one for the network, a GET is answered after %i earlier ones',
    async (earlier) => {
      globalThis.fetch = createFetch();
      globalThis.fetch = bounded(wrap)(globalThis.fetch);
      const upper = createFetch({ fetch: globalThis.fetch });
      globalThis.fetch = upper;
      for (let time = 0; time < earlier; time++) expect(await soon(upper(`${url}?earlier`))).toBe('native');
      globalThis.fetch = bounded(wrap)(upper);
      expect(await soon(upper(url))).toBe('native');
    },
  );

  test('which calls a wrapper of another one, a GET is answered that began before the wrapper was put on top', async () => {
    globalThis.fetch = createFetch();
    globalThis.fetch = bounded(wrap)(globalThis.fetch);
    const upper = createFetch({ fetch: globalThis.fetch });
    globalThis.fetch = upper;
    for (let time = 0; time < 2; time++) expect(await soon(upper(`${url}?earlier`))).toBe('native');
    const result = comesTo(upper(url));
    globalThis.fetch = bounded(wrap)(upper);
    await vi.advanceTimersByTimeAsync(11_000);
    expect(await result).toBe('native');
  });
});

describe('under a wrapper that passes the URL alone, a first GET is answered within eleven seconds,', () => {
  const urlAlone = bounded((below) => async (input) => {
    await null;
    return below(String(input));
  });

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    return () => void vi.useRealTimers();
  });

  const arrangements: Readonly<Record<string, () => void>> = {
    'where it is between two wrapped fetches': () => {
      globalThis.fetch = urlAlone(createFetch());
      globalThis.fetch = createFetch();
    },
    'where it is on top of a wrapped fetch that calls another one for the network': () => {
      globalThis.fetch = createFetch();
      globalThis.fetch = createFetch({ fetch: globalThis.fetch });
      globalThis.fetch = urlAlone(globalThis.fetch);
    },
  };

  test.each(Object.entries(arrangements))('%s', async (_, arrange) => {
    arrange();
    const result = comesTo(globalThis.fetch(url));
    await vi.advanceTimersByTimeAsync(11_000);
    expect(await result).toBe('native');
  });
});
