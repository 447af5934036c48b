// Law 13: a failure reaches every caller once, and the next call sends a new request.

import { afterEach, describe, expect, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { deferred } from '../support/deferred.ts';
import { mistakeOf } from '../support/native.ts';
import { Network } from '../support/network.ts';
import { piece, readerOf, soFar } from '../support/reading.ts';
import { resource } from '../support/resource.ts';

const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('It should have failed.'),
    (error) => error,
  );

describe('before the headers', () => {
  test('rejects all with the same error, and retries for none', async () => {
    const error = new TypeError('the network is down');
    const network = vi.fn(async () => Promise.reject(error));
    const fetch = createFetch({ fetch: network });
    const calls = Array.from({ length: 10 }, () => errorOf(fetch('http://example.com/')));
    for (const got of await Promise.all(calls)) expect(got).toBe(error);
    expect(network).toHaveBeenCalledTimes(1);
    expect(fetch.stats()).toMatchObject({ launched: 1, joined: 9, failed: 1, settled: 1, inFlight: 0 });
  });

  test('is the error of the network itself', async () => {
    const fetch = createFetch();
    const { url } = resource({ reset: 'headers' });
    const [one, other] = await Promise.all([errorOf(fetch(url)), errorOf(fetch(url))]);
    const native = await errorOf(globalThis.fetch(url));
    expect(one).toBe(other);
    expect(one).toBeInstanceOf(TypeError);
    expect(one.message).toBe(native.message);
  });

  test('is a rejection where the network throws at once', async () => {
    const error = new Error('thrown');
    const fetch = createFetch({
      fetch: () => {
        throw error;
      },
    });
    const call = fetch('http://example.com/');
    expect(await errorOf(call)).toBe(error);
    expect(await errorOf(fetch('http://example.com/', { method: 'POST' }))).toBe(error);
    expect(fetch.stats()).toMatchObject({ failed: 2, inFlight: 0 });
  });

  test('a caller that cannot get its own response has left', async () => {
    const network = new Network();
    const error = new TypeError('cannot be cloned');
    const uncloneable = Object.assign(new Response(null), {
      clone: () => {
        throw error;
      },
    });
    Object.defineProperty(uncloneable, 'type', { value: 'opaque' });
    const controller = new AbortController();
    const fetch = createFetch({
      fetch: (...call) => {
        network.fetch(...call).catch(() => {});
        return Promise.resolve(uncloneable);
      },
    });
    const leader = fetch('http://example.com/', { signal: controller.signal });
    const follower = errorOf(fetch('http://example.com/'));
    expect(await leader).toBe(uncloneable);
    expect(await follower).toBe(error);
    controller.abort();
    await Promise.resolve();
    expect(network.sent[0]?.signal?.aborted).toBe(true);
  });

  test('frees the key before any caller sees the error: the next call sends a new request', async () => {
    const answers = [Promise.reject(new Error('once')), Promise.resolve(new Response('afresh'))];
    const fetch = createFetch({ fetch: () => answers.shift() as Promise<Response> });
    const again = fetch('http://example.com/').catch(() => fetch('http://example.com/'));
    expect(await (await again).text()).toBe('afresh');
    expect(fetch.stats()).toMatchObject({ launched: 2, joined: 0 });
  });
});

describe('an answer that says it failed', () => {
  test('is an answer like any other, shared', async () => {
    const fetch = createFetch();
    const { url, hits } = resource({ status: 503, body: 'busy' });
    const responses = await Promise.all([fetch(url), fetch(url)]);
    for (const response of responses) {
      expect(response.status).toBe(503);
      expect(await response.text()).toBe('busy');
    }
    expect(await hits()).toBe(1);
    await (await fetch(url)).text();
    expect(await hits()).toBe(2);
  });
});

describe('in mid-body', () => {
  test('fails every reader with the same error, after the bytes that have arrived', async () => {
    const fetch = createFetch();
    const { url, open } = resource({ body: 'firstsecond', chunk: 6, gate: 'end', reset: 'body', length: 1 });
    const responses = await Promise.all([1, 2, 3, 4].map(() => fetch(url)));
    const [text, bytes, one, other] = responses as [Response, Response, Response, Response];
    const readers = [one, other].map(readerOf);
    const whole = [errorOf(text.text()), errorOf(bytes.bytes())];
    expect(await Promise.all(readers.map(piece))).toEqual(['firsts', 'firsts']);
    await open('end');
    const errors = await Promise.all([...readers.map((reader) => errorOf(reader.read())), ...whole]);
    for (const error of errors) expect(error).toBeInstanceOf(TypeError);
    expect(errors[0]).toBe(errors[1]);
    expect(errors[2]).toBe(errors[3]);
    expect(fetch.stats()).toMatchObject({ launched: 1, failed: 1, inFlight: 0 });
  });

  test('fails a caller that reads only then', async () => {
    const fetch = createFetch();
    const { url, open } = resource({ body: 'firstsecond', chunk: 6, gate: 'end', reset: 'body', length: 1 });
    const [one, other] = await Promise.all([fetch(url), fetch(url)]);
    await open('end');
    await errorOf(one.text());
    expect(await errorOf(other.text())).toBeInstanceOf(TypeError);
  });

  test('a caller that reads only then has used its body, as natively', async () => {
    const broken = () => new Response(new ReadableStream({ start: (stream) => stream.error(new Error()) }));
    const see = async (response: Response) => {
      await errorOf(response.text());
      return {
        used: response.bodyUsed,
        locked: response.body?.locked,
        again: await mistakeOf(() => response.text()),
        clone: await mistakeOf(() => response.clone()),
      };
    };
    const fetch = createFetch({ fetch: async () => broken() });
    const [one, other] = await Promise.all([fetch('http://example.com/'), fetch('http://example.com/')]);
    await errorOf(one.text());
    expect(await see(other)).toEqual(await see(broken()));
  });

  test('frees the key: the next call sends a new request', async () => {
    const fetch = createFetch();
    const { url, open } = resource({ body: 'firstsecond', chunk: 6, gate: 'end', reset: 'body', length: 1 });
    const first = await fetch(url);
    await open('end');
    await errorOf(first.text());
    await fetch(url).then(
      (response) => errorOf(response.text()),
      () => {},
    );
    expect(fetch.stats()).toMatchObject({ launched: 2, joined: 0, failed: 2 });
  });
});

