// Law 10: before any caller has begun to read, a call joins a body that is still arriving, and no stale one.

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import type { FlightDetail } from '../../src/fetch/log.ts';
import { Network } from '../support/network.ts';
import { piece, readerOf } from '../support/reading.ts';
import { resource } from '../support/resource.ts';
import { turns } from '../support/turns.ts';

/** A call that has its headers and is not read. */
async function unread(query: Record<string, string | number>) {
  const fetch = createFetch();
  const server = resource(query);
  if (query.gate) onTestFinished(() => server.open(query.gate as 'end'));
  return { fetch, server, early: await fetch(server.url) };
}

/** The same over a network that the test controls: the headers are there, and nothing of the body. */
async function answered() {
  const network = new Network();
  const fetch = createFetch({ fetch: network.fetch });
  const url = 'http://coflight.test/a';
  const first = fetch(url);
  const [sent] = network.sent;
  sent?.answer();
  const arrive = (...pieces: string[]) => {
    for (const text of pieces) sent?.arrive(new TextEncoder().encode(text));
  };
  return { network, fetch, url, arrive, end: () => sent?.end(), early: await first };
}

describe('a call after one whose body no one has begun to read', () => {
  test.each([
    ['in one piece', ['short']],
    ['that is empty', []],
  ])('is fresh where the body is all here: one %s', async (_, pieces) => {
    const { network, fetch, url, arrive, end } = await answered();
    arrive(...pieces);
    end();
    const later = fetch(url);
    await expect.poll(() => network.sent.length).toBe(2);
    network.sent[1]?.answer({ status: 201 });
    expect((await later).status).toBe(201);
  });

  test('is fresh where the body is all here, and its end comes after its one piece', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { network, fetch, url, arrive, end } = await answered();
    arrive('short');
    // The body begins to arrive although no one reads it.
    vi.advanceTimersByTime(10);
    await turns();
    const later = fetch(url);
    end();
    await turns();
    expect(network.sent).toHaveLength(2);
    network.sent[1]?.answer({ status: 201 });
    expect((await later).status).toBe(201);
  });

  test.each([
    ['of known length', { body: 'short' }],
    ['of unknown length', { body: 'short', chunk: 5 }],
    ['that is empty', { body: '' }],
  ])('is fresh once the body is all here, also when no one ever reads it: one %s', async (_, query) => {
    const { fetch, server } = await unread(query);
    // On a busy machine the end of a body comes later than its headers, and calls join until then.
    await expect.poll(async () => (await fetch(server.url)).headers.get('x-number')).toBe('2');
  });

  test('joins when the body is still arriving', async () => {
    const { fetch, server, early } = await unread({ body: 'firstsecond', chunk: 6, gate: 'end' });
    const later = await fetch(server.url);
    await server.open('end');
    expect(await Promise.all([early.text(), later.text()])).toEqual(['firstsecond', 'firstsecond']);
    expect(await server.hits()).toBe(1);
  });

  test('joins at once when the network waits for a reader, also while no timer runs', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { network, fetch, url, arrive, end, early } = await answered();
    const second = fetch(url);
    arrive('one ', 'two ', 'three');
    const later = await Promise.all([second, fetch(url)]);
    end();
    const texts = await Promise.all([early, ...later].map((response) => response.text()));
    expect(texts).toEqual(['one two three', 'one two three', 'one two three']);
    expect(network.sent).toHaveLength(1);
  });

  test('joins at once when the network waits already, also while no timer runs', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { network, fetch, url, arrive, end, early } = await answered();
    arrive('one ', 'two ', 'three');
    // The body begins to arrive although no one reads it, and stops when nobody wants more.
    vi.advanceTimersByTime(10);
    await turns();
    const later = await fetch(url);
    end();
    expect(await Promise.all([early.text(), later.text()])).toEqual(['one two three', 'one two three']);
    expect(network.sent).toHaveLength(1);
  });

  test('can be aborted while it waits to find out', async () => {
    const { fetch, server } = await unread({ body: 'firstsecond', chunk: 6, gate: 'end' });
    const controller = new AbortController();
    const later = fetch(server.url, { signal: controller.signal });
    const reason = new Error('enough');
    queueMicrotask(() => queueMicrotask(() => controller.abort(reason)));
    await expect(later).rejects.toBe(reason);
    expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1, left: 1 });
  });

  test('sends a new request when a write came in between', async () => {
    const { network, fetch, url } = await answered();
    const later = fetch(url);
    fetch.forget();
    await expect.poll(() => network.sent.length).toBe(2);
    network.sent[1]?.answer({ status: 201 });
    expect((await later).status).toBe(201);
  });
});

