// Law 10: no caller gets stale data. No caller joins a body that is no longer read, has no end, or began long ago.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { Network } from '../support/network.ts';
import { piece, readerOf } from '../support/reading.ts';

const url = 'http://coflight.test/';
const bytes = (text: string) => new TextEncoder().encode(text);

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] }));
afterEach(() => void vi.useRealTimers());

/** A leader that has read the first piece of its body. */
async function started(
  headers: Record<string, string> = {},
  options: Parameters<typeof createFetch>[0] = {},
) {
  const network = new Network();
  const fetch = createFetch({ fetch: network.fetch, ...options });
  const call = fetch(url);
  const sent = network.sent[0];
  if (!sent) throw new Error('Nothing was sent.');
  sent.answer({ headers });
  const leader = readerOf(await call);
  sent.arrive(bytes('first'));
  expect(await piece(leader)).toBe('first');
  /** Returns whether a caller that comes now joins. */
  const joins = () => {
    const { joined } = fetch.stats();
    const late = fetch(url);
    late.catch(() => {});
    return fetch.stats().joined > joined;
  };
  return { network, fetch, sent, leader, joins };
}

describe('a follower that has read at the tail and has left', () => {
  const leaves: Record<string, (response: Response, controller: AbortController) => Promise<unknown>> = {
    'by cancelling': async (response) => {
      const reader = readerOf(response);
      await piece(reader);
      const next = reader.read();
      await reader.cancel();
      return next;
    },
    'by an abort while it streams': async (response, controller) => {
      const reader = readerOf(response);
      await piece(reader);
      const next = reader.read().catch((error) => error);
      controller.abort();
      return next;
    },
    'by an abort while it reads the text': async (response, controller) => {
      const text = response.text().catch((error) => error);
      await vi.advanceTimersByTimeAsync(0);
      controller.abort();
      return text;
    },
  };

  test.each(Object.entries(leaves))(
    'does not keep a body joinable that no one reads: %s (#12)',
    async (_, leave) => {
      const { fetch, joins } = await started();
      const controller = new AbortController();
      await leave(await fetch(url, { signal: controller.signal }), controller);
      await vi.advanceTimersByTimeAsync(5000);
      expect(joins()).toBe(false);
    },
  );

  test('keeps it joinable as long as another one reads at the tail', async () => {
    const { fetch, leader, joins } = await started();
    const waits = leader.read();
    const controller = new AbortController();
    const text = (await fetch(url, { signal: controller.signal })).text().catch(() => {});
    await vi.advanceTimersByTimeAsync(0);
    controller.abort();
    await text;
    await vi.advanceTimersByTimeAsync(5000);
    expect(joins()).toBe(true);
    void waits;
  });
});

describe('a body that has no end', () => {
  test.each([
    'text/event-stream',
    'TEXT/EVENT-STREAM; charset=utf-8',
    'multipart/x-mixed-replace; boundary=x',
    'multipart/mixed; boundary="graphql"; subscriptionSpec=1.0',
    'application/x-ndjson',
    'application/ndjson',
    'application/jsonl',
    'application/x-jsonlines',
    'application/json-seq',
    'application/geo+json-seq',
    'application/stream+json',
    'audio/mpeg',
    'audio/ogg; codecs=opus',
    'video/mp4',
    'Video/MP2T',
  ])('takes no caller after its headers: %s (#12)', async (type) => {
    const { joins } = await started({ 'content-type': type });
    expect(joins()).toBe(false);
  });

  test.each([
    'text/plain',
    'application/json',
    'application/geo+json',
    'image/png',
    'application/octet-stream',
  ])('is not assumed for %s, which can be joined in mid-body', async (type) => {
    const { joins } = await started({ 'content-type': type });
    expect(joins()).toBe(true);
  });

  test('is shared by callers that came before its headers (#12)', async () => {
    const network = new Network();
    const fetch = createFetch({ fetch: network.fetch });
    const calls = [fetch(url), fetch(url)];
    network.sent[0]?.answer({ headers: { 'content-type': 'application/x-ndjson' } });
    const readers = (await Promise.all(calls)).map(readerOf);
    for (const line of ['{"a":1}\n', '{"a":2}\n']) {
      network.sent[0]?.arrive(bytes(line));
      expect(await Promise.all(readers.map(piece))).toEqual([line, line]);
    }
    expect(network.sent).toHaveLength(1);
  });
});

