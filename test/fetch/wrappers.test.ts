// Law 7: a wrapped fetch never calls itself, never hangs and never loops, whatever is on top of it or beneath it.

import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { deferred } from '../support/deferred.ts';
import { bottom, bounded, comesTo, type Fetch, faithful, remaking, type Wrap } from '../support/layers.ts';
import { turns } from '../support/turns.ts';

const url = 'http://coflight.test/me';
const { native, state } = bottom();

/** Puts a wrapper and a wrapped fetch together; returns the wrapped fetch. */
type Arrange = (wrap: Wrap, mostPasses?: number) => ReturnType<typeof createFetch>;

const arrangements: Readonly<Record<string, Arrange>> = {
  'is the global fetch around a wrapped one': (wrap, mostPasses) => {
    const wrapped = createFetch();
    globalThis.fetch = bounded(wrap, mostPasses)(wrapped);
    return wrapped;
  },
  'was put on top of a wrapped fetch that is global': (wrap, mostPasses) => {
    const wrapped = createFetch();
    globalThis.fetch = wrapped;
    globalThis.fetch = bounded(wrap, mostPasses)(wrapped);
    return wrapped;
  },
  'was put on top of two wrapped fetches, one over the other,': (wrap, mostPasses) => {
    globalThis.fetch = createFetch();
    const wrapped = createFetch();
    globalThis.fetch = wrapped;
    globalThis.fetch = bounded(wrap, mostPasses)(wrapped);
    return wrapped;
  },
  'is what a wrapped global fetch calls, and calls the global one': (wrap, mostPasses) => {
    const fetch = bounded(wrap, mostPasses)((...args) => globalThis.fetch(...args));
    const wrapped = createFetch({ fetch });
    globalThis.fetch = wrapped;
    return wrapped;
  },
};

const reason = { why: 'no longer wanted' };

/** Resolves with the text of an answer, or with the error of a call. */
const outcomeOf = (call: Promise<Response>): Promise<unknown> =>
  call.then(
    (response) => response.text(),
    (error: unknown) => error,
  );