test('a caller that reads a whole body and leaves makes nothing more arrive', async () => {
  let pulled = 0;
  const endless = () =>
    new ReadableStream({
      async pull(controller) {
        await turns(1);
        pulled++;
        controller.enqueue(new Uint8Array(1000));
      },
    });
  const fetch = createFetch({ fetch: async () => new Response(endless()) });
  const controller = new AbortController();
  const url = 'http://coflight.test/a';
  const [stays, goes] = await Promise.all([fetch(url), fetch(url, { signal: controller.signal })]);
  const text = goes.text();
  await expect.poll(() => pulled).toBeGreaterThan(10);
  controller.abort();
  await expect(text).rejects.toThrow('abort');
  const before = pulled;
  await turns(20);
  // One chunk is being read, two are ahead of it, and the network's own queue holds the rest.
  expect(pulled - before).toBeLessThan(5);
  const reader = stays.body?.getReader();
  while (pulled < before + 10) await reader?.read();
  await reader?.cancel();
});

test('the network sends the chunks that a reader of the stream takes, and a few more', async () => {
  let pulled = 0;
  const endless = new ReadableStream({
    pull: (controller) => {
      pulled++;
      controller.enqueue(new Uint8Array(1000));
    },
  });
  const fetch = createFetch({ fetch: async () => new Response(endless) });
  const reader = readerOf(await fetch('http://coflight.test/a'));
  for (let taken = 1; taken <= 50; taken++) {
    await reader.read();
    // Two chunks ahead in the list, one on its way there, one in the network's own queue.
    expect(pulled).toBeLessThanOrEqual(taken + 4);
  }
  await reader.cancel();
});

test('a short body that no one reads still ends', async () => {
  const fetch = createFetch();
  const ended = new Promise<FlightDetail>((resolve) =>
    fetch.addEventListener('settle', ({ detail }) => resolve(detail)),
  );
  const response = await fetch(resource({ body: 'short' }).url);
  expect(await ended).toMatchObject({ outcome: 'done', bytes: 5 });
  expect(await response.text()).toBe('short');
});

describe('a body that a stand-in for fetch makes of a stream', () => {
  const of = (...chunks: unknown[]) => {
    const body = new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
    return createFetch({ fetch: async () => new Response(body) })('http://coflight.test/a');
  };
  const bytes = (text: string) => new TextEncoder().encode(text);

  test('may have chunks that are empty', async () => {
    const reader = readerOf(await of(bytes('a'), bytes(''), bytes('b')));
    expect([await piece(reader), await piece(reader), await piece(reader)]).toEqual(['a', 'b', undefined]);
  });

  test.each([
    ['a string', 'b'],
    ['a buffer', new ArrayBuffer(1)],
    ['a DataView', new DataView(new ArrayBuffer(1))],
    ['an array of 16 bits', new Uint16Array(1)],
    ['a clamped array', new Uint8ClampedArray(1)],
    ['an object that calls itself bytes', { [Symbol.toStringTag]: 'Uint8Array', length: 1 }],
  ])('fails as natively when a chunk is not bytes: %s', async (_, chunk) => {
    await expect((await of(bytes('a'), chunk)).text()).rejects.toThrow(
      new TypeError('A chunk of the body is not a Uint8Array.'),
    );
  });

  test.each(['text', 'stream'])('sends nothing more after a chunk that is not bytes: by %s', async (how) => {
    let why: unknown;
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue('no bytes'),
      cancel: (reason) => {
        why = reason;
      },
    });
    const fetch = createFetch({ fetch: async () => new Response(body) });
    const response = await fetch('http://coflight.test/a');
    await expect(how === 'text' ? response.text() : readerOf(response).read()).rejects.toThrow(TypeError);
    await expect.poll(() => why).toBeInstanceOf(TypeError);
  });
});
