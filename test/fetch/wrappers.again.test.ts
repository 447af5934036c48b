// Law 7, for functions that are called more than once: what they did the first time is no promise for the next.

import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { type Deferred, deferred } from '../support/deferred.ts';
import { comesTo, faithful, remaking } from '../support/layers.ts';
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

  /** Makes calls, each in a turn of its own. */
  async function inTurns(count: number, call: (nth: number) => Promise<Response>) {
    const calls: Promise<Response>[] = [];
    for (let nth = 0; nth < count; nth++) {
      calls.push(call(nth));
      await turns(1);
    }
    return calls;
  }

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
      const calls = await inTurns(280, (nth) => wrapped(...argsOf(nth)));
      await expect.poll(() => bodies.length).toBe(280);
      gate.resolve();
      expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(280).fill(200));
    },
  );

  test('as Requests are all sent by the chosen function, and the ninth waits for the first answer', async () => {
    const { gate, bodies, fetch } = gated();
    const wrapped = createFetch({ fetch });
    const calls = await inTurns(14, (nth) => wrapped(new Request(url, post(`body ${nth}`))));
    expect(bodies).toHaveLength(8);
    gate.resolve();
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(14).fill(200));
    expect(new Set(bodies).size).toBe(14);
    expect(wrapped.stats()).toMatchObject({ bypassed: 14, settled: 14, inFlight: 0 });
  });

  test.each(['that was there before', 'on top'])(
    'are all sent by a function %s that has answered others, when the first answer is late (#19)',
    async (place) => {
      const { gate, bodies, fetch } = gated();
      let isFirst = true;
      const earlier = createFetch();
      globalThis.fetch = async (input, init) => {
        if (!isFirst) return fetch(input, init);
        isFirst = false;
        return new Response();
      };
      const wrapped = place === 'on top' ? earlier : createFetch();
      await wrapped(url);
      const calls = await inTurns(256, () => wrapped(url, post('the same')));
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      for (let nth = 256; nth < 280; nth++) calls.push(wrapped(url, post('the same')));
      await vi.advanceTimersByTimeAsync(60_000);
      vi.useRealTimers();
      await expect.poll(() => bodies.length).toBe(280);
      gate.resolve();
      expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(280).fill(200));
    },
  );

  test('as Requests that are made in one turn are all sent at once', async () => {
    const { gate, fetch } = gated();
    const sent = vi.fn(fetch);
    const wrapped = createFetch({ fetch: sent });
    const calls = Array.from({ length: 14 }, () => wrapped(new Request(url, post('body'))));
    expect(sent).toHaveBeenCalledTimes(14);
    gate.resolve();
    await Promise.all(calls);
  });

  test('are held from the 257th on, and are then sent to the URL that it had when the call was made', async () => {
    const { gate, fetch } = gated();
    const wrapped = createFetch();
    const sent = vi.fn(fetch);
    globalThis.fetch = sent;
    const calls = await inTurns(256, () => wrapped(url, post('the same')));
    const place = new URL(url);
    calls.push(wrapped(place, post('the same')));
    place.search = 'another';
    await turns(2);
    expect(sent).toHaveBeenCalledTimes(256);
    gate.resolve();
    await Promise.all(calls);
    expect(sent).toHaveBeenCalledTimes(257);
    expect(new Set(sent.mock.calls.map(([input]) => String(input).replace(/#.*/, '')))).toEqual(
      new Set([url]),
    );
  });

  test('and are aborted while they are held reject at once', async () => {
    const { gate, fetch } = gated();
    const wrapped = createFetch({ fetch });
    const calls = await inTurns(8, (nth) => wrapped(new Request(url, post(`body ${nth}`))));
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

  test('and are aborted while they are held reject with their reason, where an instrumentation was there before', async () => {
    const { gate, fetch } = gated();
    globalThis.fetch = fetch;
    const wrapped = createFetch();
    globalThis.fetch = wrapped;
    const calls = await inTurns(8, (nth) => wrapped(new Request(url, post(`body ${nth}`))));
    const control = new AbortController();
    const held = wrapped(new Request(url, post('held')), { signal: control.signal });
    control.abort('no longer wanted');
    await expect(held).rejects.toBe('no longer wanted');
    gate.resolve();
    await Promise.all(calls);
  });

  /** Eight Requests that a chosen function has not answered. Timers wait for the test. */
  async function eightWaiting() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const below = vi.fn(async () => new Response('below'));
    globalThis.fetch = below;
    const gates: Deferred<Response>[] = [];
    const wrapped = createFetch({
      fetch: async () => {
        const gate = deferred<Response>();
        gates.push(gate);
        return gate.promise;
      },
    });
    const send = (signal?: AbortSignal) =>
      wrapped(new Request(url, { ...post('body'), signal: signal ?? null }));
    const calls = await inTurns(8, () => send());
    return { below, gates, send, calls };
  }

  test('are sent by the chosen function when an earlier one has failed', async () => {
    const { below, gates, send, calls } = await eightWaiting();
    const settled = Promise.allSettled([...calls, send()]);
    gates[0]?.reject(new TypeError('no network'));
    await turns(2);
    expect(gates).toHaveLength(9);
    for (const { resolve } of gates) resolve(new Response('answer'));
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', ...Array(8).fill('fulfilled')]);
    expect(below).not.toHaveBeenCalled();
  });

  test('are each held for the whole time, also after one of them was aborted', async () => {
    const { below, gates, send } = await eightWaiting();
    const control = new AbortController();
    const aborted = send(control.signal);
    control.abort('no longer wanted');
    await expect(aborted).rejects.toBe('no longer wanted');
    await vi.advanceTimersByTimeAsync(3000);
    const held = send();
    await vi.advanceTimersByTimeAsync(3000);
    expect(gates).toHaveLength(8);
    expect(below).not.toHaveBeenCalled();
    gates[0]?.resolve(new Response('answer'));
    await turns(2);
    gates[8]?.resolve(new Response('the ninth'));
    expect(await (await held).text()).toBe('the ninth');
  });

  test('are sent with what came for an init when they were held, also when that is none', async () => {
    const gate = deferred<Response>();
    const inits: unknown[] = [];
    const wrapped = createFetch({
      fetch: (_, init) => {
        inits.push(init);
        return gate.promise.then((response) => response.clone());
      },
    });
    const calls = await inTurns(9, () => wrapped(new Request(url, post('body')), 5 as never));
    gate.resolve(new Response());
    await Promise.all(calls);
    expect(inits).toEqual(Array(9).fill(5));
  });

  test('fence reads when they begin, also when they are held', async () => {
    const { gate, bodies, fetch } = gated();
    const wrapped = createFetch({ fetch });
    const calls = await inTurns(8, (nth) => wrapped(new Request(url, post(`body ${nth}`))));
    calls.push(wrapped(url), wrapped(new Request(url, post('held'))), wrapped(url));
    gate.resolve();
    await Promise.all(calls);
    expect(wrapped.stats()).toMatchObject({ launched: 2, joined: 0 });
    expect(bodies).toHaveLength(11);
  });

  test('as Requests are all sent by an instrumentation that was there before', async () => {
    const { gate, bodies, fetch } = gated();
    globalThis.fetch = fetch;
    const wrapped = createFetch();
    globalThis.fetch = wrapped;
    const calls = await inTurns(12, (nth) => wrapped(new Request(url, post(`body ${nth}`))));
    gate.resolve();
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(new Set(bodies).size).toBe(12);
  });

  test.each(['', ' and that the global wrapped fetch calls'])(
    'as Requests are not held by a function that has answered before%s',
    async (isGlobal) => {
      const { gate, bodies, fetch } = gated();
      const seen: string[] = [];
      const wrapped = createFetch({
        fetch: (input, init) => {
          seen.push(init?.method ?? 'GET');
          return seen.length === 1 ? Promise.resolve(new Response()) : fetch(input, init);
        },
      });
      if (isGlobal) globalThis.fetch = wrapped;
      await wrapped(url);
      const calls = await inTurns(12, (nth) => wrapped(new Request(url, post(`body ${nth}`))));
      expect(seen).toHaveLength(1 + 12);
      await expect.poll(() => bodies.length).toBe(12);
      gate.resolve();
      await Promise.all(calls);
    },
  );

  test('as Requests are not held by a function that was global before, as long as it is the global one', async () => {
    const { gate, fetch } = gated();
    const sent = vi.fn(fetch);
    globalThis.fetch = sent;
    const wrapped = createFetch();
    const calls = await inTurns(12, (nth) => wrapped(new Request(url, post(`body ${nth}`))));
    expect(sent).toHaveBeenCalledTimes(12);
    gate.resolve();
    await Promise.all(calls);
  });

  test('are sent as they were made, whatever their init has become while they were held', async () => {
    const gate = deferred<Response>();
    const tokens: (string | null)[] = [];
    const wrapped = createFetch({
      fetch: (input, init) => {
        tokens.push(new Request(input as Request, init).headers.get('x-token'));
        return gate.promise.then((response) => response.clone());
      },
    });
    const init = { headers: { 'x-token': 'mine' } };
    const calls = await inTurns(9, () => wrapped(new Request(url, post('body')), init));
    init.headers['x-token'] = 'another';
    gate.resolve(new Response());
    await Promise.all(calls);
    expect(tokens).toEqual(Array(9).fill('mine'));
  });

  test('leave no listener on their signal when they were held', async () => {
    const gate = deferred<Response>();
    const wrapped = createFetch({ fetch: () => gate.promise });
    const { signal } = new AbortController();
    const [added, removed] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')];
    const calls = await inTurns(12, () => wrapped(new Request(url, post('body')), { signal }));
    gate.resolve(new Response());
    await Promise.all(calls);
    const listeners = (of: typeof added) =>
      new Set(of.mock.calls.map(([type, listener]) => [type, listener]));
    // One for the fence of all, and one for each that was held.
    expect(added).toHaveBeenCalledTimes(1 + 12 - 8);
    expect(listeners(removed)).toEqual(listeners(added));
  });

  test.each([5, true, 10n])('with %s as their body are sent, and settle', async (body) => {
    const { gate, bodies, fetch } = gated();
    const wrapped = createFetch({ fetch });
    gate.resolve();
    await wrapped(url, post(body as never));
    expect(bodies).toEqual([`${body}`]);
    expect(wrapped.stats()).toMatchObject({ bypassed: 1, settled: 1, inFlight: 0 });
  });

  test('and call back the earlier fetch fail with an error that says what to do', async () => {
    let passes = 0;
    globalThis.fetch = async (input, init) => {
      if (++passes > 20) throw new Error('a loop');
      await undefined;
      return wrapped(new Request(input as string, init));
    };
    const wrapped = createFetch();
    globalThis.fetch = wrapped;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const call = wrapped(url, post('body')).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await call).toMatchObject({
      name: 'TypeError',
      message:
        'The function that this fetch calls for the network calls this fetch again. Give `createFetch` a `fetch` that does not.',
    });
  });
});

test.each(['bound', 'a Proxy'])(
  'a wrapper that is %s is not taken for the function of the platform (#19)',
  async (kind) => {
    globalThis.fetch = async () => new Response('network');
    const below = createFetch();
    const wrapper = async (input: RequestInfo | URL, init?: RequestInit) => {
      await undefined;
      return below(input as string, init);
    };
    globalThis.fetch = kind === 'bound' ? wrapper.bind(undefined) : new Proxy(wrapper, {});
    const wrapped = createFetch();
    globalThis.fetch = wrapped;
    expect(await (await wrapped('http://coflight.test/places')).text()).toBe('network');
  },
);

test.each<[string, (path: string) => Parameters<typeof globalThis.fetch>]>([
  ['URLs', (path) => [`http://coflight.test/${path}`]],
  [
    'objects that only it can convert',
    (path) => [{ toString: () => `http://coflight.test/${path}` } as never],
  ],
  ['URLs that no Request takes', (path) => [`http://me:secret@coflight.test/${path}`]],
])('a function on top may make other calls while it is called, with %s', async (_, argsOf) => {
  const below = vi.fn(async (..._: Parameters<typeof globalThis.fetch>) => new Response('network'));
  globalThis.fetch = below;
  const wrapped = createFetch();
  const onTop = vi.fn((...args: Parameters<typeof globalThis.fetch>) => {
    if (onTop.mock.calls.length === 1) other = wrapped(...argsOf('other'));
    return below(...args);
  });
  let other: Promise<Response> | undefined;
  globalThis.fetch = onTop;
  expect(await (await wrapped(...argsOf('places'))).text()).toBe('network');
  await other;
  for (const { mock } of [below, onTop])
    expect(mock.calls.map(([input]) => String(input).replace(/.*test.|#.*/g, '')).sort()).toEqual([
      'other',
      'places',
    ]);
});

test('a function below that calls back now and then, with a signal of its own, is answered each time', async () => {
  let calls = 0;
  globalThis.fetch = async (input, init) => {
    await undefined;
    if (++calls % 2) return globalThis.fetch(input, { ...init, signal: new AbortController().signal });
    return new Response(`${calls}`);
  };
  const wrapped = createFetch();
  globalThis.fetch = wrapped;
  const texts: string[] = [];
  for (let time = 0; time < 3; time++)
    texts.push(await (await wrapped('http://coflight.test/places')).text());
  expect(texts).toEqual(['2', '4', '6']);
});

test('a Request that a function on top has kept is a new call when it comes again after its answer', async () => {
  const below = vi.fn(async () => new Response('below'));
  globalThis.fetch = below;
  const wrapped = createFetch();
  const kept: Request[] = [];
  globalThis.fetch = async (input) => {
    kept.push(input as Request);
    return new Response('on top');
  };
  await wrapped(new Request('http://coflight.test/places'));
  expect(await (await wrapped(kept[0] as Request)).text()).toBe('on top');
  expect(below).not.toHaveBeenCalled();
});

describe.each(Object.entries({ ...faithful, ...remaking }))(
  'where a module that makes a wrapped fetch and a wrapper on top of it, which %s, runs again,',
  (_, wrap) => {
    test.each([2, 3])('up to %d times, every call is answered', async (runs) => {
      globalThis.fetch = async () => new Response('native');
      for (let run = 1; run <= runs; run++) {
        globalThis.fetch = wrap(createFetch());
        const call = (method: string) => comesTo(globalThis.fetch('http://coflight.test/places', { method }));
        for (const method of ['GET', 'GET', 'HEAD', 'POST', 'POST', 'GET'])
          expect([run, method, await call(method)]).toEqual([run, method, 'native']);
      }
    });
  },
);
