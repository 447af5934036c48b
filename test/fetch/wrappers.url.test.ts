// Law 7, for wrappers on top of a wrapped fetch that change the URL, and for calls of others that look like theirs.

import { describe, expect, test } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { mostLayers } from '../../src/fetch/self-wait.ts';
import { deferred } from '../support/deferred.ts';
import { bottom, bounded, comesTo, type Fetch, faithful, remaking, type Wrap } from '../support/layers.ts';

const url = 'http://coflight.test/me';
const { native, state } = bottom();

/** Puts a wrapper on top of a wrapped fetch, and returns the wrapped fetch. */
function under(wrap: Wrap) {
  const wrapped = createFetch();
  globalThis.fetch = bounded(wrap)(wrapped);
  return wrapped;
}
const reached = () => state.reached.map(({ url }) => url.replace('http://coflight.test', ''));

describe.each<[string, () => Promise<void> | undefined]>([
  ['at once', () => undefined],
  ['later', async () => {}],
])('a wrapper that changes the URL %s', (when, before) => {
  const versioned: Wrap = (below) =>
    when === 'later'
      ? async (input, init) => {
          await before();
          return below(`${input}?v=2`, init);
        }
      : (input, init) => below(`${input}?v=2`, init);

  test('is answered, and is known as a wrapper from then on', async () => {
    const wrapped = under(versioned);
    expect(await comesTo(globalThis.fetch(url))).toBe('native');
    expect(reached()).toContain('/me?v=2');
    state.reached = [];
    expect(await comesTo(globalThis.fetch(url))).toBe('native');
    expect(await comesTo(wrapped(url))).toBe('native');
    expect(reached()).toEqual(['/me?v=2', '/me']);
  });

  test('sends a write once, and both callers can read its answer', async () => {
    const answers: Promise<unknown>[] = [];
    const wrapped = under((below) => async (input, init) => {
      await before();
      const answer = below(`${input}?v=2`, init);
      answers.push(answer.then((response) => response.text()));
      return answer.then((response) => response.clone());
    });
    const call = wrapped(url, { method: 'POST', body: 'four' });
    expect(await comesTo(call)).toBe('native');
    expect(state.reached).toMatchObject([{ method: 'POST', url, body: 'four' }]);
    expect(await Promise.all(answers)).toEqual(['native']);
  });
});

test('a wrapper that calls twice for one write sends it once', async () => {
  const wrapped = under((below) => async (input, init) => {
    await Promise.all([below(`${input}?v=2`, init), below(`${input}?v=3`, init)]);
    return new Response('wrapper');
  });
  expect(await comesTo(wrapped(url, { method: 'POST', body: 'four' }))).toBe('native');
  expect(state.reached).toMatchObject([{ url, body: 'four' }]);
});

test('calls of two wrapped fetches that wait at the same time are all sent', async () => {
  const other = createFetch();
  const wrapped = under((below) => async (input, init) => {
    await undefined;
    return below(input, { ...init });
  });
  const first = wrapped(`${url}/1`, { method: 'POST', body: 'one' });
  const second = other(`${url}/2`, { method: 'POST', body: 'two' });
  expect(await Promise.all([first, second].map(comesTo))).toEqual(['native', 'native']);
  expect(reached()).toEqual(['/me/1', '/me/2']);
});

test('a Request of another caller is not taken for the call of a wrapper that waits', async () => {
  const token = deferred();
  let isFirst = true;
  const wrapped = under((below) => async (input, init) => {
    const request = new Request(input, init);
    if (isFirst) {
      isFirst = false;
      await token.promise;
    }
    return below(request);
  });
  const one = wrapped(url);
  await Promise.resolve();
  const other = wrapped(
    new Request(url, { headers: { 'x-other': '1' }, signal: new AbortController().signal }),
  );
  token.resolve();
  expect(await Promise.all([one, other].map(comesTo))).toEqual(['native', 'native']);
  expect(wrapped.stats().inFlight).toBe(0);
});

test('calls for one URL that differ in their headers are all recognised when they come back as Requests', async () => {
  const wrapped = under(remaking['makes a Request later'] as Wrap);
  const calls = ['a', 'b', 'c'].map((accept) => wrapped(url, { headers: { accept } }));
  expect(await Promise.all(calls.map(comesTo))).toEqual(['native', 'native', 'native']);
  expect(reached()).toEqual(['/me', '/me', '/me']);
});

test('a Request that is aborted is not taken for the call of a wrapper that waits', async () => {
  const token = deferred();
  const wrapped = under((below) => async (input, init) => {
    await token.promise;
    return below(new Request(input, init));
  });
  const one = wrapped(url);
  const other = wrapped(new Request(url, { headers: { accept: 'x' }, signal: AbortSignal.abort('enough') }));
  await expect(other).rejects.toBe('enough');
  token.resolve();
  expect(await comesTo(one)).toBe('native');
});

test.each<[string, RequestInfo, RequestInit?]>([
  ['a URL and a signal', url, { signal: new AbortController().signal, headers: { accept: 'x' } }],
  [
    'a Request and a signal',
    new Request(url, { headers: { accept: 'x' } }),
    { signal: new AbortController().signal },
  ],
])('a call with %s is not compared with the call of a wrapper that waits', async (_, input, init) => {
  const token = deferred();
  let passes = 0;
  const wrapped = under((below) => async (...args) => {
    passes++;
    await token.promise;
    return below(new Request(...args));
  });
  const calls = [wrapped(url), wrapped(input, init)];
  expect(passes).toBe(2);
  token.resolve();
  expect(await Promise.all(calls.map(comesTo))).toEqual(['native', 'native']);
});

