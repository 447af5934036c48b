// Law 7, for many stacks of wrapped fetches and wrappers. Each call is answered by one request, and no call hangs.

import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { bottom, bounded, faithful, remaking, timed, type Wrap } from '../support/layers.ts';
import { turns } from '../support/turns.ts';

const url = 'http://coflight.test/me';
const { state } = bottom();

/** Wrappers by letter. A `C` stands for a wrapped fetch, an `E` for one that is told to call the global one. */
const wrappers: Readonly<Record<string, Wrap>> = {
  /** Passes on the URL, the method and the body of a write, and the URL of a read alone. */
  U: (below) => async (input, init) => {
    const request = new Request(input, init);
    const { url, method } = request;
    await null;
    return method === 'GET' ? below(url) : below(url, { method, body: await request.text() });
  },
  I: faithful['spreads the init later'] as Wrap,
  R: remaking['makes a Request later'] as Wrap,
};

/** Builds a stack from its letters, the lowest first. Returns the lowest wrapped fetch. */
function build(letters: string) {
  const layers = [...letters].map((letter) => {
    const wrap = wrappers[letter];
    if (wrap) globalThis.fetch = bounded(wrap, 2000)(globalThis.fetch);
    else
      globalThis.fetch = createFetch(letter === 'E' ? { fetch: (...args) => globalThis.fetch(...args) } : {});
    return globalThis.fetch;
  });
  return layers[0] as typeof globalThis.fetch;
}

const post = { method: 'POST', body: 'four' };
const between = ['', 'U', 'I', 'R'];
const two = between.flatMap((first) => between.map((second) => `C${first}C${second}`));
const three = two.flatMap((stack) => between.map((top) => `${stack}C${top}`));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  return () => void vi.useRealTimers();
});

describe.each([...two, ...three])('in the stack %s,', (letters) => {
  test('a first GET is answered within 25 seconds, and later calls at once', async () => {
    build(letters);
    expect(await timed(globalThis.fetch(url), 25)).toBe('native');
    for (const init of [{}, post, {}, post])
      expect(await timed(globalThis.fetch(url, init), 0)).toBe('native');
    expect(state.reached).toHaveLength(5);
  });

  test('GETs of the lowest wrapped fetch and of the global one are answered', async () => {
    const lowest = build(letters);
    for (const fetch of [lowest, lowest, globalThis.fetch, globalThis.fetch])
      expect(await timed(fetch(url), 25)).toBe('native');
  });
});

// A mark has a random number, which may be written with an exponent.
test.each([0.25, 1e-7, 1.5e-8])(
  'with the random number %d, GETs are answered in all stacks',
  async (number) => {
    vi.spyOn(Math, 'random').mockReturnValue(number);
    onTestFinished(() => void vi.restoreAllMocks());
    for (const letters of two) {
      const lowest = build(letters);
      for (const fetch of [lowest, globalThis.fetch]) expect(await timed(fetch(url), 25)).toBe('native');
    }
  },
);

describe.each([...two, 'CUECU', 'CUEUC', 'ERC', 'EIC', 'EUC'])('in the stack %s,', (letters) => {
  test.each<[string, () => [string | Request, RequestInit?]]>([
    ['POSTs', () => [url, post]],
    ['Requests to POST', () => [new Request(url, post)]],
  ])('%s are sent once each, and later GETs are answered', async (_, argsOf) => {
    build(letters);
    for (let time = 0; time < 2; time++)
      expect(await timed(globalThis.fetch(...argsOf()), 11)).toBe('native');
    expect(state.reached).toMatchObject(Array(2).fill({ method: 'POST', body: 'four' }));
    for (let time = 0; time < 3; time++) expect(await timed(globalThis.fetch(url), 25)).toBe('native');
    expect(state.reached).toHaveLength(5);
  });
});

test('Requests to POST that begin together under one wrapper, and a GET between them, are all answered', async () => {
  const wrapped = build('CR');
  state.gate = new Promise((resolve) => setTimeout(resolve, 200));
  const calls = [wrapped(new Request(url, post))];
  await turns(1);
  calls.push(wrapped(new Request(url)), globalThis.fetch(new Request(url, post)));
  expect(await Promise.all(calls.map((call) => timed(call, 11)))).toEqual(Array(3).fill('native'));
  expect(state.reached.filter(({ method }) => method === 'POST')).toHaveLength(2);
});

test('a GET that waits for itself is answered, also when the wrapper has answered others meanwhile', async () => {
  const lowest = build('CUC');
  const first = globalThis.fetch(url);
  expect(await timed(lowest(`${url}/2`), 6)).toBe('native');
  expect(await timed(globalThis.fetch(`${url}/3`), 0)).toBe('native');
  expect(await timed(first, 25)).toBe('native');
});

test('GETs that begin before and after a wrapper is put on top, which answers the first itself, are answered', async () => {
  build('EUC');
  const calls = [globalThis.fetch(`${url}/first`)];
  await turns(1);
  const below = globalThis.fetch;
  globalThis.fetch = async (input, init) =>
    String(input).includes('first') ? new Response('native') : below(input, init);
  const call = globalThis.fetch(url);
  calls.push(call, globalThis.fetch(url));
  await timed(
    call.then((response) => response.clone()),
    40,
  );
  calls.push(globalThis.fetch(url));
  for (const call of calls) expect(await timed(call, 60)).toBe('native');
});