describe.each(Object.entries(arrangements))('where a wrapper %s', (_, arrange) => {
  describe.each(Object.entries({ ...faithful, ...remaking }))('and %s,', (_, wrap) => {
    test('a GET is answered by one request (#12)', async () => {
      arrange(wrap);
      expect(await comesTo(globalThis.fetch(url))).toBe('native');
      expect(state.reached).toMatchObject([{ method: 'GET', url }]);
    });

    test('a GET of the wrapped fetch itself is answered by one request (#12)', async () => {
      const wrapped = arrange(wrap);
      expect(await comesTo(wrapped(url))).toBe('native');
      expect(state.reached).toMatchObject([{ method: 'GET', url }]);
    });

    test('every GET is answered, one after the other (#12)', async () => {
      arrange(wrap);
      for (let call = 0; call < 3; call++) expect(await comesTo(globalThis.fetch(url))).toBe('native');
      expect(state.reached).toHaveLength(3);
    });

    test('two callers in one turn are answered (#12)', async () => {
      arrange(wrap);
      const calls = [globalThis.fetch(url), globalThis.fetch(url)];
      expect(await Promise.all(calls.map(comesTo))).toEqual(['native', 'native']);
    });

    test('a caller that comes while another waits is answered (#12)', async () => {
      arrange(wrap);
      const gate = deferred();
      state.gate = gate.promise;
      const one = globalThis.fetch(url);
      await expect.poll(() => native.mock.calls.length).toBeGreaterThan(0);
      const other = globalThis.fetch(url);
      await turns();
      gate.resolve();
      expect(await Promise.all([one, other].map(comesTo))).toEqual(['native', 'native']);
    });

    test('a POST is sent once, with its body (#12)', async () => {
      arrange(wrap);
      expect(await comesTo(globalThis.fetch(url, { method: 'POST', body: 'four' }))).toBe('native');
      expect(state.reached).toMatchObject([{ method: 'POST', url, body: 'four' }]);
    });

    test('a Request to POST is sent once, with its body (#12)', async () => {
      const wrapped = arrange(wrap);
      const post = () => new Request(url, { method: 'POST', body: 'four' });
      expect(await comesTo(globalThis.fetch(post()))).toBe('native');
      expect(await comesTo(wrapped(post()))).toBe('native');
      const sent = { method: 'POST', url, body: 'four' };
      expect(state.reached).toMatchObject([sent, sent]);
    });

    test('two POSTs in one turn are two requests (#12)', async () => {
      arrange(wrap);
      const calls = ['one', 'two'].map((body) => globalThis.fetch(url, { method: 'POST', body }));
      expect(await Promise.all(calls.map(comesTo))).toEqual(['native', 'native']);
      expect(state.reached.map(({ body }) => body).sort()).toEqual(['one', 'two']);
    });

    test('an abort ends the call and the request (#12)', async () => {
      arrange(wrap);
      state.gate = new Promise(() => {});
      const controller = new AbortController();
      const call = globalThis.fetch(url, { signal: controller.signal });
      call.catch(() => {});
      await expect.poll(() => state.reached.length).toBe(1);
      controller.abort(reason);
      expect(await comesTo(call)).toBe(reason);
      await expect.poll(() => state.reached[0]?.signal.aborted).toBe(true);
    });

    test.each(['before it is made', 'before it is sent'])(
      'a POST that is aborted %s rejects',
      async (when) => {
        arrange(wrap);
        state.gate = new Promise(() => {});
        const controller = new AbortController();
        if (when === 'before it is made') controller.abort(reason);
        const init = { method: 'POST', body: 'four', signal: controller.signal };
        const call = globalThis.fetch(url, init);
        call.catch(() => {});
        controller.abort(reason);
        expect(await comesTo(call)).toBe(reason);
      },
    );

    test('a failure is the network’s own error (#12)', async () => {
      arrange(wrap);
      const error = new TypeError('no network');
      native.mockImplementation(async () => {
        throw error;
      });
      expect(await comesTo(globalThis.fetch(url))).toBe(error);
      expect(await comesTo(globalThis.fetch(url, { method: 'POST', body: 'four' }))).toBe(error);
    });
  });

  describe.each(Object.entries(faithful))('and %s,', (_, wrap) => {
    test('two callers in one turn share one request (#12)', async () => {
      arrange(wrap);
      const calls = [globalThis.fetch(url), globalThis.fetch(url)];
      expect(await Promise.all(calls.map(comesTo))).toEqual(['native', 'native']);
      expect(state.reached).toHaveLength(1);
    });
  });

  test('and adds a header, the header is sent (#12)', async () => {
    arrange(faithful['adds a header that it awaits'] as Wrap);
    expect(await comesTo(globalThis.fetch(url))).toBe('native');
    expect(state.reached).toMatchObject([{ authorization: 'token' }]);
  });

  test('and asks the wrapped fetch for a token first, both are answered (#12)', async () => {
    const tokens = 'http://coflight.test/token';
    const withToken: Wrap = (below) => async (input, init) => {
      if (String(input) === tokens) return below(input, init);
      const authorization = await (await globalThis.fetch(tokens)).text();
      return below(input, { ...init, headers: { authorization } });
    };
    arrange(withToken);
    expect(await comesTo(globalThis.fetch(url))).toBe('native');
    expect(state.reached.filter((request) => request.url === url)).toMatchObject([
      { authorization: 'native' },
    ]);
  });
});