test('a Request for another URL is not compared with the call of a wrapper that waits', async () => {
  const token = deferred();
  let passes = 0;
  const wrapped = under((below) => async (...args) => {
    const request = new Request(...args);
    await (passes++ ? undefined : token.promise);
    return below(request);
  });
  const one = wrapped(url);
  expect(await comesTo(wrapped(`${url}/2`))).toBe('native');
  expect(passes).toBe(2);
  token.resolve();
  expect(await comesTo(one)).toBe('native');
});

test('a wrapper that asks for another URL once more, after the call was answered, gets an answer', async () => {
  const texts: unknown[] = [];
  const wrapped = under((below) => async (input, init) => {
    for (const version of ['2', '3'])
      texts.push(await below(`${input}?v=${version}`, init).then((answer) => answer.text(), String));
    return new Response('wrapper');
  });
  expect(await comesTo(wrapped(url))).toBe('native');
  await expect.poll(() => texts).toEqual(['native', 'native']);
});

test('a call with a Request is recognised when it comes back as a copy with another signal', async () => {
  const wrapped = under((below) => async (input) => {
    await undefined;
    return below(new Request(input, { signal: new AbortController().signal }));
  });
  expect(await comesTo(wrapped(new Request(url)))).toBe('native');
});

test('a call with a method in lower case is recognised when it comes back as a Request', async () => {
  const wrapped = under(remaking['makes a Request later'] as Wrap);
  expect(await comesTo(wrapped(url, { method: 'get' }))).toBe('native');
});

test('a write reaches the network as its wrapper has made it', async () => {
  const request = new Request(`${url}#top`, { method: 'POST', body: 'four' });
  const wrapped = under((below) => (_, init) => below(request, init));
  expect(await comesTo(wrapped(url, { method: 'POST' }))).toBe('native');
  expect(native.mock.calls[0]?.[0]).toBe(request);
});

test('a wrapper that writes before it keeps the URL of a write alone is answered', async () => {
  const wrapped = under((below) => (input, init) => {
    if (String(input).endsWith('/token')) return Promise.resolve(new Response('token'));
    wrapped(`${url}/token`, { method: 'POST' });
    return below(String(input), { method: init?.method ?? 'GET', body: 'four' });
  });
  expect(await comesTo(wrapped(url, { method: 'POST', body: 'four' }))).toBe('native');
});

test('a chosen function may ask the global one for another URL', async () => {
  const wrapped = createFetch({ fetch: (input, init) => globalThis.fetch(`${input}?v=2`, init) });
  globalThis.fetch = bounded((below) => below)(wrapped);
  expect(await comesTo(wrapped(url))).toBe('native');
  expect(reached()).toEqual(['/me?v=2']);
});

test('a network that calls back without its init is answered by the function below', async () => {
  const wrapped: typeof globalThis.fetch = createFetch({ fetch: (input) => wrapped(input) });
  expect(await comesTo(wrapped(url))).toBe('native');
  expect(await comesTo(wrapped(url, { method: 'POST', body: 'four' }))).not.toBe('pending');
  expect(native.mock.calls.length).toBeGreaterThan(0);
});

test('a network that asks for one key without end rejects', async () => {
  const wrapped: typeof globalThis.fetch = createFetch({
    key: () => 'one',
    fetch: (input) => wrapped(`${input}x`),
  });
  expect(String(await comesTo(wrapped(url)))).toContain('asks for the same key without end');
});

test('a function below that calls the wrapped fetch for the same again and again is stopped', async () => {
  native.mockImplementation((input, init) => globalThis.fetch(input, { ...init }));
  const wrapped = createFetch();
  globalThis.fetch = wrapped;
  for (const init of [{}, { method: 'POST', body: 'four' }]) {
    native.mockClear();
    expect(String(await comesTo(wrapped(url, init)))).toMatch(/calls this fetch again|pending/);
    // Its own call, and one for each wrapped fetch that may be below.
    expect(native).toHaveBeenCalledTimes(1 + mostLayers);
  }
});

describe.each<[string, () => readonly unknown[]]>([
  ['an object that only the network can convert', () => [{ toString: () => url }]],
  ['an init that is no object', () => [url, 5]],
])('a call with %s', (_, argumentsOf) => {
  test.each(Object.entries(faithful).slice(0, 2))(
    'under a wrapper that %s reaches the network',
    async (_, wrap) => {
      under(wrap);
      const args = argumentsOf() as Parameters<Fetch>;
      await comesTo(globalThis.fetch(...args));
      expect(native).toHaveBeenCalledTimes(1);
      expect(String(native.mock.calls[0]?.[0]).replace(/#.*/, '')).toBe(url);
    },
  );
});

test.each([
  'coflight-2',
  'coflight-2026-1',
  'coflight-0.1',
  'coflight-1.0-2',
  'coflight-10.5-a',
  'to-coflight-2',
  'coflight-call',
])('a call whose URL has the fragment #%s of a page shares', async (fragment) => {
  const fetch = createFetch();
  const calls = [fetch(`${url}#${fragment}`), fetch(`${url}#${fragment}`)];
  expect(await Promise.all(calls.map(comesTo))).toEqual(['native', 'native']);
  expect(fetch.stats()).toMatchObject({ calls: 2, launched: 1, joined: 1 });
  expect(state.reached).toHaveLength(1);
});
