// Scripts cannot see an opaque body's end, so such a call is abortable while its caller holds the response, and no
// longer.

import { getEventListeners } from 'node:events';
import { expect, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { until } from '../support/collecting.ts';

vi.setConfig({ testTimeout: 120_000 });

const url = 'http://coflight.test/';
const init: RequestInit = { mode: 'no-cors' };

/** An answer as a `no-cors` request to another origin gets it. Node does not make such answers. */
class Opaque extends Response {
  override get type(): ResponseType {
    return 'opaque';
  }
  override get status(): number {
    return 0;
  }
  override clone(): Response {
    return new Opaque();
  }
}

/** A wrapped fetch over such a network, and the signals of its requests. */
function wrapped() {
  const signals: WeakRef<AbortSignal>[] = [];
  const network = async (_: RequestInfo | URL, init?: RequestInit) => {
    if (init?.signal) signals.push(new WeakRef(init.signal));
    return new Opaque();
  };
  return { fetch: createFetch({ fetch: network }), signals };
}

test('two thousand opaque responses on one long-lived signal are collected, and their listeners with them (#12)', async () => {
  const { fetch } = wrapped();
  const { signal } = new AbortController();
  const responses: WeakRef<Response>[] = [];
  for (let call = 0; call < 2000; call++)
    responses.push(new WeakRef(await fetch(`${url}${call}`, { ...init, signal })));
  await until(() => responses.every((response) => !response.deref()));
  await until(() => getEventListeners(signal, 'abort').length === 0);
  expect(fetch.stats()).toMatchObject({ launched: 2000, inFlight: 0 });
});

test('followers and clones of an opaque response are collected (#12)', async () => {
  const { fetch } = wrapped();
  const { signal } = new AbortController();
  const responses: WeakRef<Response>[] = [];
  const spend = async (call: number) => {
    const calls = [1, 2, 3].map(() => fetch(`${url}${call}`, { ...init, signal }));
    for (const response of await Promise.all(calls))
      responses.push(new WeakRef(response), new WeakRef(response.clone()));
  };
  for (let call = 0; call < 200; call++) await spend(call);
  await until(() => responses.every((response) => !response.deref()));
  await until(() => getEventListeners(signal, 'abort').length === 0);
});

test('an opaque response that is held can be aborted after many others were collected (#12)', async () => {
  const { fetch, signals } = wrapped();
  const controller = new AbortController();
  const { signal } = controller;
  const held = await fetch(`${url}held`, { ...init, signal });
  for (let call = 0; call < 100; call++) await fetch(`${url}${call}`, { ...init, signal });
  await until(() => signals.slice(1).filter((one) => one.deref()).length === 0);
  controller.abort();
  await Promise.resolve();
  expect(signals[0]?.deref()?.aborted).toBe(true);
  expect(held.type).toBe('opaque');
});

test('one caller’s abort spares the opaque response that another one holds', async () => {
  const { fetch, signals } = wrapped();
  const [mine, theirs] = [new AbortController(), new AbortController()];
  const held = await Promise.all([mine, theirs].map(({ signal }) => fetch(url, { ...init, signal })));
  mine.abort();
  await Promise.resolve();
  expect(signals[0]?.deref()?.aborted).toBe(false);
  theirs.abort();
  await Promise.resolve();
  expect(signals[0]?.deref()?.aborted).toBe(true);
  expect(held).toHaveLength(2);
});

test('a clone of an opaque response that is held goes on after the response itself was collected (#19)', async () => {
  const { fetch, signals } = wrapped();
  const copies: Response[] = [];
  const collected = await (async () => {
    const response = await fetch(url, init);
    copies.push(response.clone());
    return new WeakRef(response);
  })();
  await until(() => !collected.deref());
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve));
  expect(signals[0]?.deref()?.aborted).not.toBe(true);
  expect(copies).toHaveLength(1);
});
