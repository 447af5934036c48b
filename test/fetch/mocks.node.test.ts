// Callbacks and mocks: whatever they do, nothing is lost, nothing hangs, and leader and followers fare alike.

import { Readable } from 'node:stream';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { Network } from '../support/network.ts';
import { unhandled } from '../support/unhandled.ts';

const url = 'http://coflight.test/';
const reason = { why: 'no longer wanted' };
type Fetch = typeof globalThis.fetch;
type Options = Parameters<typeof createFetch>[0];

describe('an abort during the launch', () => {
  /** A caller that is aborted while its request goes out, by whatever happens then. */
  async function abortedBy(arrange: (abort: () => void, network: Network) => Options, listen = false) {
    const network = new Network();
    const controller = new AbortController();
    const abort = () => controller.abort(reason);
    const fetch = createFetch({ fetch: network.fetch, ...arrange(abort, network) });
    if (listen) fetch.addEventListener('launch', abort);
    const errors = await unhandled(async () => {
      const call = fetch(url, { signal: controller.signal });
      await expect(call).rejects.toBe(reason);
    });
    expect(errors).toEqual([]);
    await expect.poll(() => network.sent.every((sent) => sent.signal?.aborted)).toBe(true);
    expect(fetch.stats()).toMatchObject({ inFlight: 0 });
    return { fetch, network };
  }

  test('An abort during the launch by the `fetch` option rejects the call and aborts the request (#12)', async () => {
    await abortedBy((abort, network) => ({
      fetch: (input, init) => {
        abort();
        return network.fetch(input, init);
      },
    }));
  });

  test('An abort during the launch by the `fetch` option after the request has gone out rejects the call and aborts it (#12)', async () => {
    await abortedBy((abort, network) => ({
      fetch: (input, init) => {
        const answer = network.fetch(input, init);
        abort();
        return answer;
      },
    }));
  });

  test('An abort during the launch by a `launch` listener rejects the call and aborts the request (#12)', async () => {
    await abortedBy(() => ({}), true);
  });

  test.each(['eligible', 'key'] as const)(
    'An abort during the launch by `%s` rejects the call (#12)',
    async (option) => {
      await abortedBy((abort) => ({
        [option]: (_: Request, key: string) => {
          abort();
          return option === 'key' ? key : true;
        },
      }));
    },
  );

  test('lets the next caller launch a new flight', async () => {
    const { fetch, network } = await abortedBy(() => ({}), true);
    const next = fetch(url);
    network.sent.at(-1)?.answer();
    network.sent.at(-1)?.end();
    expect(await (await next).text()).toBe('');
  });
});

describe('a `fences` that throws', () => {
  const error = new Error('fences failed');
  const fences = () => {
    throw error;
  };

  test.each([true, false])(
    'loses no write, and its caller hears of it: there is a read: %s (#12)',
    async (reads) => {
      const network = vi.fn(async (..._: Parameters<Fetch>) => new Response('answer'));
      const fetch = createFetch({ fetch: network, fences });
      const errors = await unhandled(async () => {
        const read = reads ? fetch(url) : undefined;
        const outcome = await fetch(url, { method: 'POST', body: 'four' }).catch((error: unknown) => error);
        expect(outcome === error || outcome instanceof Response).toBe(true);
        await (await read)?.text();
      });
      expect(errors).toEqual([]);
      expect(network.mock.calls.filter(([, init]) => init?.method === 'POST')).toHaveLength(1);
      expect(fetch.stats().inFlight).toBe(0);
    },
  );

  test('A `fences` that throws at the end of a write alone is no unhandled rejection, and leaves nothing in flight (#12)', async () => {
    const network = new Network();
    const fetch = createFetch({ fetch: network.fetch, fences });
    const errors = await unhandled(async () => {
      const write = fetch(url, { method: 'POST' }).catch((error: unknown) => error);
      const read = fetch(url);
      network.sent[0]?.answer();
      network.sent[1]?.answer();
      network.sent[1]?.end();
      await write;
      await (await read).text();
    });
    expect(errors).toEqual([]);
    expect(fetch.stats().inFlight).toBe(0);
  });
});

describe('a failure that its caller ignores', () => {
  const error = new TypeError('no network');
  const failing = async () => {
    throw error;
  };

  test.each(['GET', 'POST'])('is an unhandled rejection, as natively: of a %s (#12)', async (method) => {
    const fetch = createFetch({ fetch: failing });
    expect(await unhandled(() => void failing())).toEqual([error]);
    expect(await unhandled(() => void fetch(url, { method }))).toEqual([error]);
  });

  test('is one for each caller that ignores it, and none for the others', async () => {
    const fetch = createFetch({ fetch: failing });
    const calls = () => [fetch(url), fetch(url), fetch(url)];
    expect(await unhandled(() => void calls())).toEqual([error, error, error]);
    expect(await unhandled(() => Promise.allSettled(calls()))).toEqual([]);
    expect(await unhandled(() => fetch(url, { method: 'POST' }).catch(() => {}))).toEqual([]);
  });
});

