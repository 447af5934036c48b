// Law 2: a caller that aborts and asks again in one turn keeps the flight. So an effect that React tears down and sets
// up again in StrictMode is one request.

import { describe, expect, test } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { Network } from '../support/network.ts';
import { piece, readerOf } from '../support/reading.ts';
import { resource } from '../support/resource.ts';
import { turns } from '../support/turns.ts';

const url = 'http://coflight.test/';
const reason = { why: 'torn down' };
const bytes = (text: string) => new TextEncoder().encode(text);

function wrapped() {
  const network = new Network();
  return { network, fetch: createFetch({ fetch: network.fetch }) };
}

/** An effect, as React runs it: makes its call, and gives the abort as its tear-down. */
function effect(fetch: typeof globalThis.fetch, url: string) {
  const controller = new AbortController();
  const call = fetch(url, { signal: controller.signal });
  const outcome = call.then(
    (response) => response.text(),
    (error: unknown) => error,
  );
  return { outcome, tearDown: () => controller.abort(reason) };
}

describe('a call that is aborted and made again in one turn', () => {
  test('is one request, ten of ten times (#12)', async () => {
    const fetch = createFetch();
    for (let time = 0; time < 10; time++) {
      const { url, open, seen } = resource({ gate: 'headers' });
      const first = effect(fetch, url);
      first.tearDown();
      const second = effect(fetch, url);
      expect(await first.outcome).toBe(reason);
      await open('headers');
      expect(await second.outcome).toBe('ok');
      const { requests, aborted } = await seen();
      expect([requests.length, aborted]).toEqual([1, 0]);
      expect(fetch.stats().launched).toBe(time + 1);
    }
  });

  test('joins its own flight, which is not aborted (#12)', async () => {
    const { network, fetch } = wrapped();
    const first = effect(fetch, url);
    first.tearDown();
    const second = effect(fetch, url);
    expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1 });
    expect(await first.outcome).toBe(reason);
    expect(network.sent[0]?.signal?.aborted).toBe(false);
    network.sent[0]?.answer();
    network.sent[0]?.end();
    expect(await second.outcome).toBe('');
    expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1, left: 1, settled: 1, inFlight: 0 });
  });

  test('is one request when it is torn down again and again (#12)', async () => {
    const { network, fetch } = wrapped();
    const torn = Array.from({ length: 10 }, () => {
      const one = effect(fetch, url);
      one.tearDown();
      return one;
    });
    const last = effect(fetch, url);
    for (const { outcome } of torn) expect(await outcome).toBe(reason);
    network.sent[0]?.answer();
    network.sent[0]?.end();
    expect(await last.outcome).toBe('');
    expect(network.sent).toHaveLength(1);
  });

  test('is one request where several were torn down together (#12)', async () => {
    const { network, fetch } = wrapped();
    const torn = [effect(fetch, url), effect(fetch, url), effect(fetch, url)];
    for (const { tearDown } of torn) tearDown();
    const again = [effect(fetch, url), effect(fetch, url), effect(fetch, url)];
    for (const { outcome } of torn) expect(await outcome).toBe(reason);
    network.sent[0]?.answer();
    network.sent[0]?.end();
    for (const { outcome } of again) expect(await outcome).toBe('');
    expect(network.sent).toHaveLength(1);
  });

  test('gets the body from its start in mid-body (#12)', async () => {
    const { network, fetch } = wrapped();
    const controller = new AbortController();
    const call = fetch(url, { signal: controller.signal });
    network.sent[0]?.answer();
    const reader = readerOf(await call);
    network.sent[0]?.arrive(bytes('first'));
    expect(await piece(reader)).toBe('first');
    const next = reader.read().catch((error: unknown) => error);
    controller.abort(reason);
    const again = fetch(url);
    expect(await next).toBe(reason);
    network.sent[0]?.arrive(bytes('second'));
    network.sent[0]?.end();
    expect(await (await again).text()).toBe('firstsecond');
    expect(network.sent).toHaveLength(1);
    expect(network.sent[0]?.signal?.aborted).toBe(false);
  });

  test('is one request, also where the body was cancelled instead (#12)', async () => {
    const { network, fetch } = wrapped();
    const call = fetch(url);
    network.sent[0]?.answer();
    const reader = readerOf(await call);
    network.sent[0]?.arrive(bytes('first'));
    await piece(reader);
    void reader.cancel();
    const again = fetch(url);
    network.sent[0]?.end();
    expect(await (await again).text()).toBe('first');
    expect(network.sent).toHaveLength(1);
  });
});

describe('a call that is aborted and not made again', () => {
  test('is aborted at the end of the turn', async () => {
    const { network, fetch } = wrapped();
    const { outcome, tearDown } = effect(fetch, url);
    tearDown();
    expect(await outcome).toBe(reason);
    await Promise.resolve();
    expect(network.sent[0]?.signal?.aborted).toBe(true);
    expect(fetch.stats()).toMatchObject({ left: 1, settled: 1, inFlight: 0 });
  });

  test('takes no caller in a later turn: the next call sends a new request', async () => {
    const { network, fetch } = wrapped();
    const first = effect(fetch, url);
    first.tearDown();
    await first.outcome;
    await turns();
    const second = effect(fetch, url);
    expect(fetch.stats()).toMatchObject({ launched: 2, joined: 0 });
    network.sent[1]?.answer();
    network.sent[1]?.end();
    expect(await second.outcome).toBe('');
  });

  test('is not joined by a call for something else in the same turn', async () => {
    const { network, fetch } = wrapped();
    const first = effect(fetch, url);
    first.tearDown();
    const other = effect(fetch, `${url}other`);
    expect(await first.outcome).toBe(reason);
    await Promise.resolve();
    expect(network.sent.map((sent) => !!sent.signal?.aborted)).toEqual([true, false]);
    network.sent[1]?.answer();
    network.sent[1]?.end();
    expect(await other.outcome).toBe('');
  });

  test('is not joined after a `forget()` in the same turn', async () => {
    const { network, fetch } = wrapped();
    const first = effect(fetch, url);
    first.tearDown();
    fetch.forget();
    const second = effect(fetch, url);
    expect(await first.outcome).toBe(reason);
    expect(network.sent).toHaveLength(2);
    await Promise.resolve();
    expect(network.sent[0]?.signal?.aborted).toBe(true);
    network.sent[1]?.answer();
    network.sent[1]?.end();
    expect(await second.outcome).toBe('');
  });
});
