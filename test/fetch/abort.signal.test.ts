// Law 11: which signal counts, where its reason arrives, and which listeners remain on it.

import { describe, expect, test } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { Network } from '../support/network.ts';
import { soFar } from '../support/reading.ts';
import { resource } from '../support/resource.ts';

const reason = { why: 'no longer wanted' };

describe('a signal that is already aborted', () => {
  test('neither launches nor joins, and rejects in the same turn', async () => {
    const fetch = createFetch();
    const { url, hits } = resource();
    await expect(soFar(fetch(url, { signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
    const other = fetch(url);
    await expect(soFar(fetch(url, { signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
    expect(fetch.stats()).toMatchObject({ launched: 1, joined: 0, bypassed: 0, left: 0 });
    expect(await (await other).text()).toBe('ok');
    expect(await hits()).toBe(1);
  });

  test('rejects with an AbortError where its class has no reasons, as those of some polyfills', async () => {
    const signal = AbortSignal.abort();
    Object.defineProperty(signal, 'reason', { value: undefined });
    const call = createFetch()(resource().url, { signal });
    await expect(soFar(call)).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('inside a Request counts', async () => {
    const fetch = createFetch();
    const request = new Request(resource().url, { signal: AbortSignal.abort(reason) });
    await expect(soFar(fetch(request))).rejects.toBe(reason);
    expect(fetch.stats().launched).toBe(0);
  });
});

describe('a signal inside a Request', () => {
  test('aborts that caller alone', async () => {
    const fetch = createFetch();
    const { url, open, seen } = resource({ gate: 'headers' });
    const controller = new AbortController();
    const one = fetch(new Request(url, { signal: controller.signal }));
    const other = fetch(url);
    expect(fetch.stats().joined).toBe(1);
    await seen({ requests: 1 });
    controller.abort(reason);
    await expect(one).rejects.toBe(reason);
    await open('headers');
    expect(await (await other).text()).toBe('ok');
  });

  test('is overridden by a null', async () => {
    const fetch = createFetch();
    const request = new Request(resource().url, { signal: AbortSignal.abort(reason) });
    expect(await (await fetch(request, { signal: null })).text()).toBe('ok');
  });

  test('stays where the init says undefined', async () => {
    const request = new Request(resource().url, { signal: AbortSignal.abort(reason) });
    await expect(createFetch()(request, { signal: undefined as never })).rejects.toBe(reason);
  });

  test('is overridden by that of the init', async () => {
    const { url, open } = resource({ gate: 'headers' });
    const [theirs, ours] = [new AbortController(), new AbortController()];
    const call = createFetch()(new Request(url, { signal: theirs.signal }), { signal: ours.signal });
    theirs.abort('not heard');
    expect(await soFar(call)).toBe('pending');
    ours.abort(reason);
    await expect(soFar(call)).rejects.toBe(reason);
    await open('headers');
  });
});

describe('the reason', () => {
  /** Returns the reason with which a gated call with that signal rejects, while another goes on. */
  async function rejection(signal: AbortSignal, act = () => {}) {
    const fetch = createFetch();
    const { url, open } = resource({ gate: 'headers' });
    const other = fetch(url);
    const call = fetch(url, { signal });
    act();
    const error = await call.catch((error) => error);
    await open('headers');
    expect((await other).ok).toBe(true);
    expect(error).toBe(signal.reason);
    return error;
  }

  test('The reason of AbortSignal.timeout is a TimeoutError', async () => {
    expect(await rejection(AbortSignal.timeout(20))).toHaveProperty('name', 'TimeoutError');
  });

  test('The reason of AbortSignal.any is that of the one that fired', async () => {
    const controller = new AbortController();
    const signal = AbortSignal.any([new AbortController().signal, controller.signal]);
    expect(await rejection(signal, () => controller.abort(reason))).toBe(reason);
  });

  test('is an AbortError where none is given', async () => {
    const controller = new AbortController();
    const error = await rejection(controller.signal, () => controller.abort());
    expect(error).toBeInstanceOf(DOMException);
    expect(error).toHaveProperty('name', 'AbortError');
  });

  test.each(['a string', 0, null, Symbol.for('why')])('may be anything: %o', async (why) => {
    const controller = new AbortController();
    expect(await rejection(controller.signal, () => controller.abort(why))).toBe(why);
  });
});

test('one signal may end two callers of one flight', async () => {
  const fetch = createFetch();
  const { url, seen } = resource({ gate: 'headers' });
  const controller = new AbortController();
  const calls = [1, 2].map(() => fetch(url, { signal: controller.signal }));
  await seen({ requests: 1 });
  controller.abort(reason);
  expect(await Promise.allSettled(calls)).toMatchObject([{ reason }, { reason }]);
  expect((await seen({ aborted: 1 })).aborted).toBe(1);
});

test.each([0, 1])(
  'a signal that takes no listener counts for no request, with %i other callers',
  async (others) => {
    const network = new Network();
    const fetch = createFetch({ fetch: network.fetch });
    const controller = new AbortController();
    const calls = Array.from({ length: others }, () => fetch('http://example.com/', controller));
    const { signal } = new AbortController();
    signal.addEventListener = () => {
      throw reason;
    };
    await expect(fetch('http://example.com/', { signal })).rejects.toBe(reason);
    controller.abort(reason);
    expect(await Promise.allSettled(calls)).toMatchObject(calls.map(() => ({ reason })));
    expect(network.sent.map((sent) => sent.signal?.aborted)).toEqual([true]);
    expect(fetch.stats().inFlight).toBe(0);
  },
);

test('an abort reaches an opaque response, whose end scripts cannot see', async () => {
  const network = new Network();
  const opaque = Object.defineProperty(new Response(null), 'type', { value: 'opaque' });
  const fetch = createFetch({
    fetch: (...call) => {
      network.fetch(...call).catch(() => {});
      return Promise.resolve(opaque);
    },
  });
  const controllers = [new AbortController(), new AbortController()];
  await Promise.all(controllers.map(({ signal }) => fetch('http://example.com/', { signal })));
  controllers[0]?.abort();
  await Promise.resolve();
  expect(network.sent[0]?.signal?.aborted).toBe(false);
  controllers[1]?.abort();
  await Promise.resolve();
  expect(network.sent[0]?.signal?.aborted).toBe(true);
  expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1, left: 2 });
});

test('a thousand calls on one signal leave no listener behind', async () => {
  const fetch = createFetch();
  const { signal } = new AbortController();
  const listeners: unknown[] = [];
  signal.addEventListener = (_: string, listener: unknown) => void listeners.push(listener);
  signal.removeEventListener = (_: string, listener: unknown) => {
    const at = listeners.indexOf(listener);
    if (at >= 0) listeners.splice(at, 1);
  };
  const { url } = resource();
  const broken = resource({ reset: 'headers' });
  const empty = resource({ status: 204 });
  const calls = Array.from({ length: 1000 }, async (_, number) => {
    const response = await fetch([url, broken.url, empty.url][number % 3] as string, { signal });
    await (number % 2 ? response.text() : response.body?.cancel());
  });
  expect(listeners.length).toBeGreaterThan(0);
  await Promise.allSettled(calls);
  expect(listeners).toEqual([]);
});
