// Law 10: a caller can join until the last byte.

import { describe, expect, onTestFinished, test } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { inWebKit } from '../support/in-webkit.ts';
import { Network, type Sent } from '../support/network.ts';
import { piece, readerOf } from '../support/reading.ts';
import { resource } from '../support/resource.ts';

const halves = { body: 'firstsecond', chunk: 6, gate: 'end' };

/**
 * A flight whose first half has been read, and a call that is made then. Firefox holds a second request for the URL
 * until the body of the first one has ended.
 */
async function late(options: Parameters<typeof createFetch>[0], query: Record<string, string | number> = {}) {
  const fetch = createFetch(options);
  const server = resource({ ...halves, ...query });
  // A browser has six connections a host: none is to be left waiting at a gate.
  onTestFinished(() => server.open('end'));
  const early = await fetch(server.url);
  const reader = readerOf(early);
  expect(await piece(reader)).toBe('firsts');
  return { fetch, reader, server, call: fetch(server.url) };
}

describe('a caller that joins in mid-body', () => {
  test('gets the bytes that have arrived at once, then the rest as it streams in', async () => {
    const { fetch, reader, server, call } = await late({});
    const theirs = readerOf(await call);
    expect(await piece(theirs)).toBe('firsts');
    const rest = [piece(reader), piece(theirs)];
    await server.open('end');
    expect(await Promise.all(rest)).toEqual(['econd', 'econd']);
    expect(await Promise.all([piece(reader), piece(theirs)])).toEqual([undefined, undefined]);
    expect(await server.hits()).toBe(1);
    expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1 });
  });

  test('gets the whole body when it reads it whole', async () => {
    const { server, call } = await late({});
    const text = (await call).text();
    await server.open('end');
    expect(await text).toBe('firstsecond');
    expect(await server.hits()).toBe(1);
  });

  test('reads on when the first one has left', async () => {
    const { reader, server, call } = await late({});
    const comer = await call;
    await reader.cancel();
    await server.open('end');
    expect(await comer.text()).toBe('firstsecond');
    expect(await server.seen({ finished: 1 })).toMatchObject({ finished: 1, aborted: 0 });
  });

  test('comes before the last byte: the next call sends a new request', async () => {
    const fetch = createFetch();
    const { url, hits } = resource();
    await (await fetch(url)).text();
    const again = fetch(url);
    expect(fetch.stats()).toMatchObject({ launched: 2, joined: 0 });
    expect((await again).headers.get('x-number')).toBe('2');
    expect(await hits()).toBe(2);
  });
});

describe('a reader that is behind', () => {
  /** Returns the pieces that a late caller gets of chunks of these sizes. */
  async function piecesOf(...sizes: readonly number[]): Promise<Uint8Array[]> {
    const network = new Network();
    const fetch = createFetch({ fetch: network.fetch });
    const url = 'http://coflight.test/';
    const early = fetch(url);
    const sent = network.sent[0] as Sent;
    sent.answer();
    const reader = readerOf(await early);
    for (const [nth, size] of sizes.entries()) {
      sent.arrive(new Uint8Array(size).fill(nth));
      await reader.read();
    }
    const theirs = readerOf(await fetch(url));
    sent.end();
    const pieces: Uint8Array[] = [];
    for (let next = await theirs.read(); !next.done; next = await theirs.read()) pieces.push(next.value);
    return pieces;
  }

  test('gets what has arrived in one piece', async () => {
    const pieces = await piecesOf(2, 1, 3);
    expect(pieces.map((piece) => [...piece])).toEqual([[0, 0, 1, 2, 2, 2]]);
  });

  test('gets at most 64 KB, or one chunk', async () => {
    const pieces = await piecesOf(30_000, 30_000, 5536, 1, 70_000, 5);
    expect(pieces.map(({ byteLength }) => byteLength)).toEqual([65_536, 1, 70_000, 5]);
  });
});

describe('maxReplay', () => {
  test('lets callers join up to that many bytes', async () => {
    const { fetch } = await late({ maxReplay: 6 });
    expect(fetch.stats().joined).toBe(1);
  });

  test('lets no caller join a longer body', async () => {
    const { server, call } = await late({ maxReplay: 5 });
    await server.open('end');
    expect((await call).headers.get('x-number')).toBe('2');
    expect(await server.hits()).toBe(2);
  });

  test('does not cut the body of callers that have joined', async () => {
    const fetch = createFetch({ maxReplay: 0 });
    const { url, open, hits } = resource(halves);
    const [one, other] = await Promise.all([fetch(url), fetch(url)]);
    const reader = readerOf(one);
    await piece(reader);
    await open('end');
    expect(await other.text()).toBe('firstsecond');
    expect(await piece(reader)).toBe('econd');
    expect(await hits()).toBe(1);
  });
});

describe('joinUntil', () => {
  test("'headers' lets no caller join after the headers", async () => {
    const { server, call } = await late({ joinUntil: 'headers' });
    await server.open('end');
    await call;
    expect(await server.hits()).toBe(2);
  });

  test("'headers' still shares among callers that came before the headers", async () => {
    const fetch = createFetch({ joinUntil: 'headers' });
    const { url, hits } = resource({ body: 'shared' });
    const responses = await Promise.all([fetch(url), fetch(url)]);
    expect(await Promise.all(responses.map((r) => r.text()))).toEqual(['shared', 'shared']);
    expect(await hits()).toBe(1);
  });
});

describe('endless types', () => {
  const endless = [
    'text/event-stream',
    'Text/Event-Stream; charset=utf-8',
    // WebKitGTK takes no answer of this type by `fetch`.
    ...(inWebKit ? [] : ['multipart/x-mixed-replace; boundary=x']),
  ];

  test.each(endless)('are not replayed: %s', async (type) => {
    const { server, call } = await late({}, { type });
    await server.open('end');
    await call;
    expect(await server.hits()).toBe(2);
  });

  test('are shared live by callers that came before the headers', async () => {
    const fetch = createFetch();
    const { url, open, hits } = resource({ ...halves, type: 'text/event-stream' });
    const readers = (await Promise.all([fetch(url), fetch(url)])).map(readerOf);
    expect(await Promise.all(readers.map(piece))).toEqual(['firsts', 'firsts']);
    await open('end');
    expect(await Promise.all(readers.map(piece))).toEqual(['econd', 'econd']);
    expect(await hits()).toBe(1);
  });
});
