// Answers without a byte, and platforms that lack what newer ones have.

import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { Network } from '../support/network.ts';

const url = 'http://coflight.test/';

describe('an empty answer that has ended', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  /** Such an answer, whose signal aborts before anything has read it. */
  async function ended() {
    const network = new Network();
    const controller = new AbortController();
    const call = createFetch({ fetch: network.fetch })(url, { signal: controller.signal });
    network.sent[0]?.answer();
    const response = await call;
    network.sent[0]?.end();
    await vi.advanceTimersByTimeAsync(20); // the download itself begins to read
    controller.abort();
    return response;
  }

  test.each(['text', 'blob', 'arrayBuffer'] as const)(
    'can be read by `%s` after an abort',
    async (method) => {
      const body = await (await ended())[method]();
      expect(typeof body === 'string' ? body.length : 'size' in body ? body.size : body.byteLength).toBe(0);
    },
  );

  test('can be cloned after an abort, and both can be read', async () => {
    const response = await ended();
    const texts = [response.clone(), response].map((one) => one.text());
    expect(await Promise.all(texts)).toEqual(['', '']);
  });
});

describe('a platform', () => {
  beforeEach(() => void vi.resetModules());
  afterEach(() => void vi.unstubAllGlobals());

  /** A wrapped fetch of a library that is loaded on this platform. */
  async function load() {
    const { createFetch } = await import('../../src/fetch/create-fetch.ts');
    return createFetch({ fetch: async () => new Response('text', { headers: { 'x-a': '1' } }) });
  }

  test('A platform without byte streams reads bodies as streams and whole', async () => {
    const Native = globalThis.ReadableStream;
    const bytes = new TextEncoder().encode('text');
    const network = async () =>
      new Response(
        new Native({
          start(controller) {
            controller.enqueue(bytes);
            controller.close();
          },
        }),
      );
    const refuse = vi.fn();
    class WithoutBytes extends (Native as typeof ReadableStream<Uint8Array>) {
      constructor(source: UnderlyingDefaultSource = {}, strategy?: QueuingStrategy) {
        // The bodies that Node makes itself are byte streams. Only the library's reader has `advance`.
        if (String(source.type) === 'bytes' && 'advance' in source) {
          refuse();
          throw new RangeError('no byte streams');
        }
        super(source, strategy);
      }
    }
    vi.stubGlobal('ReadableStream', WithoutBytes);
    const { createFetch } = await import('../../src/fetch/create-fetch.ts');
    const fetch = createFetch({ fetch: network });
    const [one, other] = await Promise.all([fetch(url), fetch(url)]);
    expect(await one.text()).toBe('text');
    const reader = other.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    expect(new TextDecoder().decode(value)).toBe('text');
    expect((await reader?.read())?.done).toBe(true);
    expect(await (await fetch(url)).text()).toBe('text');
    expect(refuse).toHaveBeenCalledOnce();
  });

  // The responses of Node 20 themselves need both.
  const isNode20 = process.versions.node.startsWith('20.');
  test.skipIf(isNode20)('without weak references and finalization reads bodies', async () => {
    vi.stubGlobal('WeakRef', undefined);
    vi.stubGlobal('FinalizationRegistry', undefined);
    const fetch = await load();
    const controller = new AbortController();
    const [one, other, leaving] = await Promise.all([
      fetch(url),
      fetch(url),
      fetch(url, { signal: controller.signal }),
    ]);
    controller.abort('enough');
    await expect(leaving?.text()).rejects.toBe('enough');
    expect(await one.text()).toBe('text');
    const chunks = await Array.fromAsync(other.body ?? []);
    expect(new TextDecoder().decode(chunks[0])).toBe('text');
  });

  test('A platform without `bytes` on its responses has none on a shared one', async () => {
    const { prototype } = Response;
    const own = Object.getOwnPropertyDescriptor(prototype, 'bytes') as PropertyDescriptor;
    Reflect.deleteProperty(prototype, 'bytes');
    onTestFinished(() => void Object.defineProperty(prototype, 'bytes', own));
    const fetch = await load();
    const [response] = await Promise.all([fetch(url), fetch(url)]);
    expect('bytes' in response).toBe(false);
    expect(await response.text()).toBe('text');
  });

  test('A platform whose requests refuse a signal of another incoming request answers from a new flight', async () => {
    // As in workerd: reading a signal that another request has opened throws.
    const fetch = await load();
    await fetch(url);
    const isForeign = vi.spyOn(AbortSignal.prototype, 'aborted', 'get').mockImplementationOnce(() => {
      throw new Error('Cannot perform I/O on behalf of a different request.');
    });
    expect(await (await fetch(url)).text()).toBe('text');
    expect(fetch.stats()).toMatchObject({ launched: 2, joined: 0 });
    isForeign.mockRestore();
  });
});
