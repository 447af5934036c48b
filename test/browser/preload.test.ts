import { describe, expect, test } from 'vitest';
import { createPreloader } from '../../src/preload/index.ts';
import { resource } from '../support/resource.ts';

const small = { image: '8x6' };

describe('preload', () => {
  test('loads one image at a time, in order', async () => {
    const images = createPreloader({ idleTimeout: 0 });
    const [one, two] = [resource({ ...small, gate: 'body' }), resource(small)];
    const gallery = images.preload(one.url, two.url);
    await one.seen({ requests: 1 });
    expect(images.stats()).toMatchObject({ inFlight: 1, waiting: 1 });
    expect(await two.hits()).toBe(0);
    await one.open('body');
    expect(await gallery.done).toMatchObject({ total: 2, done: 2, failed: 0, left: 0 });
    expect(await two.hits()).toBe(1);
  });

  test('hands over decoded elements in the order of the list', async () => {
    const images = createPreloader({ idleTimeout: 0 });
    const list = [resource(small), resource({ image: '3x2' })];
    const seen: string[] = [];
    for await (const image of images.preload(...list.map(({ url }) => url)))
      seen.push(`${image.naturalWidth}x${image.naturalHeight}`);
    expect(seen).toEqual(['8x6', '3x2']);
    expect(await Promise.all(list.map(({ hits }) => hits()))).toEqual([1, 1]);
  });
});

describe('load', () => {
  test('takes a queued image out of the queue, while what runs steps aside', async () => {
    const images = createPreloader({ idleTimeout: 0 });
    const [one, two, three] = [resource({ ...small, gate: 'body' }), resource(small), resource(small)];
    const gallery = images.preload(one.url, two.url, three.url);
    await one.seen({ requests: 1 });
    const image = await images.load(three.url);
    expect(image).toBeInstanceOf(HTMLImageElement);
    expect(image.complete).toBe(true);
    expect((await one.seen({ aborted: 1 })).aborted).toBe(1);
    await one.open('body');
    expect((await gallery.done).done).toBe(3);
    expect(await three.hits()).toBe(1);
    expect(await two.hits()).toBe(1);
  });

  test('adopts the image in flight', async () => {
    const images = createPreloader({ idleTimeout: 0 });
    const one = resource({ ...small, gate: 'body' });
    const gallery = images.preload(one.url);
    await one.seen({ requests: 1 });
    const image = images.load(one.url);
    await one.open('body');
    expect((await image).naturalWidth).toBe(8);
    expect((await gallery.done).done).toBe(1);
    expect(await one.hits()).toBe(1);
  });

  test('rejects with the reason of its signal and aborts what nobody else wants', async () => {
    const images = createPreloader({ idleTimeout: 0 });
    const one = resource({ ...small, gate: 'body' });
    const control = new AbortController();
    const image = images.load(one.url, { signal: control.signal });
    await one.seen({ requests: 1 });
    control.abort('enough');
    await expect(image).rejects.toBe('enough');
    await one.seen({ aborted: 1 });
    expect(images.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
  });
});
