// Law 2: one listener for each signal, however many calls use it. Adding one costs time that grows with their number.

import { afterEach, describe, expect, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { Network } from '../support/network.ts';
import { turns } from '../support/turns.ts';

const url = 'http://coflight.test/';
const reason = { why: 'no longer wanted' };

afterEach(() => void vi.unstubAllGlobals());

/** A signal that counts the listeners on it: how many there are now, and how many there were at most. */
function counted() {
  const controller = new AbortController();
  const { signal } = controller;
  const listeners = new Set<unknown>();
  let most = 0;
  const add = vi.spyOn(signal, 'addEventListener').mockImplementation((...args) => {
    most = Math.max(most, listeners.add(args[1]).size);
    EventTarget.prototype.addEventListener.apply(signal, args as never);
  });
  vi.spyOn(signal, 'removeEventListener').mockImplementation((...args) => {
    listeners.delete(args[1]);
    EventTarget.prototype.removeEventListener.apply(signal, args as never);
  });
  return { controller, signal, add, counts: () => ({ now: listeners.size, most }) };
}

function wrapped() {
  const network = new Network();
  return { network, fetch: createFetch({ fetch: network.fetch }) };
}

describe('a signal on many calls', () => {
  test('has one listener, whether they share a flight or not (#12)', async () => {
    const { network, fetch } = wrapped();
    const { signal, counts } = counted();
    const calls = Array.from({ length: 100 }, (_, at) => fetch(`${url}${at % 50}`, { signal }));
    expect(network.sent).toHaveLength(50);
    expect(counts()).toEqual({ now: 1, most: 1 });
    for (const sent of network.sent) {
      sent.answer();
      sent.end();
    }
    for (const response of await Promise.all(calls)) await response.text();
    expect(counts()).toEqual({ now: 0, most: 1 });
  });

  test('has one listener, and none in between, where the calls come one after the other (#12)', async () => {
    const { network, fetch } = wrapped();
    const { signal, counts } = counted();
    for (let at = 0; at < 10; at++) {
      const call = fetch(`${url}${at}`, { signal });
      expect(counts().now).toBe(1);
      network.sent[at]?.answer();
      network.sent[at]?.end();
      await (await call).text();
      expect(counts()).toEqual({ now: 0, most: 1 });
    }
  });

  test('aborts them all, before the headers and in mid-body (#12)', async () => {
    const { network, fetch } = wrapped();
    const { controller, signal, counts } = counted();
    const calls = Array.from({ length: 40 }, (_, at) => fetch(`${url}${at % 20}`, { signal }));
    for (const sent of network.sent.slice(0, 10)) sent.answer();
    const bodies = await Promise.all(calls.filter((_, at) => at % 20 < 10));
    const texts = bodies.map((response) => response.text().catch((error: unknown) => error));
    const waiting = calls
      .filter((_, at) => at % 20 >= 10)
      .map((call) => call.catch((error: unknown) => error));
    controller.abort(reason);
    for (const outcome of await Promise.all([...texts, ...waiting])) expect(outcome).toBe(reason);
    await expect.poll(() => network.sent.filter((sent) => !sent.signal?.aborted).length).toBe(0);
    expect(fetch.stats()).toMatchObject({ left: 40, inFlight: 0 });
    expect(counts().most).toBe(1);
  });

  test('aborts only those that are still under way (#12)', async () => {
    const { network, fetch } = wrapped();
    const { controller, signal } = counted();
    const [done, open] = [fetch(`${url}done`, { signal }), fetch(`${url}open`, { signal })];
    network.sent[0]?.answer();
    network.sent[0]?.end();
    expect(await (await done).text()).toBe('');
    controller.abort(reason);
    await expect(open).rejects.toBe(reason);
    expect(fetch.stats().left).toBe(1);
  });

  test('spares the calls on another signal that share a flight with them (#12)', async () => {
    const { network, fetch } = wrapped();
    const [mine, theirs] = [counted(), counted()];
    const calls = Array.from({ length: 20 }, (_, at) =>
      fetch(url, { signal: (at % 2 ? mine : theirs).signal }).catch((error: unknown) => error),
    );
    mine.controller.abort(reason);
    network.sent[0]?.answer();
    const outcomes = await Promise.all(calls);
    expect(outcomes.filter((outcome) => outcome === reason)).toHaveLength(10);
    expect(outcomes.filter((outcome) => outcome instanceof Response)).toHaveLength(10);
    expect([mine.counts().most, theirs.counts()]).toEqual([1, { now: 1, most: 1 }]);
  });

  test('rejects a call that is made while it aborts the others (#12)', async () => {
    const { network, fetch } = wrapped();
    const { controller, signal } = counted();
    let again: Promise<unknown> | undefined;
    signal.onabort = () => {
      again ??= fetch(`${url}again`, { signal }).catch((error: unknown) => error);
    };
    const call = fetch(url, { signal });
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect(await again).toBe(reason);
    expect(network.sent).toHaveLength(1);
  });
});

test('five thousand calls on one signal add one listener (#12)', async () => {
  const { network, fetch } = wrapped();
  const { signal, add } = counted();
  const calls = Array.from({ length: 5000 }, () => fetch(url, { signal }));
  expect(add).toHaveBeenCalledTimes(1);
  network.sent[0]?.answer();
  network.sent[0]?.end();
  await Promise.all(calls.map(async (call) => (await call).text()));
  expect(network.sent).toHaveLength(1);
});

test('A signal that throws when it loses its listener keeps the end of a body from no caller', async () => {
  vi.stubGlobal('reportError', () => {});
  const { network, fetch } = wrapped();
  const { signal } = new AbortController();
  signal.removeEventListener = () => {
    throw new Error('a mistake of the caller');
  };
  const calls = [fetch(url, { signal }), fetch(url), fetch(url)];
  const [sent] = network.sent;
  sent?.answer();
  const texts = Promise.all(calls.map(async (call) => (await call).text()));
  await turns();
  sent?.arrive(new TextEncoder().encode('text'));
  sent?.end();
  expect(await Promise.race([texts, turns(6)])).toEqual(['text', 'text', 'text']);
});
