import { afterEach, describe, expect, test, vi } from 'vitest';
import { asBlob, createPreloader, type Kind } from '../../src/preload/index.ts';
import { deferred } from '../support/deferred.ts';
import { inWebKit } from '../support/in-webkit.ts';
import { ended, hitsOf, picture, pictures, preloader, urls } from '../support/preloading.ts';
import { turns } from '../support/turns.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The images that a loop over a group gets. */
async function listOf<Result>(group: AsyncIterable<Result>): Promise<Result[]> {
  const list: Result[] = [];
  for await (const one of group) list.push(one);
  return list;
}

describe('after `destroy`', () => {
  test('a loop over a group that is done ends, and asks for nothing', async () => {
    const images = preloader();
    const list = pictures(2, { cache: 'no-store' });
    const gallery = images.preload(...urls(list));
    await gallery.done;
    images.destroy();
    expect(await listOf(gallery)).toEqual([]);
    expect(images.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
    expect(await hitsOf(list)).toEqual([1, 1]);
  });

  test('a loop that waits for an image ends', async () => {
    const images = preloader();
    const one = picture({ gate: 'body' });
    const seen = listOf(images.preload(one.url));
    await one.seen({ requests: 1 });
    images.destroy();
    expect(await seen).toEqual([]);
  });

  test('a loop that waits for an image once more ends', async () => {
    const images = preloader({ maxHeld: 0 });
    const one = picture();
    const gallery = images.preload(one.url);
    await gallery.done;
    images.pause();
    const seen = listOf(gallery);
    await turns();
    expect(images.stats()).toMatchObject({ waiting: 1 });
    images.destroy();
    expect(await seen).toEqual([]);
  });

  test('nothing is loaded whatever is called', async () => {
    const images = preloader();
    images.destroy();
    const one = picture();
    images.resume();
    images.clear();
    expect(await images.replace([one.url]).done).toMatchObject({ aborted: 1 });
    expect(await listOf(images.preload(one.url))).toEqual([]);
    await expect(images.load(one.url)).rejects.toMatchObject({
      name: 'AbortError',
      message: 'This preloader was destroyed.',
    });
    images.destroy();
    document.dispatchEvent(new Event('visibilitychange'));
    await turns();
    expect(await one.hits()).toBe(0);
  });

  test('nothing starts when the page becomes idle', async () => {
    const idle: (() => void)[] = [];
    vi.stubGlobal('requestIdleCallback', (callback: () => void) => idle.push(callback));
    const images = createPreloader();
    const one = picture();
    images.preload(one.url);
    images.destroy();
    for (const callback of idle) callback();
    await turns();
    expect(await one.hits()).toBe(0);
  });

  test('no timer and no listener is left', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
    const added = vi.spyOn(globalThis, 'addEventListener');
    try {
      const images = createPreloader();
      images.preload(picture().url);
      images.destroy();
      expect(vi.getTimerCount()).toBe(0);
      const signals = added.mock.calls.map(([, , options]) => Object(options).signal as AbortSignal);
      expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a load that was forgotten rejects too, and its request ends', async () => {
    const images = preloader();
    const one = picture({ gate: 'body' });
    const load = images.load(one.url);
    await one.seen({ requests: 1 });
    images.forget(one.url);
    images.destroy();
    await expect(load).rejects.toMatchObject({ name: 'AbortError' });
    expect(images.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
    await ended(one);
  });

  test('its images are aborted, not failed', async () => {
    const images = preloader();
    const outcomes: unknown[] = [];
    images.addEventListener('settle', ({ detail }) => outcomes.push(detail.outcome));
    images.load(picture({ gate: 'body' }).url).catch(() => {});
    images.preload(picture().url);
    images.destroy();
    await turns();
    expect(outcomes).toEqual(['aborted', 'aborted']);
  });
});

describe('after `clear`', () => {
  test.skipIf(inWebKit)(
    'a blob is fetched again, and the browser answers an element from its memory',
    async () => {
      const images = preloader();
      const [blob, element] = pictures(2, { cache: 'no-store' });
      const sources = [{ src: blob?.url ?? '', as: asBlob() }, element?.url ?? ''] as const;
      await Promise.all([images.preload(sources[0]).done, images.preload(sources[1]).done]);
      images.clear();
      await images.load(sources[0]);
      await images.load(sources[1]);
      expect(await Promise.all([blob?.hits(), element?.hits()])).toEqual([2, 1]);
    },
  );

  test('a loop over a group from before ends, and asks for nothing', async () => {
    const images = preloader();
    const list = pictures(3);
    const gallery = images.preload(...urls(list));
    await gallery.done;
    const seen: HTMLImageElement[] = [];
    for await (const image of gallery) {
      seen.push(image);
      images.clear();
    }
    expect(seen).toHaveLength(1);
    await turns();
    expect(images.stats()).toEqual({ inFlight: 0, waiting: 0, held: 0, heldBytes: 0 });
    expect(await hitsOf(list)).toEqual([1, 1, 1]);
  });

  test('a loop that waits for an image once more ends', async () => {
    const images = preloader({ maxHeld: 0 });
    const one = picture();
    const gallery = images.preload(one.url);
    await gallery.done;
    images.pause();
    const seen = listOf(gallery);
    await turns();
    images.clear();
    expect(await seen).toEqual([]);
    expect(images.stats()).toMatchObject({ waiting: 0 });
  });

  test('a loop that waits for an image once more leaves no copy behind when a load gets that image', async () => {
    const images = preloader({ maxHeld: 0 });
    const arrivals: ((image: object) => void)[] = [];
    const made = new Set<object>();
    const make = () => {
      const image = {};
      made.add(image);
      return image;
    };
    const as: Kind<object> = {
      name: 'own',
      load: () => ({ result: new Promise<object>((resolve) => void arrivals.push(resolve)) }),
      copy: make,
      release: (image) => void made.delete(image),
    };
    const { url: src } = picture();
    const gallery = images.preload({ src, as });
    await turns();
    arrivals[0]?.(make());
    await gallery.done;
    images.pause();
    const seen = listOf(gallery);
    await turns();
    const load = images.load({ src, as });
    await turns();
    images.clear();
    expect(await seen).toEqual([]);
    arrivals[1]?.(make());
    const image = await load;
    await turns();
    expect([...made]).toEqual([image]);
    expect(made.has(image)).toBe(true);
  });

  test('a loop over an earlier group takes no image of a later group', async () => {
    const images = preloader();
    const { url } = picture();
    const before = images.preload(url);
    await before.done;
    images.clear();
    const later = images.preload(url);
    await later.done;
    expect(await listOf(before)).toEqual([]);
    expect(images.stats()).toMatchObject({ held: 1 });
    expect(await listOf(later)).toHaveLength(1);
  });

  test('an image that was in flight for a group counts as aborted, not as failed', async () => {
    const images = preloader();
    const one = picture({ gate: 'body' });
    const gallery = images.preload(one.url);
    await one.seen({ requests: 1 });
    images.clear();
    expect(await gallery.done).toMatchObject({ aborted: 1, failed: 0, done: 0 });
  });

  test('a later load sends a new request, while one from before goes on', async () => {
    const images = preloader();
    const one = picture({ gate: 'body' });
    const source = { src: one.url, as: asBlob() };
    const before = images.load(source);
    await one.seen({ requests: 1 });
    images.clear();
    const later = images.load(source);
    await one.seen({ requests: 2 });
    await one.open('body');
    expect((await before).size).toBe((await later).size);
  });

  test('the element of an image in flight asks for nothing more', async () => {
    const make = vi.spyOn(document, 'createElementNS');
    const images = preloader();
    const one = picture({ gate: 'body' });
    images.preload(one.url);
    await one.seen({ requests: 1 });
    images.clear();
    await turns();
    const made = make.mock.results.map(({ value }) => value as HTMLImageElement);
    expect(made.map((image) => image.getAttribute('src'))).toEqual(['']);
  });

  test('nothing is held of an image that a load goes on with', async () => {
    const images = preloader();
    const one = picture({ gate: 'body' });
    images.preload(one.url);
    await one.seen({ requests: 1 });
    const load = images.load(one.url);
    images.clear();
    await one.open('body');
    expect((await load).naturalWidth).toBe(8);
    expect(images.stats()).toEqual({ inFlight: 0, waiting: 0, held: 0, heldBytes: 0 });
  });

  test('a load that goes on keeps its image, which has no copy', async () => {
    const images = preloader();
    const arrival = deferred<object>();
    const release = vi.fn();
    const load = vi.fn(() => ({ result: arrival.promise, abort: () => {} }));
    const source = { src: picture().url, as: { name: 'own', load, release } satisfies Kind<object> };
    images.preload(source);
    await expect.poll(() => load.mock.calls.length).toBe(1);
    const image = images.load(source);
    images.clear();
    await turns();
    const arrived = {};
    arrival.resolve(arrived);
    expect(await image).toBe(arrived);
    await turns();
    expect(release).not.toHaveBeenCalled();
  });

  test('a preload of the same turn sends a new request', async () => {
    const images = preloader();
    const one = picture({ gate: 'body' });
    const source = { src: one.url, as: asBlob() };
    images.preload(source);
    await one.seen({ requests: 1 });
    images.clear();
    const gallery = images.preload(source);
    await one.seen({ requests: 2, aborted: 1 });
    await one.open('body');
    expect(await gallery.done).toMatchObject({ done: 1 });
  });

  test('new groups are loaded', async () => {
    const images = preloader();
    images.preload(picture({ gate: 'body' }).url);
    images.clear();
    const [one] = pictures(1);
    expect(await listOf(images.preload(one?.url ?? ''))).toHaveLength(1);
  });
});

describe('a loop', () => {
  test('A loop that waits for an image once more ends when its group is cancelled', async () => {
    const images = preloader({ maxHeld: 0 });
    const gallery = images.preload(...urls(pictures(2)));
    await gallery.done;
    images.pause();
    const seen = listOf(gallery);
    await turns();
    gallery.cancel();
    expect(await seen).toEqual([]);
    expect(images.stats()).toMatchObject({ waiting: 0 });
  });

  test('does not hang while the queue is paused: its images come after `resume()`', async () => {
    const images = preloader({ maxHeld: 1 });
    const gallery = images.preload(...urls(pictures(2)));
    await gallery.done;
    images.pause();
    const seen = listOf(gallery);
    await turns();
    images.resume();
    expect(await seen).toHaveLength(2);
  });
});

describe('forget', () => {
  test('closes images in flight to later callers, and callers that wait get theirs', async () => {
    const images = preloader();
    const one = picture({ gate: 'body', cache: 'no-store' });
    const first = images.load(one.url);
    await one.seen({ requests: 1 });
    images.forget();
    // Another element would join the first one's request in the browser, unless it has another mode.
    await one.open('body');
    expect((await first).naturalWidth).toBe(8);
    expect(await one.seen()).toMatchObject({ aborted: 0 });
  });

  test('holds no image that was in flight: the next user must not get it', async () => {
    const images = preloader();
    const one = picture({ gate: 'body' });
    const gallery = images.preload(one.url);
    await one.seen({ requests: 1 });
    images.forget();
    await one.open('body');
    expect(await gallery.done).toMatchObject({ done: 1 });
    expect(images.stats()).toMatchObject({ held: 0, heldBytes: 0 });
  });

  test('leaves an image that waits in the queue: a later caller shares its request', async () => {
    const images = preloader();
    const launches = vi.fn();
    images.addEventListener('launch', launches);
    const one = picture();
    images.pause();
    const gallery = images.preload(one.url);
    images.forget();
    const image = await images.load(one.url);
    images.resume();
    expect(image.naturalWidth).toBe(8);
    expect(await gallery.done).toMatchObject({ done: 1 });
    expect(launches).toHaveBeenCalledTimes(1);
  });

  test.each<[string, (url: string) => unknown]>([
    ['everything', () => undefined],
    ['a URL', (url) => `${url}#fragment`],
    ['a URL object', (url) => new URL(url)],
    ['a Request', (url) => new Request(url)],
    ['a function', (url) => (image: { url: string }) => image.url === url],
  ])('lets go of what is held: %s', async (what, target) => {
    const images = preloader();
    const list = pictures(2);
    const [one] = urls(list);
    await images.preload(...urls(list)).done;
    images.forget(target(one ?? '') as string);
    expect(images.stats().held).toBe(what === 'everything' ? 0 : 1);
    expect(images.preload(one ?? '').progress.left).toBe(1);
  });
});
