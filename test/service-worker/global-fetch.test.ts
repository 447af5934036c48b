import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import '../support/worker-scope.ts';
import { coalesceGlobalFetch } from '../../src/service-worker/global-fetch.ts';
import { deferred } from '../support/deferred.ts';
import { seen } from '../support/worker-scope.ts';

const url = 'https://map.example/tile';
const native = globalThis.fetch;
let original: ReturnType<typeof vi.fn<typeof fetch>>;
let undo: () => void;

beforeEach(() => {
  original = vi.fn(async () => new Response('there'));
  globalThis.fetch = original;
  undo = coalesceGlobalFetch();
});
afterEach(() => {
  globalThis.fetch = native;
});

describe('the global fetch', () => {
  test('is one call for callers that ask for the same by a string, a URL or a `Request`', async () => {
    const gate = deferred<Response>();
    original.mockReturnValue(gate.promise);
    const answers = [fetch(url), fetch(new URL(`${url}#part`)), fetch(new Request(url), { method: 'get' })];
    gate.resolve(new Response('shared'));
    const texts = await Promise.all(answers.map(async (answer) => (await answer).text()));
    expect(texts).toEqual(['shared', 'shared', 'shared']);
    expect(original).toHaveBeenCalledTimes(1);
  });

  test.each<[string, RequestInit]>([
    ['a POST', { method: 'POST', body: 'x' }],
    ['a range', { headers: { range: 'bytes=0-1' } }],
    ['a cache mode', { cache: 'no-store' }],
  ])('passes %s on as it is', async (_, init) => {
    await Promise.all([fetch(url, init), fetch(url, init)]);
    expect(original.mock.calls).toEqual([
      [url, init],
      [url, init],
    ]);
  });

  test('shares a `Request` without an init as it is', async () => {
    const gate = deferred<Response>();
    original.mockReturnValue(gate.promise);
    const answers = [fetch(new Request(url)), fetch(new Request(url))];
    gate.resolve(new Response('shared'));
    for (const answer of answers) expect(await (await answer).text()).toBe('shared');
    expect(original).toHaveBeenCalledTimes(1);
  });

  test('passes a `Request` of a video on as it is', async () => {
    const video = seen(url, { destination: 'video' });
    await Promise.all([fetch(video), fetch(video)]);
    expect(original.mock.calls).toEqual([[video], [video]]);
  });

  test('leaves the body of a call with an init unread, whose method has `get` in its name', async () => {
    for (const method of ['TARGET', 'GETS']) {
      const own = new Request(url, { method, body: 'x' });
      await fetch(own, { headers: { 'x-own': 'a' } });
      expect(own.bodyUsed).toBe(false);
    }
  });

  test('is one call for a range and its reads: a call past all flights that only reads fences nothing', async () => {
    const gate = deferred<Response>();
    original.mockReturnValue(gate.promise);
    const one = fetch(url);
    const range = fetch(url, { headers: { range: 'bytes=0-1' } });
    const other = fetch(url);
    gate.resolve(new Response('shared'));
    expect(await (await one).text()).toBe('shared');
    expect(await (await other).text()).toBe('shared');
    await range;
    expect(original).toHaveBeenCalledTimes(2);
  });

  test('leaves the body of a POST unread', async () => {
    const post = new Request(url, { method: 'POST', body: 'x' });
    await fetch(post, { headers: { 'x-own': 'a' } });
    expect(post.bodyUsed).toBe(false);
  });

  test('leaves a call without arguments to the one that was there, which refuses it', async () => {
    const call = globalThis.fetch as (...none: never[]) => Promise<Response>;
    await call();
    expect(original.mock.calls).toEqual([[]]);
  });

  test('leaves it to the one that was there to refuse a wrong call', async () => {
    original.mockImplementation(native);
    await expect(fetch('https://')).rejects.toThrow(await native('https://').catch((error) => error));
    expect(original).toHaveBeenCalledWith('https://');
  });

  test("rejects a caller that aborts with the signal's reason, and goes on for the other", async () => {
    const gate = deferred<Response>();
    original.mockReturnValue(gate.promise);
    const controller = new AbortController();
    const [one, other] = [fetch(url, { signal: controller.signal }), fetch(url)];
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(one).rejects.toBe(reason);
    gate.resolve(new Response('shared'));
    expect(await (await other).text()).toBe('shared');
    expect(original).toHaveBeenCalledTimes(1);
  });

  test("rejects in mid-body with the signal's reason when no other caller reads the body (#19)", async () => {
    original.mockImplementation(async (input) => {
      const { signal } = input as Request;
      const start = (body: ReadableStreamDefaultController) => {
        signal.addEventListener('abort', () => body.error(signal.reason));
      };
      return new Response(new ReadableStream({ start }));
    });
    const controller = new AbortController();
    const text = (await fetch(url, { signal: controller.signal })).text();
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(text).rejects.toBe(reason);
  });

  test.each([undefined, async () => new Response()])(
    'has no option `fetch`, because it calls the one from before: %o',
    (network) => {
      const options = { fetch: network } as object;
      expect(() => coalesceGlobalFetch(options)).toThrow(new TypeError('Unknown option `fetch`.'));
    },
  );

  test('can be restored, unless other code has replaced it since', () => {
    undo();
    expect(globalThis.fetch).toBe(original);
    const again = coalesceGlobalFetch();
    const theirs = async () => new Response();
    globalThis.fetch = theirs;
    again();
    expect(globalThis.fetch).toBe(theirs);
  });
});