describe('leaderTimeout', () => {
  afterEach(() => void vi.useRealTimers());

  /** A flight whose headers come when the test says so, with a leader and a follower. */
  function slow() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answers = Array.from({ length: 3 }, () => deferred<Response>());
    let launched = 0;
    const fetch = createFetch({
      leaderTimeout: 500,
      fetch: () => (answers[launched++] as (typeof answers)[0]).promise,
    });
    const call = async () => (await fetch('http://example.com/')).text();
    const answer = (at: number) => answers[at]?.resolve(new Response(`answer ${at + 1}`));
    return { fetch, call, answer, leader: call(), follower: call() };
  }

  test('starts a new flight for a follower that has waited that long', async () => {
    const { fetch, answer, leader, follower } = slow();
    await vi.advanceTimersByTimeAsync(499);
    expect(fetch.stats().launched).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(fetch.stats().launched).toBe(2);
    answer(1);
    expect(await follower).toBe('answer 2');
    expect(await soFar(leader)).toBe('pending');
    answer(0);
    expect(await leader).toBe('answer 1');
  });

  test('makes later callers join the newer flight', async () => {
    const { fetch, call, answer, leader, follower } = slow();
    await vi.advanceTimersByTimeAsync(500);
    const late = call();
    expect(fetch.stats()).toMatchObject({ launched: 2, joined: 2 });
    answer(1);
    answer(0);
    expect(await Promise.all([leader, follower, late])).toEqual(['answer 1', 'answer 2', 'answer 2']);
  });

  test('is over with the headers', async () => {
    const { fetch, answer, leader, follower } = slow();
    answer(0);
    expect(await Promise.all([leader, follower])).toEqual(['answer 1', 'answer 1']);
    expect(vi.getTimerCount()).toBe(0);
    expect(fetch.stats().launched).toBe(1);
  });

  test('is over with an abort', async () => {
    const { fetch } = slow();
    const controller = new AbortController();
    const call = fetch('http://example.com/', { signal: controller.signal });
    const before = vi.getTimerCount();
    controller.abort();
    await errorOf(call);
    expect(vi.getTimerCount()).toBe(before - 1);
  });

  /** Six calls at once, and a seventh after most of the time of the others. */
  async function manyCallers() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const network = new Network();
    const fetch = createFetch({ leaderTimeout: 500, fetch: network.fetch });
    const call = () => fetch('http://example.com/').then(({ status }) => status);
    const calls = Array.from({ length: 6 }, call);
    await vi.advanceTimersByTimeAsync(400);
    calls.push(call());
    return { network, fetch, calls };
  }

  test('lets every follower of a silent network wait on', async () => {
    const { network, fetch, calls } = await manyCallers();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(fetch.stats()).toMatchObject({ launched: 2, inFlight: 2 });
    for (const sent of network.sent) sent.answer();
    expect(await Promise.all(calls)).toEqual(Array(7).fill(200));
  });

  test('makes no caller of a slow server wait for a third request', async () => {
    const { network, calls } = await manyCallers();
    await vi.advanceTimersByTimeAsync(10_000);
    network.sent[0]?.answer();
    network.sent[1]?.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(await Promise.all(calls.map(soFar))).toEqual(Array(7).fill(200));
  });

  test('counts anew for a caller that comes later', async () => {
    const { network, fetch, calls } = await manyCallers();
    await vi.advanceTimersByTimeAsync(2000);
    calls.push(fetch('http://example.com/').then(({ status }) => status));
    await vi.advanceTimersByTimeAsync(499);
    expect(fetch.stats().launched).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(fetch.stats().launched).toBe(3);
    for (const sent of network.sent) sent.answer();
    expect(await Promise.all(calls)).toEqual(Array(8).fill(200));
  });

  test('makes the follower leave the older flight, which is aborted when its leader leaves', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const network = new Network();
    const fetch = createFetch({ leaderTimeout: 500, fetch: network.fetch });
    const controller = new AbortController();
    const leader = errorOf(fetch('http://example.com/', { signal: controller.signal }));
    const follower = fetch('http://example.com/');
    await vi.advanceTimersByTimeAsync(500);
    controller.abort();
    await leader;
    expect(network.sent.map(({ signal }) => signal?.aborted)).toEqual([true, false]);
    expect(fetch.stats()).toMatchObject({ launched: 2, joined: 1, left: 2 });
    network.sent[1]?.answer();
    expect((await follower).status).toBe(200);
  });
});