describe('a wrapper whose call looks like that of a second caller', () => {
  /** Wrappers that pass on no mark of the call. */
  const forgetful: Readonly<Record<string, Wrap>> = {
    'that drops the init': (below) => async (input) => {
      await null;
      return below(input);
    },
    'that keeps method, body and headers alone': (below) => async (input, init) => {
      await null;
      const { method, headers, body } = new Request(input, init);
      return below(String(input), { method, headers, ...(body && { body, duplex: 'half' }) } as RequestInit);
    },
    'that gives each call a signal of its own': (below) => async (input, init) => {
      await null;
      return below(input, { ...init, signal: AbortSignal.any([...(init?.signal ? [init.signal] : [])]) });
    },
  };

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    return () => void vi.useRealTimers();
  });

  /** Settled in bounded time: with an answer, or with an error that is not the test’s own. */
  async function settles(call: Promise<Response>) {
    const settled = outcomeOf(call);
    await vi.advanceTimersByTimeAsync(30_000);
    const result = await settled;
    if (result === 'native') return;
    expect(result).toBeInstanceOf(Error);
    expect((result as Error).message).not.toMatch(/came by|call stack/);
  }

  describe.each(Object.entries(arrangements))('where a wrapper %s', (_, arrange) => {
    test.each(Object.entries(forgetful))(
      'and one %s: a GET is answered by one request (#12)',
      async (_, wrap) => {
        arrange(wrap);
        const call = outcomeOf(globalThis.fetch(url));
        await vi.advanceTimersByTimeAsync(30_000);
        expect(await call).toBe('native');
        expect(state.reached).toMatchObject([{ url }]);
      },
    );

    test.each(Object.entries(forgetful))('and one %s: a POST is sent once (#12)', async (_, wrap) => {
      arrange(wrap);
      const call = outcomeOf(globalThis.fetch(url, { method: 'POST', body: 'four' }));
      await vi.advanceTimersByTimeAsync(30_000);
      expect(await call).toBe('native');
      expect(state.reached.length).toBe(1);
    });
  });

  test.each(Object.entries({ ...faithful, ...remaking }))(
    'a wrapped fetch that is its own network settles, where the way back %s (#12)',
    async (_, wrap) => {
      const wrapped: Fetch = createFetch({ fetch: bounded(wrap)((...args) => wrapped(...args)) });
      for (const init of [{}, { method: 'POST', body: 'four' }]) await settles(wrapped(url, init));
    },
  );
});

