// On a server there is no DOM, but modules that make a preloader are still evaluated.

import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { createFetch } from '../../src/index.ts';
import {
  asBitmap,
  asBlob,
  createPreloader,
  load,
  pageActivity,
  preload,
  watchImages,
} from '../../src/preload/index.ts';

test('there is no DOM here', () => {
  expect(globalThis.document).toBeUndefined();
});

describe('a preloader without a DOM', () => {
  test('is made, and asks nothing of a busy fetch', () => {
    const listeners: string[] = [];
    const busy = Object.assign(createFetch(), {
      addEventListener: (type: string) => void listeners.push(type),
    });
    const images = createPreloader({ busy: [busy, pageActivity()] });
    expect(images.stats()).toEqual({ inFlight: 0, waiting: 0, held: 0, heldBytes: 0 });
    expect(listeners).toEqual([]);
  });

  test('refuses wrong options as it does in a page', () => {
    expect(() => createPreloader({ lanes: 0 })).toThrow(RangeError);
    expect(() => createPreloader().preload('')).toThrow(TypeError);
  });

  test('preloads nothing, and its groups are done at once', async () => {
    const images = createPreloader();
    const group = images.preload('1.jpg', '/2.jpg', { src: '3.jpg', srcset: '4.jpg 2x' });
    expect(group.progress).toEqual({ total: 3, done: 0, failed: 0, aborted: 3, left: 0, bytes: 0 });
    expect(await group.done).toMatchObject({ aborted: 3 });
    for await (const image of group) expect.unreachable(`${image}`);
    expect(await images.replace(['1.jpg']).done).toMatchObject({ aborted: 1 });
  });

  test.each([
    ['an element', '1.jpg'],
    ['a Blob', { src: '1.jpg', as: asBlob() }],
    ['a bitmap', { src: '1.jpg', as: asBitmap() }],
  ])('rejects a load with a NotSupportedError that says what to do: %s', async (_, source) => {
    const error: unknown = await createPreloader()
      .load(source as string)
      .catch((error: unknown) => error);
    expect(error).toBeInstanceOf(DOMException);
    expect(error).toMatchObject({
      name: 'NotSupportedError',
      message: 'Images need a document: load them in the browser.',
    });
  });

  test('rejects a load whose signal is aborted with its reason', async () => {
    const load = createPreloader().load('1.jpg', { signal: AbortSignal.abort('before') });
    await expect(load).rejects.toBe('before');
  });

  test('can be paused, resumed, cleared, made to forget and destroyed', () => {
    const images = createPreloader();
    images.addEventListener('launch', () => {});
    for (const act of ['pause', 'resume', 'clear', 'forget', 'destroy'] as const) images[act]();
  });
});

test('the page’s own preloader can be used at module level', async () => {
  expect(await preload('1.jpg').done).toMatchObject({ aborted: 1 });
  await expect(load('1.jpg')).rejects.toMatchObject({ name: 'NotSupportedError' });
});

test('watchImages watches nothing', () => {
  const stop = watchImages();
  expect(stop()).toBeUndefined();
});

test('a process that made all of it ends by itself', () => {
  const entry = new URL('../../src/preload/index.ts', import.meta.url).href;
  const program = `
    const { createPreloader, pageActivity, preload, watchImages } = await import(${JSON.stringify(entry)});
    createPreloader({ busy: pageActivity() }).preload('1.jpg');
    preload('1.jpg');
    watchImages();
    console.log('made');`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'made\n', stderr: '' });
});
