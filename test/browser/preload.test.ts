import { describe, expect, test, vi } from 'vitest';
import { inWebKit } from '../support/in-webkit.ts';
import { ended, hitsOf, picture, pictures, preloader, urls } from '../support/preloading.ts';
import { turns } from '../support/turns.ts';

describe('preload', () => {
  test('loads one image at a time, in order', async () => {
    const images = preloader();
    const [one, two] = [picture({ gate: 'body' }), picture()];
    const gallery = images.preload(one.url, two.url);
    await one.seen({ requests: 1 });
    expect(images.stats()).toMatchObject({ inFlight: 1, waiting: 1 });
    expect(await two.hits()).toBe(0);
    await one.open('body');
    expect(await gallery.done).toMatchObject({ total: 2, done: 2 });
    expect(await two.hits()).toBe(1);
  });

  test('loads as many at a time as there are lanes', async () => {
    const images = preloader({ lanes: 2 });
    const list = pictures(3, { gate: 'body' });
    images.preload(...urls(list));
    await Promise.all(list.slice(0, 2).map(({ seen }) => seen({ requests: 1 })));
    expect(images.stats()).toMatchObject({ inFlight: 2, waiting: 1 });
  });

  test('loads at most `lanesPerOrigin` images from one origin', async () => {
    const images = preloader({ lanes: 3, lanesPerOrigin: 1 });
    const [one, two, other] = pictures(3, { gate: 'body' });
    const elsewhere = other?.url.replace('127.0.0.1', 'localhost') ?? '';
    images.preload(one?.url ?? '', two?.url ?? '', elsewhere);
    await Promise.all([one?.seen({ requests: 1 }), other?.seen({ requests: 1 })]);
    expect(images.stats()).toMatchObject({ inFlight: 2, waiting: 1 });
  });

  test('asks the network for low priority', async () => {
    const images = preloader();
    const priorities: (string | null)[] = [];
    const { set = () => {} } = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src') ?? {};
    Object.defineProperty(HTMLImageElement.prototype, 'src', {
      configurable: true,
      set(this: HTMLImageElement, src: string) {
        priorities.push(this.fetchPriority);
        set.call(this, src);
      },
    });
    try {
      await images.preload(picture().url).done;
      await images.load(picture().url);
    } finally {
      Object.defineProperty(HTMLImageElement.prototype, 'src', { configurable: true, set });
    }
    expect(priorities).toEqual(['low', 'high']);
  });

  test('starts the next image while the last one is being decoded', async () => {
    const images = preloader();
    const decode = vi.spyOn(HTMLImageElement.prototype, 'decode').mockReturnValue(new Promise(() => {}));
    const list = pictures(2);
    images.preload(...urls(list));
    await new Promise((resolve) => images.addEventListener('launch', resolve));
    // Without timers the first decode would be waited for for ever.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      await list[1]?.seen({ finished: 1 });
    } finally {
      vi.useRealTimers();
      decode.mockRestore();
    }
  });

  test('starts the image with the higher priority first', async () => {
    const images = preloader();
    const [low, high] = [picture(), picture({ gate: 'body' })];
    images.preload(low.url, { src: high.url, priority: 1 });
    await high.seen({ requests: 1 });
    expect(await low.hits()).toBe(0);
  });
});

describe('load', () => {
  test('is never queued behind a preload', async () => {
    const images = preloader({ lanes: 2 });
    const list = pictures(3, { gate: 'body' });
    images.preload(...urls(list));
    await list[0]?.seen({ requests: 1 });
    expect((await images.load(picture().url)).naturalWidth).toBe(8);
  });

  test('takes a queued image out of the queue, while images in lanes step aside', async () => {
    const images = preloader();
    const [one, two, three] = [picture({ gate: 'body' }), picture(), picture({ gate: 'body' })];
    const gallery = images.preload(one.url, two.url, three.url);
    await one.seen({ requests: 1 });
    const image = images.load(three.url);
    await ended(one);
    await three.seen({ requests: 1 });
    expect(images.stats()).toMatchObject({ inFlight: 1, waiting: 2 });
    await three.open('body');
    await image;
    await one.seen({ requests: inWebKit ? 1 : 2 });
    expect(await two.hits()).toBe(0);
    await one.open('body');
    expect((await gallery.done).done).toBe(3);
    expect(await hitsOf([two, three])).toEqual([1, 1]);
  });

  test('adopts the image in flight', async () => {
    const images = preloader();
    const one = picture({ gate: 'body' });
    const gallery = images.preload(one.url);
    await one.seen({ requests: 1 });
    const image = images.load(one.url);
    await one.open('body');
    expect((await image).naturalWidth).toBe(8);
    expect((await gallery.done).done).toBe(1);
    expect((await one.seen()).requests).toHaveLength(1);
  });

  test('holds back all preloads until the last foreground image is there', async () => {
    const images = preloader();
    const [one, two, later] = [picture({ gate: 'body' }), picture({ gate: 'body' }), picture()];
    const [first, second] = [images.load(one.url), images.load(two.url)];
    const gallery = images.preload(later.url);
    await two.open('body');
    await second;
    await turns();
    expect(await later.hits()).toBe(0);
    await one.open('body');
    await first;
    await gallery.done;
    expect(await later.hits()).toBe(1);
  });

  test('lets preloads go on when its caller has left', async () => {
    const images = preloader();
    const [one, two] = [picture({ gate: 'body' }), picture()];
    const control = new AbortController();
    const image = images.load(one.url, { signal: control.signal });
    const gallery = images.preload(two.url);
    await one.seen({ requests: 1 });
    control.abort('enough');
    await expect(image).rejects.toBe('enough');
    await gallery.done;
  });

  test('goes on as a preload when its caller has left and a group wants it', async () => {
    const images = preloader();
    const [one, two] = [picture({ gate: 'body' }), picture()];
    const control = new AbortController();
    const image = images.load(one.url, { signal: control.signal });
    const gallery = images.preload(one.url);
    await one.seen({ requests: 1 });
    control.abort('enough');
    await expect(image).rejects.toBe('enough');
    // It steps aside now, as preloads do.
    await images.load(two.url);
    await ended(one);
    await one.open('body');
    expect((await gallery.done).done).toBe(1);
    // A caller that has left does not get the image.
    expect(images.stats().held).toBe(1);
  });

  test('aborts the request when no caller wants the image', async () => {
    const images = preloader();
    const one = picture({ gate: 'body' });
    const control = new AbortController();
    const image = images.load(one.url, { signal: control.signal });
    await one.seen({ requests: 1 });
    control.abort('enough');
    await expect(image).rejects.toBe('enough');
    await ended(one);
    expect(images.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
  });

  test('neither launches nor joins where its signal is already aborted', async () => {
    const images = preloader();
    const one = picture();
    await expect(images.load(one.url, { signal: AbortSignal.abort('before') })).rejects.toBe('before');
    expect(images.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
  });

  test('rejects with an AbortError where its signal is already aborted and has no reason', async () => {
    const images = preloader();
    const one = picture();
    const signal = Object.defineProperty(AbortSignal.abort(), 'reason', { value: undefined });
    await expect(images.load(one.url, { signal })).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('shares one request between callers', async () => {
    const images = preloader();
    const one = picture({ gate: 'body' });
    const control = new AbortController();
    const [first, second] = [images.load(one.url, control), images.load(one.url)];
    first.catch(() => {});
    await one.seen({ requests: 1 });
    control.abort();
    await one.open('body');
    expect((await second).naturalWidth).toBe(8);
    expect((await one.seen()).aborted).toBe(0);
  });
});
