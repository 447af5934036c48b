// Law 7, for functions that are called more than once: what they did the first time is no promise for the next.

import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { deferred } from '../support/deferred.ts';
import { turns } from '../support/turns.ts';

const native = globalThis.fetch;

afterEach(() => {
  globalThis.fetch = native;
});

test('a wrapper on top that answers the first call itself and passes the second one on does not hang', async () => {
  let sent = 0;
  globalThis.fetch = async () => new Response(`network ${++sent}`);
  const wrapped = createFetch();
  let isFirst = true;
  globalThis.fetch = async (input, init) => {
    await undefined;
    if (!isFirst) return wrapped(input as string, { ...init });
    isFirst = false;
    return new Response('from the wrapper');
  };
  const texts: string[] = [];
  for (let time = 0; time < 2; time++)
    texts.push(await (await wrapped('http://coflight.test/places')).text());
  expect(texts).toEqual(['from the wrapper', 'network 1']);
});

test('writes of one URL, one after another, are all sent and are no loop', async () => {
  let sent = 0;
  globalThis.fetch = async () => new Response(`${++sent}`);
  const wrapped = createFetch();
  for (let time = 1; time <= 30; time++) {
    const response = await wrapped('http://coflight.test/places', { method: 'POST', body: 'new' });
    expect(await response.text()).toBe(`${time}`);
  }
});

describe('writes that look alike and wait together', () => {
  const url = 'http://coflight.test/places';
  const prompt = 'p'.repeat(5000);
  const post = (body: BodyInit) => ({ method: 'POST', body });
  const alike: Readonly<Record<string, (nth: number) => [string | Request, RequestInit?]>> = {
    'with bytes as bodies': (nth) => [url, post(Uint8Array.of(nth))],
    'with long texts that differ in their ends': (nth) => [url, post(`${prompt}${nth}`)],
    'with texts that differ in their length': (nth) => [url, post('p'.repeat(5000 + nth))],
  };

  /** A function that answers when the gate opens. */
  function gated() {
    const gate = deferred();
    const bodies: string[] = [];
    const fetch = async (input: string | URL | Request, init?: RequestInit) => {
      const request = new Request(input, init);
      request.signal.throwIfAborted();
      bodies.push(await request.text());
      await gate.promise;
      return new Response('answer');
    };
    return { gate, bodies, fetch };
  }

  test.each(Object.entries(alike))(
    '%s are all sent by a function that was global before',
    async (_, argsOf) => {
      const { gate, bodies, fetch } = gated();
      globalThis.fetch = fetch;
      const wrapped = createFetch();
      const calls: Promise<Response>[] = [];
      for (let nth = 0; nth < 280; nth++) {
        calls.push(wrapped(...argsOf(nth)));
        await turns(1);
      }
      await expect.poll(() => bodies.length).toBe(280);
      gate.resolve();
      expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(280).fill(200));
    },
  );

  test('as Requests are all sent by the chosen function, and the ninth waits for the first answer', async () => {
    const { gate, bodies, fetch } = gated();
    const wrapped = createFetch({ fetch });
    const calls: Promise<Response>[] = [];
    for (let nth = 0; nth < 14; nth++) {
      calls.push(wrapped(new Request(url, post(`body ${nth}`))));
      await turns(1);
    }
    expect(bodies).toHaveLength(8);
    gate.resolve();
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(14).fill(200));
    expect(new Set(bodies).size).toBe(14);
    expect(wrapped.stats()).toMatchObject({ bypassed: 14, settled: 14, inFlight: 0 });
  });

  test('and are aborted while they are held reject at once', async () => {
    const { gate, fetch } = gated();
    const wrapped = createFetch({ fetch });
    const calls: Promise<Response>[] = [];
    for (let nth = 0; nth < 8; nth++) {
      calls.push(wrapped(new Request(url, post(`body ${nth}`))));
      await turns(1);
    }
    // No time passes, so the call is not taken for a part of a loop.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const control = new AbortController();
    const held = wrapped(new Request(url, { ...post('held'), signal: control.signal }));
    control.abort();
    await expect(held).rejects.toThrow('abort');
    gate.resolve();
    await Promise.allSettled(calls);
  });

  test('fence reads when they begin, also when they are held', async () => {
    const { gate, bodies, fetch } = gated();
    const wrapped = createFetch({ fetch });
    const calls: Promise<Response>[] = [];
    for (let nth = 0; nth < 8; nth++) {
      calls.push(wrapped(new Request(url, post(`body ${nth}`))));
      await turns(1);
    }
    calls.push(wrapped(url), wrapped(new Request(url, post('held'))), wrapped(url));
    gate.resolve();
    await Promise.all(calls);
    expect(wrapped.stats()).toMatchObject({ launched: 2, joined: 0 });
    expect(bodies).toHaveLength(11);
  });
});