describe('a call that comes back without its fragment, too,', () => {
  const stripping: Wrap = (below) => async (input) => {
    await null;
    return below(new Request(input).url.replace(/#.*/, ''));
  };

  test.each(Object.entries(arrangements))(
    'fails with an error that says what to do, where a wrapper %s',
    async (_, arrange) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      arrange(stripping);
      const call = outcomeOf(globalThis.fetch(url));
      await vi.advanceTimersByTimeAsync(150_000);
      expect(await call).toMatchObject({
        name: 'TypeError',
        message:
          'The function that this fetch calls for the network calls this fetch again. Give `createFetch` a `fetch` that does not.',
      });
      expect(state.reached).toEqual([]);
    },
  );

  test.each(Object.entries(arrangements))(
    'is sent once if it is a write, where a wrapper %s',
    async (_, arrange) => {
      const stripping: Wrap = (below) => async (input, init) => {
        const { url, method } = new Request(input, init);
        await null;
        return below(url.replace(/#.*/, ''), { method, body: 'four' });
      };
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      arrange(stripping, 300);
      const call = outcomeOf(globalThis.fetch(url, { method: 'POST', body: 'four' }));
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await call).toBe('native');
      expect(state.reached).toMatchObject([{ method: 'POST', url, body: 'four' }]);
    },
  );
});

describe('a function that was put on top later gets every call', () => {
  const post = (body: string) => ({ method: 'POST', body });
  const writes: readonly [what: string, hasAnswered: boolean, argsOf: (nth: number) => Parameters<Fetch>][] =
    [
      ['writes', false, (nth) => [url, post(`body ${nth}`)]],
      ['equal writes', false, () => [new URL(url), post('body')]],
      ['equal writes', true, () => [url, post('body')]],
      // Requests have no mark that survives, so a function that has not answered yet may call back with them.
      ['equal Requests', true, () => [new Request(url, post('body'))]],
    ];

  test.each(writes)(
    'A function that was put on top later gets every call of many %s that wait (it has answered before: %s)',
    async (what, hasAnswered, argsOf) => {
      const wrapped = createFetch();
      const mock = { seen: [] as string[], gate: Promise.resolve() };
      globalThis.fetch = async (input) => {
        mock.seen.push(input instanceof Request ? input.url : String(input));
        await mock.gate;
        return new Response('mock');
      };
      if (hasAnswered) expect(await outcomeOf(wrapped(url))).toBe('mock');
      const gate = deferred();
      mock.gate = gate.promise;
      const calls: Promise<unknown>[] = [];
      for (let nth = 0; nth < 120; nth++) {
        calls.push(outcomeOf(wrapped(...argsOf(nth))));
        await turns(1);
      }
      gate.resolve();
      expect(new Set(await Promise.all(calls))).toEqual(new Set(['mock']));
      expect(mock.seen).toHaveLength(120 + Number(hasAnswered));
      // Only calls that may be one more round of a loop have a mark in the URL.
      const marked = mock.seen.filter((seen) => seen.includes('#'));
      expect(marked).toHaveLength(what === 'equal writes' && !hasAnswered ? 120 - 8 : 0);
      expect(state.reached).toEqual([]);
    },
  );
});

describe('a first answer that takes long is awaited', () => {
  const through: Readonly<Record<string, () => Fetch>> = {
    'through a function that was put on top later': () => {
      const wrapped = createFetch();
      globalThis.fetch = (input, init) => native(input, init);
      return wrapped;
    },
    'through a chosen function': () => createFetch({ fetch: (input, init) => native(input, init) }),
  };

  test.each(Object.entries(through))('%s, by every caller (#12)', async (_, arrange) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const wrapped = arrange();
    const gate = deferred();
    state.gate = gate.promise;
    const calls = Array.from({ length: 5 }, () => outcomeOf(wrapped(url)));
    for (let second = 0; second < 60; second++) {
      await vi.advanceTimersByTimeAsync(1000);
      calls.push(outcomeOf(wrapped(url)));
    }
    gate.resolve();
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['native']));
    // One at first, and one after 5, 15 and 35 s: each of these could have shown a call that comes back.
    expect(state.reached.length).toBeLessThanOrEqual(4);
  });

  test.each(Object.entries(through))(
    '%s, by all who have asked before, with one more request',
    async (_, arrange) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
      onTestFinished(() => void vi.useRealTimers());
      const wrapped = arrange();
      const gate = deferred();
      state.gate = gate.promise;
      const calls = Array.from({ length: 5 }, () => outcomeOf(wrapped(url)));
      // They were made before the second request, so that none of them is its call that has come back.
      await vi.advanceTimersByTimeAsync(200_000);
      gate.resolve();
      expect(await Promise.all(calls)).toEqual(Array(5).fill('native'));
      expect(state.reached).toHaveLength(2);
    },
  );
});

describe('wrapped twice,', () => {
  const layers: Readonly<Record<string, (wrap: Wrap) => void>> = {
    'with the wrapper in between': (wrap) => {
      globalThis.fetch = createFetch();
      globalThis.fetch = bounded(wrap)(globalThis.fetch);
      globalThis.fetch = createFetch();
    },
    'with the wrapper on top': (wrap) => {
      globalThis.fetch = createFetch();
      globalThis.fetch = createFetch();
      globalThis.fetch = bounded(wrap)(globalThis.fetch);
    },
    'with two wrappers': (wrap) => {
      globalThis.fetch = createFetch();
      globalThis.fetch = bounded(wrap)(globalThis.fetch);
      globalThis.fetch = createFetch();
      globalThis.fetch = bounded(wrap)(globalThis.fetch);
    },
  };

  describe.each(Object.entries(layers))('%s,', (_, arrange) => {
    test.each(Object.entries(faithful))('which %s: all calls are answered (#12)', async (_, wrap) => {
      arrange(wrap);
      expect(await comesTo(globalThis.fetch(url))).toBe('native');
      expect(await comesTo(globalThis.fetch(url, { method: 'POST', body: 'four' }))).toBe('native');
      expect(state.reached).toMatchObject([{ method: 'GET' }, { method: 'POST', body: 'four' }]);
    });
  });
});

