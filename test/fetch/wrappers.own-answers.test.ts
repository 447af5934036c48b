// Law 7, for wrappers that answer some calls themselves, as mocks and caches do: such an answer is no promise for the next
// call.

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { bottom, bounded, faithful, remaking, timed, type Wrap } from '../support/layers.ts';
import { Network } from '../support/network.ts';

const url = 'http://coflight.test/me';
const post = { method: 'POST', body: 'four' };
const { state } = bottom();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  return () => void vi.useRealTimers();
});

/** Wrappers that keep a mark that a mock cannot see. */
const marking: Readonly<Record<string, Wrap>> = {
  ...faithful,
  'gives its own signal later': (below) => async (input, init) => {
    await null;
    return below(input, { ...init, signal: new AbortController().signal });
  },
};

const wrappers: Readonly<Record<string, Wrap>> = {
  ...marking,
  ...remaking,
  'keeps the URL alone': (below) => async (input, init) => {
    const request = new Request(input, init);
    await null;
    return request.method === 'GET'
      ? below(request.url)
      : below(request.url, { method: request.method, body: await request.text() });
  },
};

/** The same wrapper, which answers calls for a path itself. */
const answering =
  (wrap: Wrap, path: string): Wrap =>
  (below) => {
    const pass = bounded(wrap, 2000)(below);
    return async (input, init) =>
      `${input instanceof Request ? input.url : input}`.includes(path)
        ? new Response('own')
        : pass(input, init);
  };

/** Makes a wrapped fetch, and puts a wrapper on top that answers calls for `/own` itself. */
function under(wrap: Wrap, isChosen: boolean): typeof globalThis.fetch {
  if (!isChosen) {
    const wrapped = createFetch();
    globalThis.fetch = answering(wrap, '/own')(wrapped);
    return wrapped;
  }
  globalThis.fetch = createFetch({ fetch: answering(wrap, '/own')((...args) => globalThis.fetch(...args)) });
  return globalThis.fetch;
}

describe.each(
  Object.entries(wrappers).flatMap<[string, string, Wrap, boolean]>(([name, wrap]) => [
    ['a wrapper on top', name, wrap, false],
    ['a chosen function that calls the global one', name, wrap, true],
  ]),
)('after %s that %s has answered a call itself,', (_, __, wrap, isChosen) => {
  test.each<[string, () => [string | Request, RequestInit?]]>([
    ['GETs', () => [url]],
    ['Requests', () => [new Request(url)]],
    ['POSTs', () => [url, post]],
    ['Requests to POST', () => [new Request(url, post)]],
  ])('%s are each answered by one request, the first within 15 seconds', async (___, argsOf) => {
    const fetch = under(wrap, isChosen);
    expect(await timed(fetch('http://coflight.test/own'), 0)).toBe('own');
    expect(await timed(fetch(...argsOf()), 15)).toBe('native');
    for (let time = 0; time < 2; time++)
      expect(await timed(fetch(...argsOf()), isChosen ? 5 : 0)).toBe('native');
    expect(state.reached).toHaveLength(3);
  });
});

describe.each(Object.entries(marking))(
  'after a wrapper on top that %s has answered a call itself,',
  (_, wrap) => {
    test.each<[string, RequestInit]>([
      ['a GET', {}],
      ['a POST', post],
    ])('%s is recognised as soon as it comes back', async (__, init) => {
      const fetch = under(bounded(wrap, 1), false);
      expect(await timed(fetch('http://coflight.test/own'), 0)).toBe('own');
      expect(await timed(fetch(url, init), 0)).toBe('native');
    });
  },
);

const pairs = Object.entries(wrappers).flatMap(([name, wrap]) =>
  Object.entries(wrappers).map(([upper, upperWrap]) => [name, upper, wrap, upperWrap] as const),
);

describe.each(pairs)(
  'with two wrapped fetches, under wrappers of which one %s and one %s,',
  (_, __, wrap, upperWrap) => {
    test('GETs are answered after the lower wrapper has answered calls itself', async () => {
      const lower = createFetch();
      globalThis.fetch = answering(wrap, '/own')(lower);
      globalThis.fetch = upperWrap(createFetch());
      const top = globalThis.fetch;
      for (const fetch of [lower, top, top])
        expect(await timed(fetch('http://coflight.test/own'), 25)).toBe('own');
      for (const fetch of [top, lower, top, lower]) expect(await timed(fetch(url), 25)).toBe('native');
    });
  },
);

describe('a function on top that has answered a call', () => {
  /** Three calls wait, one of them comes late. Returns whether each request had a mark in its URL. */
  async function marksOf(network: Network, fetch: typeof globalThis.fetch, seconds: number) {
    const before = network.sent.length;
    const textOf = () => fetch(url).then((response) => response.text());
    const calls = [textOf(), textOf()];
    await vi.advanceTimersByTimeAsync(100 * seconds);
    calls.push(textOf());
    await vi.advanceTimersByTimeAsync(900 * seconds);
    const sent = network.sent.slice(before);
    for (const one of sent) {
      one.answer();
      one.end();
    }
    await Promise.all(calls);
    return sent.map((one) => one.url.includes('#'));
  }

  test.each([true, false])(
    '(chosen: %s) sees one marked request when an answer takes long, and no more',
    async (isChosen) => {
      const network = new Network();
      const fetch = createFetch(isChosen ? { fetch: network.fetch } : {});
      globalThis.fetch = isChosen ? fetch : network.fetch;
      const marks = [];
      for (const seconds of [0, 9, 600, 600]) marks.push(await marksOf(network, fetch, seconds));
      expect(marks).toEqual([[false], [false], [false, true], [false]]);
    },
  );
});
