// Law 9: no caller can alter what another sees. In Node a body may yield Buffers, which are views into a pool of the
// whole process, and whose `slice` does not copy.

import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';

const url = 'http://coflight.test/';
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** A body that yields these chunks. */
const bodyOf = (...chunks: Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

/** Two callers of one flight whose body yields these chunks. */
function callers(...chunks: Uint8Array[]) {
  const fetch = createFetch({ fetch: async () => new Response(bodyOf(...chunks)) });
  return Promise.all([fetch(url), fetch(url)]);
}

/** A class of arrays with other methods, as Buffer has them. */
class Strange extends Uint8Array<ArrayBuffer> {
  override slice(): never {
    throw new Error('not the array’s own slice');
  }
  override subarray(): never {
    throw new Error('not the array’s own subarray');
  }
  override set(): never {
    throw new Error('not the array’s own set');
  }
}

/** A class whose instances are made by another constructor. */
class Changeling extends Uint8Array<ArrayBuffer> {
  static get [Symbol.species](): Uint8ArrayConstructor {
    return Array as unknown as Uint8ArrayConstructor;
  }
}

/** A part of a larger array, with other people's data before and after it. */
function part(content: string): Uint8Array {
  const whole = new TextEncoder().encode(`secret ${content} secret`);
  return whole.subarray(7, 7 + content.length);
}

const bytesOf = (content: string, of: typeof Uint8Array<ArrayBuffer>) =>
  Object.setPrototypeOf(new TextEncoder().encode(content), of.prototype) as Uint8Array<ArrayBuffer>;

const Foreign: typeof Uint8Array<ArrayBuffer> = runInNewContext('Uint8Array');

const makers: Readonly<Record<string, (content: string) => Uint8Array>> = {
  'Buffers of the pool': (content) => Buffer.from(content),
  'Buffers with memory of their own': (content) => Buffer.alloc(content.length, content),
  'parts of a larger array': part,
  'a subclass with methods of its own': (content) => bytesOf(content, Strange),
  'arrays of another realm': (content) => Foreign.from(new TextEncoder().encode(content)),
  'a subclass of another species': (content) => bytesOf(content, Changeling),
};

/** Several chunks, and a single one, which is returned without a copy. */
const contents = { 'one chunk': ['firstsecond'], 'two chunks': ['first', 'second'] };

describe.each(Object.entries(makers))('where the body yields %s', (_, make) => {
  describe.each(Object.entries(contents))('in %s,', (_, pieces) => {
    const chunks = () => pieces.map(make);

    test('arrayBuffer() has the bytes of the body and no more (#12)', async () => {
      for (const response of await callers(...chunks())) {
        const buffer = await response.arrayBuffer();
        expect(buffer.byteLength).toBe(11);
        expect(text(new Uint8Array(buffer))).toBe('firstsecond');
      }
    });

    test('arrayBuffer() of a lone caller has the bytes of the body and no more (#12)', async () => {
      const [one, other] = await callers(...chunks());
      await other.body?.cancel();
      const buffer = await one.arrayBuffer();
      expect(buffer.byteLength).toBe(11);
      expect(text(new Uint8Array(buffer))).toBe('firstsecond');
    });

    test.runIf('bytes' in Response.prototype)('bytes() returns a new plain array (#12)', async () => {
      for (const response of await callers(...chunks())) {
        const bytes = await response.bytes();
        expect(Object.getPrototypeOf(bytes)).toBe(Uint8Array.prototype);
        expect([bytes.byteOffset, bytes.buffer.byteLength]).toEqual([0, 11]);
        expect(text(bytes)).toBe('firstsecond');
      }
    });

    test('a caller does not read what another writes into its own bytes (#12)', async () => {
      const [one, other] = await callers(...chunks());
      const [mine, theirs] = await Promise.all([one.arrayBuffer(), other.arrayBuffer()]);
      new Uint8Array(mine).fill(0);
      expect(text(new Uint8Array(theirs))).toBe('firstsecond');
    });

    test('the source keeps its chunks: no reader transfers them away or writes into them (#12)', async () => {
      const given = chunks();
      const [one, other] = await callers(...given);
      await one.arrayBuffer().then((buffer) => new Uint8Array(buffer).fill(0));
      for await (const chunk of other.body ?? []) chunk.fill(0);
      expect(given.map(text).join('')).toBe('firstsecond');
    });

    test('a stream gives plain arrays that belong to their reader (#12)', async () => {
      const [one, other] = await callers(...chunks());
      let read = '';
      for await (const chunk of one.body ?? []) {
        expect(Object.getPrototypeOf(chunk)).toBe(Uint8Array.prototype);
        read += text(chunk);
        structuredClone(chunk, { transfer: [chunk.buffer] });
      }
      expect(read).toBe('firstsecond');
      expect(await other.text()).toBe('firstsecond');
    });

    test('text(), json() and blob() are right (#12)', async () => {
      const [one, other] = await callers(...chunks());
      const clone = one.clone();
      expect(await one.text()).toBe('firstsecond');
      expect(await clone.blob().then((blob) => blob.text())).toBe('firstsecond');
      await expect(other.json()).rejects.toThrow(SyntaxError);
    });
  });
});

test.each(Object.entries(makers))(
  'writing into the bytes of a lone caller does not change the source: %s (#12)',
  async (_, make) => {
    const given = make('first');
    const fetch = createFetch({ fetch: async () => new Response(bodyOf(given)) });
    new Uint8Array(await (await fetch(url)).arrayBuffer()).fill(0);
    expect(text(given)).toBe('first');
  },
);

test('the pool of Buffers stays with the process when a body is streamed (#12)', async () => {
  const pooled = Buffer.from('pooled');
  const { buffer } = pooled;
  expect(buffer.byteLength).toBeGreaterThan(pooled.byteLength);
  const [one, other] = await callers(pooled);
  for (const response of [one, other]) for await (const _ of response.body ?? []);
  expect(buffer.byteLength).toBeGreaterThan(0);
  expect(pooled.toString()).toBe('pooled');
});

test('a body of Buffers does not show other content of the pool (#12)', async () => {
  const others = Buffer.from('a secret of others');
  for (const response of await callers(Buffer.from('mine'))) {
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.includes(others)).toBe(false);
  }
});