/** An answer as older packages for Node give it: its body is a Node stream, without `getReader`. */
class NodeFetchResponse {
  readonly status = 200;
  readonly ok = true;
  readonly url = url;
  readonly headers = new Headers({ 'content-type': 'text/plain' });
  readonly body: Readable;
  readonly #chunks = [Buffer.from('first'), Buffer.from('second')];
  constructor() {
    this.body = Readable.from(this.#chunks);
  }
  async text(): Promise<string> {
    return Buffer.concat(await this.body.toArray()).toString();
  }
  clone(): NodeFetchResponse {
    return new NodeFetchResponse();
  }
}

/** Answers that are no Response of this platform. */
const strange: readonly (readonly [what: string, answer: () => unknown])[] = [
  ['nothing', () => undefined],
  ['null', () => null],
  ['a string', () => 'answer'],
  ['a plain object', () => ({ ok: true, status: 200, text: async () => 'firstsecond' })],
  [
    'an object without headers',
    () => ({ ok: true, status: 200, body: null, text: async () => 'firstsecond' }),
  ],
  [
    'an object whose headers are plain',
    () => ({ ok: true, status: 200, headers: { vary: '*' }, text: async () => 'firstsecond' }),
  ],
  [
    'an object with a body, whose headers cannot be listed',
    () => ({
      ...{ ok: true, status: 200, type: 'basic', bodyUsed: false, headers: { get: () => null } },
      body: new Response('firstsecond').body,
      text: async () => 'firstsecond',
    }),
  ],
  ['a response of node-fetch, with a Node stream as body', () => new NodeFetchResponse()],
  ['a response that was read already', () => read()],
  ['a response whose body is locked', () => locked()],
  ['a response of which a part was read', () => begun()],
];

function read(): Response {
  const response = new Response('firstsecond');
  void response.text();
  return response;
}

function locked(): Response {
  const response = new Response('firstsecond');
  response.body?.getReader();
  return response;
}

function begun(): Response {
  const response = new Response('firstsecond');
  const reader = response.body?.getReader();
  // Node 20 and 22 reject a read whose reader is released.
  reader?.read().catch(() => {});
  reader?.releaseLock();
  return response;
}

describe.each(strange)('a mock that answers %s', (_, answer) => {
  /** Returns the result of a call: the text of its answer, the answer when it has no text, or an error. */
  const outcome = (call: Promise<Response>) =>
    call
      .then<unknown>((response) => (typeof response?.text === 'function' ? response.text() : response))
      .catch((error: unknown) => error);

  test('gives leader and followers the same: a text or a clear error (#12)', async () => {
    const network = vi.fn(async () => answer() as Response);
    const fetch = createFetch({ fetch: network });
    const errors = await unhandled(async () => {
      const [leader, ...followers] = await Promise.all([fetch(url), fetch(url), fetch(url)].map(outcome));
      for (const follower of followers) expect(String(follower)).toBe(String(leader));
      // The error says what was wrong with the answer, and is no internal one.
      if (leader instanceof Error)
        expect(leader.message).not.toMatch(/Cannot |is not a function|not iterable|private|properties of/);
      else expect(leader).toBe(typeof answer() === 'object' && answer() ? 'firstsecond' : answer());
    });
    expect(errors).toEqual([]);
    expect(network).toHaveBeenCalledTimes(1);
    expect(fetch.stats().inFlight).toBe(0);
  });

  test('is asked again by the next caller, and its flight is done or has failed', async () => {
    const network = vi.fn(async () => answer() as Response);
    const fetch = createFetch({ fetch: network });
    const outcomes: unknown[] = [];
    fetch.addEventListener('settle', ({ detail }) => outcomes.push(detail.outcome));
    await outcome(fetch(url));
    await outcome(fetch(url));
    expect(network).toHaveBeenCalledTimes(2);
    const { failed } = fetch.stats();
    expect(outcomes).toEqual(Array(2).fill(failed ? 'failed' : 'done'));
  });

  test("gives a call that bypasses the mock's answer, as natively", async () => {
    const given = answer();
    const fetch = createFetch({ fetch: async () => given as Response });
    expect(await fetch(url, { method: 'POST' })).toBe(given);
  });
});

describe('where the platform has no streams, as in the simulated page of Jest,', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test.each<[string, () => unknown]>([
    ['node-fetch', () => new NodeFetchResponse()],
    ['Node', () => new Response('firstsecond')],
  ])('leader and followers read the response of %s', async (_, answer) => {
    const answered = answer() as Response;
    vi.stubGlobal('ReadableStream', undefined);
    const fetch = createFetch({ fetch: async () => answered });
    const responses = await Promise.all([fetch(url), fetch(url)]);
    for (const response of responses) expect(await response.text()).toBe('firstsecond');
    expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1, inFlight: 0 });
  });
});

