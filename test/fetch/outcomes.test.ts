// How a flight has ended, as `settle` tells it, and whether calls can join it then.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import type { FlightDetail } from '../../src/fetch/log.ts';
import { Network, type Sent } from '../support/network.ts';

const url = 'http://coflight.test/places';
const text = new TextEncoder().encode('text');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A call whose request is under way, and what `settle` has told. */
function called(controller = new AbortController()) {
  const network = new Network();
  const fetch = createFetch({ fetch: network.fetch });
  const settled: Pick<FlightDetail, 'role' | 'outcome' | 'bytes'>[] = [];
  fetch.addEventListener('settle', ({ detail: { role, outcome, bytes } }) =>
    settled.push({ role, outcome, bytes }),
  );
  const response = fetch(url, { signal: controller.signal });
  response.catch(() => {});
  return { fetch, settled, response, controller, sent: network.sent[0] as Sent };
}

describe('A flight is', () => {
  test('done with its last byte, also when later calls may join its answer for a while', async () => {
    const outcomes: unknown[] = [];
    const network = async () => new Response('whole');
    const lingering = createFetch({ fetch: network, linger: 1_000 });
    lingering.addEventListener('settle', ({ detail }) => outcomes.push(detail.outcome));
    for (const _ of [1, 2]) expect(await (await lingering(url)).text()).toBe('whole');
    expect(outcomes).toEqual(['done']);
  });

  test('done with its last byte', async () => {
    const { settled, response, sent } = called();
    sent.answer();
    const read = response.then((response) => response.text());
    sent.arrive(text);
    await vi.advanceTimersByTimeAsync(0);
    expect(settled).toEqual([]);
    sent.end();
    expect(await read).toBe('text');
    expect(settled).toEqual([{ role: 'leader', outcome: 'done', bytes: 4 }]);
  });

  test('done with its headers when no body follows', async () => {
    const fetch = createFetch({ fetch: async () => new Response(null, { status: 204 }) });
    const outcomes: unknown[] = [];
    fetch.addEventListener('settle', ({ detail }) => outcomes.push(detail.outcome));
    await fetch(url);
    expect(outcomes).toEqual(['done']);
  });

  test('failed when its connection breaks in mid-body', async () => {
    const { settled, response, sent } = called();
    sent.answer();
    const read = response.then((response) => response.text());
    sent.arrive(text);
    await vi.advanceTimersByTimeAsync(0);
    sent.fail(new TypeError('broken'));
    await expect(read).rejects.toThrow('broken');
    expect(settled).toEqual([{ role: 'leader', outcome: 'failed', bytes: 4 }]);
  });

  test('aborted when its last caller has left', async () => {
    const { fetch, settled, controller } = called();
    controller.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(settled).toEqual([{ role: 'leader', outcome: 'aborted', bytes: 0 }]);
    expect(fetch.flights()).toEqual([]);
  });

  test('unread when no caller has read its body for a second, and takes no caller then', async () => {
    const { fetch, settled, response, sent } = called();
    sent.answer();
    const held = await response;
    await vi.advanceTimersByTimeAsync(3000);
    expect(settled).toEqual([{ role: 'leader', outcome: 'unread', bytes: 0 }]);
    expect(fetch.flights()).toEqual([]);
    void fetch(url);
    expect(fetch.stats()).toMatchObject({ launched: 2, joined: 0 });
    expect(held.bodyUsed).toBe(false);
  });

  test('endless with its headers, and is still read and aborted', async () => {
    const { fetch, settled, response, controller, sent } = called();
    sent.answer({ headers: { 'content-type': 'text/event-stream' } });
    const reader = (await response).body?.getReader();
    expect(settled).toEqual([{ role: 'leader', outcome: 'endless', bytes: 0 }]);
    sent.arrive(text);
    expect(await reader?.read()).toMatchObject({ done: false });
    void fetch(url);
    expect(fetch.stats()).toMatchObject({ launched: 2, joined: 0 });
    controller.abort();
    await expect(reader?.read()).rejects.toThrow('abort');
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.signal?.aborted).toBe(true);
  });
});

test('A flight is endless with its headers when scripts cannot see its body, and takes no caller then', async () => {
  const opaque = () => Object.defineProperty(new Response(null), 'type', { value: 'opaque' });
  const fetch = createFetch({ fetch: async () => opaque() });
  const outcomes: unknown[] = [];
  fetch.addEventListener('settle', ({ detail }) => outcomes.push(detail.outcome));
  await fetch(url);
  await fetch(url);
  expect(outcomes).toEqual(['endless', 'endless']);
  expect(fetch.stats()).toMatchObject({ launched: 2, joined: 0 });
});

test('A bypassed call is aborted when its signal was aborted, and else failed', async () => {
  const { sent, ...network } = new Network();
  const fetch = createFetch({ fetch: network.fetch });
  const outcomes: unknown[] = [];
  fetch.addEventListener('settle', ({ detail }) => outcomes.push(detail.outcome));
  const controller = new AbortController();
  const aborted = fetch(url, { coalesce: false, signal: controller.signal });
  const broken = fetch(url, { coalesce: false, signal: new AbortController().signal });
  controller.abort();
  await expect(aborted).rejects.toThrow('abort');
  sent[1]?.fail(new TypeError('broken'));
  await expect(broken).rejects.toThrow('broken');
  expect(outcomes).toEqual(['aborted', 'failed']);
  expect(fetch.stats()).toMatchObject({ settled: 2, failed: 1, inFlight: 0 });
});

test('A launch that differs from a closed flight names the difference, not why that one is closed', () => {
  const { fetch } = called();
  const differs: unknown[] = [];
  fetch.addEventListener('launch', ({ detail }) => differs.push(detail.differs));
  fetch.forget();
  void fetch(url, { headers: { accept: 'text/csv' } });
  expect(differs).toEqual([['accept']]);
});

test('An answer that is no response rejects with a sentence', async () => {
  const fetch = createFetch({ fetch: (async () => 'text') as never });
  await expect(fetch(url)).rejects.toEqual(
    new TypeError('Expected `fetch` to resolve to a Response, got `text`.'),
  );
});
