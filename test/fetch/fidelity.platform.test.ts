// Law 8: whatever of the platform takes a response takes a shared one.

import { describe, expect, test } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { inBrowser } from '../support/native.ts';
import { piece, readerOf } from '../support/reading.ts';
import { resource } from '../support/resource.ts';

/** Two responses of one flight. */
async function pair(query: Record<string, string | number>, init: RequestInit = {}) {
  const fetch = createFetch();
  const { url } = resource(query);
  return Promise.all([fetch(url, init), fetch(url, init)]);
}

/** Names, made for one test. */
let caches_ = 0;
async function cache() {
  const name = `test-${caches_++}`;
  const cache = await caches.open(name);
  return { cache, remove: () => caches.delete(name) };
}

describe.runIf(inBrowser)('a cache', () => {
  test('takes a shared response, and gives it back', async () => {
    const [one, other] = await pair({ body: 'kept', 'header.x-own': 'mine', status: 203 });
    const { cache: store, remove } = await cache();
    await store.put('http://example.com/kept', one);
    const kept = await store.match('http://example.com/kept');
    expect([kept?.status, kept?.statusText]).toEqual([203, 'Non-Authoritative Information']);
    expect(kept?.headers.get('x-own')).toBe('mine');
    expect(await kept?.text()).toBe('kept');
    expect(one.bodyUsed).toBe(true);
    expect(await other.text()).toBe('kept');
    await remove();
  });

  test('takes a clone and an opaque response', async () => {
    const { cache: store, remove } = await cache();
    const [one] = await pair({ body: 'kept' });
    await store.put('http://example.com/clone', one.clone());
    expect(await (await store.match('http://example.com/clone'))?.text()).toBe('kept');
    expect(await one.text()).toBe('kept');
    for (const opaque of await pair({}, { mode: 'no-cors' })) {
      await store.put('http://example.com/opaque', opaque);
      expect((await store.match('http://example.com/opaque'))?.type).toBe('opaque');
    }
    await remove();
  });
});

test.runIf(inBrowser)(
  'a pipe shows no chunk to members that a page has added to Object.prototype',
  async () => {
    const [response] = await pair({ body: 'secret' });
    const seen: object[] = [];
    const then = {
      configurable: true,
      get(this: object) {
        seen.push(this);
      },
    };
    Object.defineProperty(Object.prototype, 'then', then);
    try {
      await response.body?.pipeTo(new WritableStream());
    } finally {
      Reflect.deleteProperty(Object.prototype, 'then');
    }
    expect(seen.filter((one) => 'value' in Object(one))).toEqual([]);
  },
);

test('an `error` that a page has added to Object.prototype does not make a body fail', async () => {
  const [response] = await pair({ body: 'whole' });
  Object.defineProperty(Object.prototype, 'error', { configurable: true, value: 'of the page' });
  try {
    expect(await response.text()).toBe('whole');
  } finally {
    Reflect.deleteProperty(Object.prototype, 'error');
  }
});

test.each(['start', 'write', 'close', 'abort'])(
  'a `%s` that a page has added to Object.prototype does not make a stream of a body fail',
  async (name) => {
    const [response] = await pair({ body: 'whole' });
    Object.defineProperty(Object.prototype, name, { configurable: true, value: 'of the page' });
    try {
      expect(await piece(readerOf(response))).toBe('whole');
    } finally {
      Reflect.deleteProperty(Object.prototype, name);
    }
  },
);

describe('new Response', () => {
  test('takes the body, and the headers as an init', async () => {
    for (const response of await pair({ body: 'rebuilt', 'header.x-own': 'mine', status: 201 })) {
      const rebuilt = new Response(response.body, response);
      expect(rebuilt.status).toBe(201);
      expect(rebuilt.headers.get('x-own')).toBe('mine');
      expect(await rebuilt.text()).toBe('rebuilt');
      expect(response.bodyUsed).toBe(true);
    }
  });

  test('takes a body that passes through a TransformStream', async () => {
    for (const response of await pair({ body: 'firstsecond', chunk: 3 })) {
      const stream = response.body?.pipeThrough(new TransformStream());
      expect(await new Response(stream ?? null).text()).toBe('firstsecond');
    }
  });
});

describe('WebAssembly', () => {
  /** The smallest module: magic and version, all of them ASCII. */
  const module = { type: 'application/wasm', body: '\0asm\x01\0\0\0', chunk: 3 };

  test.runIf(inBrowser)('compiles from a shared response as it streams', async () => {
    for (const response of await pair(module))
      expect(await WebAssembly.compileStreaming(response)).toBeInstanceOf(WebAssembly.Module);
  });

  test('compiles from its bytes', async () => {
    for (const response of await pair(module))
      expect(await WebAssembly.compile(await response.arrayBuffer())).toBeInstanceOf(WebAssembly.Module);
  });
});

test.runIf(inBrowser)('an image is made of its Blob', async () => {
  for (const response of await pair({ image: '3x2' })) {
    const bitmap = await createImageBitmap(await response.blob());
    expect([bitmap.width, bitmap.height]).toEqual([3, 2]);
  }
});
