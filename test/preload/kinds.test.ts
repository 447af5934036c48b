// The kinds of images that come through `fetch`, without a page: what they cost, say and free.

import { afterEach, describe, expect, test, vi } from 'vitest';
import { createFetch } from '../../src/index.ts';
import { asBitmap, asBlob } from '../../src/preload/index.ts';

const attributes = { src: 'https://a.example/1.png' };
const how = { urgent: false };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const kinds = [
  ['asBlob()', asBlob],
  ['asBitmap()', asBitmap],
] as const;

describe.each(kinds)('%s', (_, kind) => {
  test('tries as often again as `retries` says', async () => {
    vi.useFakeTimers();
    const { retry } = kind({ retries: 2 });
    const error = new TypeError('Failed to fetch');
    const delays = [retry?.(error, 1), retry?.(error, 2)];
    vi.runAllTimers();
    await Promise.all(delays);
    expect(delays).toEqual([expect.any(Promise), expect.any(Promise)]);
    expect(retry?.(error, 3)).toBeUndefined();
    expect(kind().retry?.(error, 1)).toBeUndefined();
  });

  test.each([
    [attributes, { credentials: 'same-origin', referrerPolicy: '' }],
    [
      { ...attributes, crossOrigin: 'anonymous' },
      { credentials: 'same-origin', referrerPolicy: '' },
    ],
    [
      { ...attributes, crossOrigin: 'use-credentials', referrerPolicy: 'origin' },
      { credentials: 'include', referrerPolicy: 'origin' },
    ],
  ])('says what the global `fetch` sends for %j', (attributes, more) => {
    const request = { url: attributes.src, destination: '', mode: 'cors', headers: [], ...more };
    expect(kind().request?.(attributes)).toEqual(request);
  });

  test('names no request of another `fetch`, nor of a wrapped one, which has events of its own', () => {
    expect(kind({ fetch: globalThis.fetch }).request?.(attributes)).toBeUndefined();
    vi.stubGlobal('fetch', createFetch());
    expect(kind().request?.(attributes)).toBeUndefined();
  });

  test('rejects with the address and the status of a response that has no URL and no body', async () => {
    const { load } = kind({ fetch: async () => new Response(null, { status: 404 }) });
    await expect(load(attributes, how).result).rejects.toThrow('GET https://a.example/1.png failed: 404.');
  });

  test('has a name for each `fetch`', () => {
    const [one, other] = [createFetch(), createFetch()];
    const names = [{}, { fetch: one }, { fetch: one }, { fetch: other }].map((options) => kind(options).name);
    expect([new Set(names).size, names[1] === names[2]]).toEqual([3, true]);
  });
});

test('a blob and a bitmap of one image have different names, and so has a bitmap of another shape', () => {
  const names = [asBlob(), asBitmap(), asBitmap({ resizeWidth: 8 }), asBitmap({ resizeHeight: 8 })].map(
    ({ name }) => name,
  );
  expect(new Set(names).size).toBe(4);
});

test('a blob costs its bytes, in memory and on the network', () => {
  const blob = new Blob(['12345']);
  expect([asBlob().memoryBytes?.(blob), asBlob().networkBytes?.(blob)]).toEqual([5, 5]);
});

test('a bitmap costs four bytes for each pixel, and on the network those of its file', async () => {
  const bitmap = { width: 20, height: 10, close: vi.fn() } as unknown as ImageBitmap;
  const make = vi.fn(async (_: unknown) => bitmap);
  vi.stubGlobal('createImageBitmap', make);
  const kind = asBitmap({ fetch: async () => new Response('12345'), resizeWidth: 20 });
  expect(await kind.load(attributes, how).result).toBe(bitmap);
  expect(make.mock.calls).toEqual([[expect.any(Blob), { __proto__: null, resizeWidth: 20 }]]);
  expect([kind.memoryBytes?.(bitmap), kind.networkBytes?.(bitmap)]).toEqual([800, 5]);
  await kind.copy?.(bitmap);
  expect(make).toHaveBeenLastCalledWith(bitmap, { premultiplyAlpha: 'default' });
  kind.release?.(bitmap);
  expect(bitmap.close).toHaveBeenCalledOnce();
});