describe.each([3, 10, 30])('wrapped %i times, as hot reloading does,', (times) => {
  beforeEach(() => {
    for (let time = 0; time < times; time++) globalThis.fetch = createFetch();
  });

  test('ten callers are answered by one request (#12)', async () => {
    const calls = Array.from({ length: 10 }, () => comesTo(globalThis.fetch(url)));
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['native']));
    expect(state.reached).toHaveLength(1);
  });

  test('a POST is sent once, with its body (#12)', async () => {
    expect(await comesTo(globalThis.fetch(url, { method: 'POST', body: 'four' }))).toBe('native');
    expect(state.reached).toMatchObject([{ method: 'POST', body: 'four' }]);
  });
});

test('wrapped once more after each call, as hot reloading does, every call is answered (#12)', async () => {
  for (let time = 0; time < 30; time++) {
    globalThis.fetch = createFetch();
    expect(await comesTo(globalThis.fetch(url))).toBe('native');
  }
  expect(state.reached).toHaveLength(30);
});

/** Its stack is too small for so many functions that call each other in one turn. */
const isFirefox = /firefox/i.test(globalThis.navigator?.userAgent ?? '');

test.skipIf(isFirefox)(
  'fifty wrapped fetches that hot reloading has put below another one are no loop',
  async () => {
    for (let layer = 0; layer <= 50; layer++) globalThis.fetch = createFetch();
    expect(await comesTo(globalThis.fetch(url))).toBe('native');
  },
);

test('a chosen function that calls the global fetch with another kind of object for the URL is answered', async () => {
  const fetch = createFetch({
    fetch: (input, init) => globalThis.fetch({ toString: () => `${input}` } as unknown as string, init),
  });
  globalThis.fetch = bounded((below) => (input, init) => below(input, init))(fetch);
  for (let time = 0; time < 2; time++) expect(await comesTo(fetch(url))).toBe('native');
  expect(state.reached).toMatchObject([{ url }, { url }]);
});

describe('a mock that is installed later works', () => {
  const mock = async () => new Response('mock');

  test('below a fetch that was the global one before (#12)', async () => {
    const wrapped = createFetch();
    globalThis.fetch = wrapped;
    expect(await comesTo(wrapped(url))).toBe('native');
    globalThis.fetch = mock;
    expect(await comesTo(wrapped(url))).toBe('mock');
    expect(await comesTo(wrapped(url, { method: 'POST' }))).toBe('mock');
  });

  test('below a fetch that was the global one for no call (#12)', async () => {
    const wrapped = createFetch();
    globalThis.fetch = wrapped;
    globalThis.fetch = mock;
    expect(await comesTo(wrapped(url))).toBe('mock');
  });

  test('below a fetch that had a wrapper on top before, and after its removal the network works (#12)', async () => {
    for (const wrap of Object.values({ ...faithful, ...remaking })) {
      const wrapped = createFetch();
      globalThis.fetch = bounded(wrap)(wrapped);
      expect(await comesTo(globalThis.fetch(url))).toBe('native');
      globalThis.fetch = mock;
      expect(await comesTo(wrapped(url))).toBe('mock');
      expect(await comesTo(wrapped(url, { method: 'POST' }))).toBe('mock');
      globalThis.fetch = native;
      expect(await comesTo(wrapped(url))).toBe('native');
    }
  });

  test('A mock that is installed later works on top of the global one, when it passes on calls that it does not answer (#12)', async () => {
    const wrapped = createFetch();
    globalThis.fetch = wrapped;
    const passing: Fetch = async (input, init) =>
      new Request(input, init).url.endsWith('/mocked') ? mock() : wrapped(input, init);
    globalThis.fetch = passing;
    expect(await comesTo(wrapped('http://coflight.test/mocked'))).toBe('mock');
    expect(await comesTo(globalThis.fetch(url))).toBe('native');
    expect(await comesTo(wrapped(url))).toBe('native');
  });
});
