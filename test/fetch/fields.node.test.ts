// Law 8, in simulated pages: the class of happy-dom has fields where that of a platform has getters, and its
// `WritableStream` is the `Writable` of Node. The responses of mocks have members of the object, which no clone has.

import { Writable } from 'node:stream';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';

afterEach(() => void vi.unstubAllGlobals());

const Native = globalThis.Response;

class ResponseWithFields extends Native {
  override url = '';
  override type: ResponseType = 'default';
  override redirected = false;
}

test('the fields of a response, and of its clone, say what the network says', async () => {
  vi.stubGlobal('Response', ResponseWithFields);
  const said = { url: 'http://coflight.test/last', type: 'cors', redirected: true } as const;
  const fetch = createFetch({ fetch: async () => Object.assign(new ResponseWithFields('text'), said) });
  const shared = await Promise.all([fetch('http://coflight.test/'), fetch('http://coflight.test/')]);
  for (const response of [...shared, ...shared.map((response) => response.clone())]) {
    expect(response).toBeInstanceOf(ResponseWithFields);
    expect(response).toMatchObject(said);
    expect(await response.text()).toBe('text');
  }
});

test('a response has the class that is global when it is made', async () => {
  const fetch = createFetch({ fetch: async () => new Response('text') });
  expect((await fetch('http://coflight.test/')).constructor).toBe(Native);
  vi.stubGlobal('Response', ResponseWithFields);
  expect(await fetch('http://coflight.test/')).toBeInstanceOf(ResponseWithFields);
  vi.unstubAllGlobals();
  expect((await fetch('http://coflight.test/')).constructor).toBe(Native);
});

test("each caller's response says what that of a mock says, also without a body", async () => {
  const said = { url: 'http://coflight.test/last', type: 'cors', redirected: true } as const;
  const mocked = new Response(null, { status: 404 });
  for (const [name, value] of Object.entries(said)) Object.defineProperty(mocked, name, { value });
  const fetch = createFetch({ fetch: async () => mocked });
  const shared = await Promise.all([fetch('http://coflight.test/'), fetch('http://coflight.test/')]);
  for (const response of shared) expect(response).toMatchObject({ ...said, status: 404 });
});

test.each([
  ['is the `Writable` of Node', Writable],
  ['is missing, as in a jsdom whose setup adds streams one by one', undefined],
])('bodies arrive for each caller where `WritableStream` %s', async (_, WritableStream) => {
  vi.stubGlobal('WritableStream', WritableStream);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const fetch = createFetch({ fetch: async () => new Response('text') });
  const url = 'http://coflight.test/';
  const [one, other, late] = await Promise.all([fetch(url), fetch(url), fetch(`${url}late`)]);
  expect(await new Response(other.body).text()).toBe('text');
  expect(await one.text()).toBe('text');
  await vi.runAllTimersAsync(); // the body arrives without a reader
  expect(await late.text()).toBe('text');
});

test('blob() has the bytes where `Blob` is that of a jsdom, which has no stream', async () => {
  const Native = globalThis.Blob;
  class BlobOfJsdom {
    readonly kept: Blob;
    readonly size: number;
    readonly type: string;
    readonly [Symbol.toStringTag] = 'Blob';
    constructor(parts: BlobPart[], options?: BlobPropertyBag) {
      this.kept = new Native(parts, options);
      this.size = this.kept.size;
      this.type = this.kept.type;
    }
    slice(start: number, end: number, type: string) {
      return new BlobOfJsdom([this.kept.slice(start, end)], { type });
    }
  }
  vi.stubGlobal('Blob', BlobOfJsdom);
  const fetch = createFetch({ fetch: async () => new Response('text') });
  const calls = [fetch('http://coflight.test/'), fetch('http://coflight.test/')];
  for (const response of await Promise.all(calls)) {
    const blob: unknown = await response.blob();
    // Newer versions of Node make a Blob of the global class.
    expect(await (blob instanceof BlobOfJsdom ? blob.kept : (blob as Blob)).text()).toBe('text');
  }
});