test('where the platform makes no stream of a Node stream, as Node 20.5, leader and followers read the response of node-fetch', async () => {
  const Streams = Object.assign(() => {}, { prototype: ReadableStream.prototype });
  vi.stubGlobal('ReadableStream', Streams);
  const answered = new NodeFetchResponse() as unknown as Response;
  const fetch = createFetch({ fetch: async () => answered });
  const responses = await Promise.all([fetch(url), fetch(url)]);
  vi.unstubAllGlobals();
  for (const response of responses) expect(await response.text()).toBe('firstsecond');
  expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1, failed: 0 });
});

const raise = (error: unknown): never => {
  throw error;
};

/** A promise in shape alone, which fails. */
const thenable = {
  // biome-ignore lint/suspicious/noThenProperty: a thenable has this member
  then: (_: unknown, no: (error: unknown) => void) => no('failed'),
} as unknown as Promise<Response>;

describe('a mock that fails in a strange way', () => {
  test.each<[string, Fetch, unknown]>([
    ['throws at once', () => raise('at once'), 'at once'],
    ['rejects with a string', () => Promise.reject('a string'), 'a string'],
    ['rejects with null', () => Promise.reject(null), null],
    ['is a thenable that fails', () => thenable, 'failed'],
  ])('rejects leader and followers alike: it %s', async (_, network, expected) => {
    const fetch = createFetch({ fetch: network });
    const errors = await unhandled(async () => {
      const calls = [fetch(url), fetch(url), fetch(url, { method: 'POST' })];
      const outcomes = await Promise.allSettled(calls);
      for (const outcome of outcomes) expect(outcome).toEqual({ status: 'rejected', reason: expected });
    });
    expect(errors).toEqual([]);
    expect(fetch.stats().inFlight).toBe(0);
  });
});

describe('a mock that is installed later sees the arguments of a call past all flights as they are', () => {
  const { fetch: native } = globalThis;
  afterEach(() => {
    globalThis.fetch = native;
  });

  test.each<[string, ...Parameters<Fetch>]>([
    ['a POST', url, { method: 'POST', body: 'text', headers: { accept: 'text/plain' } }],
    ['a POST without a body', url, { method: 'POST' }],
    ['a call that opts out', url, { coalesce: false } as RequestInit],
    ['a Request', new Request(url, { method: 'POST', body: 'text' })],
  ])('%s', async (_, ...args) => {
    const wrapped = createFetch();
    const mock = vi.fn(async () => new Response('mock'));
    globalThis.fetch = mock;
    expect(await (await wrapped(...args)).text()).toBe('mock');
    expect(mock).toHaveBeenCalledExactlyOnceWith(...args);
  });
});

describe('a mock that is installed later answers a call that is the same as one before it', () => {
  const { fetch: native } = globalThis;
  afterEach(() => {
    globalThis.fetch = native;
  });
  const answering = (text: string) => vi.fn(async () => new Response(text));
  const textOf = async (call: Promise<Response>) => (await call).text();

  test('when the mock before it has not answered', async () => {
    const wrapped = createFetch();
    globalThis.fetch = () => new Promise(() => {});
    const control = new AbortController();
    const before = wrapped(url, { signal: control.signal });
    globalThis.fetch = answering('second');
    expect(await Promise.all([wrapped(url), wrapped(url)].map(textOf))).toEqual(['second', 'second']);
    expect(globalThis.fetch).toHaveBeenCalledOnce();
    control.abort('enough');
    await expect(before).rejects.toBe('enough');
  });

  test('when there was no global fetch for the one before it', async () => {
    const wrapped = createFetch();
    Reflect.deleteProperty(globalThis, 'fetch');
    const before = wrapped(url).catch(String);
    globalThis.fetch = answering('mock');
    expect(await textOf(wrapped(url))).toBe('mock');
    expect(await before).toContain('Expected a global `fetch`');
  });

  test('when the answer of the mock before it lingers', async () => {
    const wrapped = createFetch({ linger: 60_000 });
    globalThis.fetch = answering('first');
    expect(await textOf(wrapped(url))).toBe('first');
    expect(await textOf(wrapped(url))).toBe('first');
    globalThis.fetch = answering('second');
    expect(await textOf(wrapped(url))).toBe('second');
  });

  test('unless the network was chosen', async () => {
    const network = new Network();
    const wrapped = createFetch({ fetch: network.fetch });
    const calls = [wrapped(url)];
    globalThis.fetch = answering('mock');
    calls.push(wrapped(url));
    expect(network.sent).toHaveLength(1);
    network.sent[0]?.answer();
    network.sent[0]?.end();
    expect(await Promise.all(calls.map(textOf))).toEqual(['', '']);
  });

  test('unless it is the wrapped fetch itself', async () => {
    const network = new Network();
    globalThis.fetch = network.fetch;
    const wrapped = createFetch();
    const calls = [wrapped(url)];
    globalThis.fetch = wrapped;
    calls.push(globalThis.fetch(url));
    expect(network.sent).toHaveLength(1);
    network.sent[0]?.answer();
    network.sent[0]?.end();
    expect(await Promise.all(calls.map(textOf))).toEqual(['', '']);
  });
});