test.each([
  ['of the own site', {}],
  [
    "of another origin's style sheet, which no flight can abort",
    { referrer: 'https://styles.example/1.css' },
  ],
])('An event whose flight calls the global fetch ends when its one body has arrived: %s', async (_, init) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let list!: (entries: { readonly name: string; readonly startTime: number }[]) => void;
  const observed = (hear: (list: { getEntries(): object[] }) => void) => {
    list = (entries) => hear({ getEntries: () => entries });
  };
  vi.resetModules();
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(...args: Parameters<typeof observed>) {
        observed(...args);
      }
      observe() {}
    },
  );
  undo();
  const handler = await import('../../src/service-worker/handler.ts');
  const globalFetch = await import('../../src/service-worker/global-fetch.ts');
  undo = globalFetch.coalesceGlobalFetch();
  let time = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => ++time);
  const opaque = Object.defineProperty(new Response(null), 'type', { value: 'opaque' });
  original.mockResolvedValue(Object.defineProperty(opaque, 'clone', { value: () => opaque }));
  const until: Promise<unknown>[] = [];
  const event = { waitUntil: (promise: Promise<unknown>) => void until.push(promise) };
  await handler.createHandler()({ request: seen(url, init), event: event as never });
  list([{ name: url, startTime: time }]);
  await vi.advanceTimersByTimeAsync(4_000);
  const isOver = await Promise.race([
    Promise.all(until),
    vi.advanceTimersByTimeAsync(0).then(() => undefined),
  ]);
  expect(isOver).toHaveLength(1);
  clock.mockRestore();
});

describe('a write by the global fetch (#19)', () => {
  const gates = () => {
    const sent: { readonly url: string; readonly answer: ReturnType<typeof deferred<Response>> }[] = [];
    original.mockImplementation((input) => {
      const answer = deferred<Response>();
      sent.push({ url: input instanceof Request ? input.url : String(input), answer });
      return answer.promise;
    });
    return sent;
  };
  const read = (at = url) => void fetch(at).catch(() => {});
  const login = 'https://map.example/login';

  test.each<[string, () => Promise<Response>]>([
    ['a string', () => fetch(login, { method: 'POST', body: 'x' })],
    ['a URL', () => fetch(new URL(login), { method: 'put' })],
    ['a `Request`', () => fetch(new Request(login, { method: 'PATCH', body: 'x' }))],
  ])('fences reads from before it and during it: %s', async (_, write) => {
    const sent = gates();
    read();
    const written = write();
    read();
    expect(sent).toHaveLength(3);
    read();
    expect(sent).toHaveLength(4);
    sent[1]?.answer.resolve(new Response('saved'));
    expect(await (await written).text()).toBe('saved');
    for (const _ of [1, 2]) read();
    expect(sent).toHaveLength(5);
  });

  test('is over when it fails, and rejects with the same error', async () => {
    const sent = gates();
    const written = fetch(login, { method: 'POST' });
    const error = new TypeError('Failed to fetch');
    sent[0]?.answer.reject(error);
    await expect(written).rejects.toBe(error);
    for (const _ of [1, 2]) read();
    expect(sent).toHaveLength(2);
  });

  test('fences the origin to which it was redirected', async () => {
    const sent = gates();
    const elsewhere = 'https://tiles.example/1';
    read(elsewhere);
    const written = fetch(login, { method: 'POST' });
    const saved = Object.defineProperty(new Response('saved'), 'url', { value: elsewhere });
    sent[1]?.answer.resolve(saved);
    await written;
    read(elsewhere);
    expect(sent).toHaveLength(3);
  });

  test('is sent and answered also when `fences` throws, which is reported', async () => {
    undo();
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    const mistake = new Error('mistake');
    undo = coalesceGlobalFetch({
      fences: () => {
        throw mistake;
      },
    });
    const sent = gates();
    read();
    const written = fetch(login, { method: 'POST' });
    sent[1]?.answer.resolve(new Response('saved'));
    expect(await (await written).text()).toBe('saved');
    expect(reported).toHaveBeenCalledWith(mistake);
    read();
    expect(sent).toHaveLength(3);
  });

  test('fences no other origin, and a safe method fences nothing', async () => {
    const sent = gates();
    for (const each of [url, 'https://tiles.example/1']) read(each);
    void fetch('https://other.example/', { method: 'POST' });
    void fetch(login, { method: 'HEAD' });
    for (const each of [url, 'https://tiles.example/1']) read(each);
    expect(sent).toHaveLength(4);
  });
});
