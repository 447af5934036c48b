// Law 8: a BYOB reader fills a program's own view, also where that is full before all that has arrived is read.

import { describe, expect, test } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { inWebKit } from '../support/in-webkit.ts';
import { Network } from '../support/network.ts';

/** Returns the stream of an answer whose headers have arrived. */
async function answered() {
  const abort = new AbortController();
  const network = new Network();
  const fetch = createFetch({ fetch: network.fetch });
  const settled = new Promise((resolve) => fetch.addEventListener('settle', resolve));
  const call = fetch('http://coflight.test/', { signal: abort.signal });
  network.sent[0]?.answer();
  const stream = (await call).body as ReadableStream<Uint8Array<ArrayBuffer>>;
  const arrive = () => network.sent[0]?.arrive(new TextEncoder().encode('abcdefgh'));
  const end = async () => {
    network.sent[0]?.end();
    await settled;
  };
  return { abort, stream, arrive, end };
}

/** Reads three bytes of a body that has then arrived whole. */
async function readThree() {
  const { abort, stream, arrive, end } = await answered();
  const reader = stream.getReader({ mode: 'byob' });
  const first = reader.read(new Uint8Array(3));
  arrive();
  const text = textOf(await first);
  await end();
  return { abort, stream, reader, text };
}

const textOf = ({ value }: { readonly value?: Uint8Array | undefined }) => new TextDecoder().decode(value);

// WebKit has no BYOB readers.
describe.skipIf(inWebKit)('a reader with a view of its own', () => {
  test('gets the last bytes although they are fewer than it asks for', async () => {
    const { reader, text } = await readThree();
    // The types of TypeScript's DOM do not have `min` yet. A platform without it fills what it can.
    const more = { min: 8 } as object;
    const last = await reader.read(new Uint8Array(8), more as never);
    expect([text, textOf(last)]).toEqual(['abc', 'defgh']);
  });

  test('ends with the last byte that it reads', async () => {
    const { reader } = await readThree();
    expect(textOf(await reader.read(new Uint8Array(3)))).toBe('def');
    expect(textOf(await reader.read(new Uint8Array(2)))).toBe('gh');
    await reader.closed;
  });

  test('leaves the rest to a reader of another kind', async () => {
    const { stream, reader } = await readThree();
    reader.releaseLock();
    const next = stream.getReader();
    expect(textOf(await next.read())).toBe('defgh');
    await next.closed;
  });

  test('leaves all bytes to the next reader when it is released while it waits', async () => {
    const { stream, arrive, end } = await answered();
    const reader = stream.getReader({ mode: 'byob' });
    const read = reader.read(new Uint8Array(3)).catch(String);
    reader.releaseLock();
    expect(await read).toContain('TypeError');
    const next = stream.getReader();
    const reads = [next.read(), next.read(), next.read()];
    arrive();
    await end();
    expect((await Promise.all(reads)).map(textOf).join('')).toBe('abcdefgh');
  });

  test('fails at once on an abort, and gets no more of what has arrived', async () => {
    const { abort, reader } = await readThree();
    abort.abort('enough');
    await expect(reader.read(new Uint8Array(3))).rejects.toBe('enough');
    await expect(reader.closed).rejects.toBe('enough');
  });
});