describe('a shared call, as a mock sees it,', () => {
  const { fetch: native } = globalThis;
  afterEach(() => {
    globalThis.fetch = native;
  });
  const signal = expect.any(AbortSignal);

  test('has an init with the signal of its flight', async () => {
    const wrapped = createFetch();
    const mock = vi.fn(async () => new Response('mock'));
    globalThis.fetch = mock;
    await wrapped(url);
    expect(mock).toHaveBeenCalledExactlyOnceWith(url, { signal });
  });

  test('has an init with the methods of an object', async () => {
    const mock = vi.fn<Fetch>(async () => new Response('mock'));
    await createFetch({ fetch: mock })(url);
    expect(mock.mock.calls[0]?.[1]).toBeInstanceOf(Object);
  });

  test.each<[string, () => HeadersInit]>([
    ['a Headers object', () => new Headers({ accept: 'text/csv' })],
    ['pairs', () => [['accept', 'text/csv']]],
    ['an object', () => ({ accept: 'text/csv' })],
  ])('has headers of the same kind as its caller gave, but not the same: %s', async (_, make) => {
    const mock = vi.fn<Fetch>(async () => new Response('mock'));
    const headers = make();
    await createFetch({ fetch: mock })(url, { headers });
    const seen = mock.mock.calls[0]?.[1]?.headers;
    expect(seen).toEqual(headers);
    expect(Object.prototype.toString.call(seen)).toBe(Object.prototype.toString.call(headers));
    expect(seen).not.toBe(headers);
  });

  test('has the URL of its Request, where the mock is chosen', async () => {
    const mock = vi.fn<Fetch>(async () => new Response('mock'));
    await createFetch({ fetch: mock })(new Request(url));
    const [[request, init] = []] = mock.mock.calls;
    expect([(request as Request).url, init]).toEqual([url, expect.objectContaining({ signal })]);
  });
});

test.each(['GET', 'POST'])(
  'a %s on a platform without fetch rejects, and says what is missing',
  async (method) => {
    const { fetch: native } = globalThis;
    Reflect.deleteProperty(globalThis, 'fetch');
    const fetch = createFetch();
    const outcome = await fetch(url, { method }).catch((error) => error);
    globalThis.fetch = native;
    expect(outcome).toEqual(new TypeError('Expected a global `fetch`, or the option `fetch`, got none.'));
    expect(fetch.stats()).toMatchObject({ failed: 1, inFlight: 0 });
  },
);

test("the platform's own function gets the init of a write without a prototype", async () => {
  const { fetch: native } = globalThis;
  const seen: unknown[][] = [];
  // Node's own function contains this text.
  globalThis.fetch = async (...args) => {
    seen.push(["require('internal/deps/undici/undici')", ...args]);
    return new Response();
  };
  const init = { method: 'POST', body: 'text', headers: {} };
  await createFetch()(url, init);
  globalThis.fetch = native;
  expect(seen[0]?.slice(1)).toEqual([url, init]);
  expect(Object.getPrototypeOf(seen[0]?.[2])).toBe(null);
});

test('After `forget()` a call reaches the handler of its own test, although a call of the test before has no answer yet', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  const fetch = createFetch();
  let handler: () => Promise<Response> = () => new Promise(() => {});
  vi.stubGlobal('fetch', () => handler());
  fetch(url);
  fetch.forget();
  handler = async () => new Response('of the second test');
  expect(await (await fetch(url)).text()).toBe('of the second test');
});