describe('a body that arrives for a long time,', () => {
  /** So many milliseconds with a piece each second, which the leader reads. */
  async function goOn({ sent, leader }: Awaited<ReturnType<typeof started>>, seconds: number) {
    for (let second = 0; second < seconds; second++) {
      await vi.advanceTimersByTimeAsync(1000);
      sent.arrive(bytes('.'));
      expect(await piece(leader)).toBe('.');
    }
  }

  test('a log of type text/plain, can be joined for 19 s after its headers', async () => {
    const flight = await started({ 'content-type': 'text/plain' });
    await goOn(flight, 19);
    expect(flight.joins()).toBe(true);
  });

  test('a log of type text/plain, takes no caller 20 s after its headers (#12)', async () => {
    const flight = await started({ 'content-type': 'text/plain' });
    await goOn(flight, 20);
    expect(flight.joins()).toBe(false);
  });

  test('takes no caller 20 s after its headers, also when only its first chunk has arrived (#12)', async () => {
    const flight = await started();
    const waits = flight.leader.read();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(flight.joins()).toBe(false);
    void waits;
  });

  test('is counted from its headers, not from its launch', async () => {
    const network = new Network();
    const fetch = createFetch({ fetch: network.fetch });
    const text = fetch(url).then((response) => response.text());
    text.catch(() => {});
    await vi.advanceTimersByTimeAsync(60_000);
    network.sent[0]?.answer();
    network.sent[0]?.arrive(bytes('first'));
    await vi.advanceTimersByTimeAsync(0);
    void fetch(url);
    expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1 });
  });

  test('goes on for its leader and its followers after 20 s', async () => {
    const flight = await started();
    const follower = await flight.fetch(url);
    await goOn(flight, 30);
    flight.sent.end();
    expect(await piece(flight.leader)).toBeUndefined();
    expect(await follower.text()).toBe(`first${'.'.repeat(30)}`);
    expect(flight.sent.signal?.aborted).toBe(false);
  });
});

describe('after a time in which no timer ran, as behind a dialog of the page or while the computer slept,', () => {
  /** A later time on the clock. The timers that are due since then have not run. */
  const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

  test('a body that no one reads takes no caller', async () => {
    const { sent, joins } = await started();
    sent.arrive(bytes('second'));
    sent.arrive(bytes('third'));
    await vi.advanceTimersByTimeAsync(500);
    pass(60_000);
    expect(joins()).toBe(false);
  });

  test('a body that is read takes no caller', async () => {
    const { leader, joins } = await started();
    const waits = leader.read();
    await vi.advanceTimersByTimeAsync(500);
    pass(60_000);
    expect(joins()).toBe(false);
    void waits;
  });

  test('the next callers share a request of their own', async () => {
    const { fetch } = await started();
    pass(60_000);
    const { left, settled } = fetch.stats();
    void fetch(url);
    expect(fetch.flights()[0]?.closedBy).toBe('age');
    void fetch(url);
    expect(fetch.stats()).toMatchObject({ calls: 3, launched: 2, joined: 1, left, settled });
  });

  test('the request ends when its own callers have left', async () => {
    const { sent, leader, joins } = await started();
    pass(60_000);
    expect(joins()).toBe(false);
    await leader.cancel();
    expect(sent.signal?.aborted).toBe(true);
  });

  test('a body that is read can be joined when the timer is late by less than a second', async () => {
    const { leader, joins } = await started();
    const waits = leader.read();
    await vi.advanceTimersByTimeAsync(500);
    pass(1500);
    expect(joins()).toBe(true);
    void waits;
  });

  test('a lingering answer can be joined until its `linger` is over', async () => {
    const { sent, leader, joins } = await started({}, { linger: 60_000 });
    sent.end();
    expect(await piece(leader)).toBeUndefined();
    pass(30_000);
    expect(joins()).toBe(true);
  });
});
