import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { cdp, server } from 'vitest/browser';
import { asBitmap, asBlob, type Group, type Preloader, watchImages } from '../../src/preload/index.ts';
import { loaded } from '../support/loaded.ts';
import { element, picture, pictures, preloader, urls } from '../support/preloading.ts';
import { turns } from '../support/turns.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

declare module 'vitest/browser' {
  interface CDPSession {
    send(method: 'HeapProfiler.collectGarbage'): Promise<void>;
  }
}

/** The images that are made from now on, for as long as they live. */
function countImages() {
  const made: WeakRef<HTMLImageElement>[] = [];
  const create = document.createElementNS.bind(document);
  // A spy would keep its return values.
  document.createElementNS = (namespace: string | null, name: string): never => {
    const node = create(namespace, name);
    if (node instanceof HTMLImageElement) made.push(new WeakRef(node));
    return node as never;
  };
  onTestFinished(() => void Reflect.deleteProperty(document, 'createElementNS'));
  return {
    made,
    async alive(): Promise<number> {
      let [least, same] = [Number.POSITIVE_INFINITY, 0];
      while (same < 3) {
        await turns();
        await cdp().send('HeapProfiler.collectGarbage');
        const now = made.filter((ref) => ref.deref()).length;
        same = now < least ? 0 : same + 1;
        least = Math.min(least, now);
      }
      return least;
    },
  };
}

// Only Chromium collects garbage when it is asked to.
const describeInChromium = describe.runIf(server.browser === 'chromium');

describeInChromium('a group that lives', () => {
  test('keeps no image alive beyond `maxHeld`', async () => {
    const images = preloader({ maxHeld: 5, lanes: 4 });
    const { alive, made } = countImages();
    const gallery = images.preload(...urls(pictures(60)));
    const other = images.preload(picture().url);
    await Promise.all([gallery.done, other.done]);
    expect(made.length).toBeGreaterThanOrEqual(61);
    expect(await alive()).toBe(5);
    expect(images.stats()).toMatchObject({ held: 5 });
    expect(gallery.progress.done).toBe(60);
  });

  test('keeps no image alive that it has handed over', async () => {
    const images = preloader();
    const { alive } = countImages();
    const gallery = images.preload(...urls(pictures(20)));
    // The last image lives as long as the loop does.
    const loop = async () => {
      for await (const _ of gallery);
    };
    await loop();
    expect(await alive()).toBe(0);
    expect(gallery.progress.done).toBe(20);
  });

  test('keeps no image alive that others were handed', async () => {
    const images = preloader();
    const { alive } = countImages();
    const list = pictures(5);
    const gallery = images.preload(...urls(list));
    await gallery.done;
    for (const { url } of list) await images.load(url);
    expect(await alive()).toBe(0);
    expect(gallery.progress.done).toBe(5);
  });
});

describeInChromium('a load that is aborted', () => {
  test.each(['headers', 'body'])('keeps no image alive, aborted before the %s', async (gate) => {
    const images = preloader();
    const { alive, made } = countImages();
    const list = pictures(5, { gate });
    for (const { url, seen } of list) {
      const leaving = new AbortController();
      const load = images.load(url, { signal: leaving.signal });
      await seen({ requests: 1 });
      leaving.abort();
      await expect(load).rejects.toThrow('abort');
    }
    expect(made).toHaveLength(5);
    expect(await alive()).toBe(0);
  });
});

describeInChromium('a shadow root that is watched until it is forgotten', () => {
  test('is not kept alive by the page when it was removed', async () => {
    const images = preloader();
    const show = async () => {
      const host = document.createElement('div');
      const root = host.attachShadow({ mode: 'open' });
      root.append(element({ 'data-src': picture().url }));
      document.body.append(host);
      watchImages(root, { images });
      await loaded(root.querySelector('img') as HTMLImageElement);
      host.remove();
      return new WeakRef(root);
    };
    const root = await show();
    await expect
      .poll(async () => {
        await turns();
        await cdp().send('HeapProfiler.collectGarbage');
        // The error of a try that fails would hold the root itself.
        return root.deref() === undefined;
      })
      .toBe(true);
  });
});

describe('an image larger than `maxHeldBytes`', () => {
  test('is not held, and those that are held stay', async () => {
    const images = preloader({ maxHeldBytes: 3 * 8 * 6 * 4 });
    const list = [...pictures(2), picture({ image: '64x64' }), picture()];
    const gallery = images.preload(...urls(list));
    expect((await gallery.done).done).toBe(4);
    await turns();
    expect(images.stats()).toMatchObject({ held: 3, heldBytes: 3 * 8 * 6 * 4 });
  });

  test('is handed to a load, and to a program that iterates', async () => {
    const images = preloader({ maxHeldBytes: 1 });
    const [one, two] = pictures(2);
    const gallery = images.preload(one?.url ?? '', two?.url ?? '');
    expect((await images.load(one?.url ?? '')).naturalWidth).toBe(8);
    let count = 0;
    for await (const image of gallery) count += image.naturalWidth;
    expect(count).toBe(16);
    expect(images.stats()).toMatchObject({ held: 0, heldBytes: 0 });
  });

  test('gives its memory back', async () => {
    const close = vi.spyOn(ImageBitmap.prototype, 'close');
    const images = preloader({ maxHeldBytes: 1 });
    await images.preload({ src: picture().url, as: asBitmap() }).done;
    await turns();
    expect(close).toHaveBeenCalledOnce();
  });
});

describe('what an image takes in memory', () => {
  test.each([
    ['2', '8px'],
    ['4', '4px'],
    ['0.04', '400px'],
  ])('counts its pixels, also for a candidate at %s pixels for each CSS pixel', async (_, sizes) => {
    const images = preloader();
    const large = picture({ image: '16x12' });
    await images.preload({ src: picture().url, srcset: `${large.url} 16w`, sizes }).done;
    expect(images.stats().heldBytes).toBe(16 * 12 * 4);
    expect(await large.hits()).toBe(1);
  });

  test('asks for nothing once more where scripts may read the image', async () => {
    const images = preloader();
    const large = picture({ image: '16x12' });
    const source = { src: picture().url, srcset: `${large.url} 16w`, sizes: '8px', crossOrigin: 'anonymous' };
    await images.preload(source).done;
    expect(images.stats().heldBytes).toBe(16 * 12 * 4);
    expect(await large.hits()).toBe(1);
  });
});

describe('an image that two want as Blob', () => {
  const blob = (url: string) => ({ src: url, as: asBlob() });

  test('is one request for two groups', async () => {
    const images = preloader();
    const one = picture();
    const groups = [images.preload(blob(one.url)), images.preload(blob(one.url))];
    await Promise.all(groups.map(({ done }) => done));
    const blobs: Blob[] = [];
    for (const group of groups) for await (const one of group) blobs.push(one);
    expect(blobs).toHaveLength(2);
    expect(images.stats()).toMatchObject({ held: 0 });
    expect(await one.hits()).toBe(1);
  });

  test('is one request for a group that comes when it is held already', async () => {
    const images = preloader();
    const one = picture();
    const first = images.preload(blob(one.url));
    await first.done;
    const second = images.preload(blob(one.url));
    let count = 0;
    for (const group of [second, first]) for await (const one of group) count += one.size ? 1 : 0;
    expect(count).toBe(2);
    expect(await one.hits()).toBe(1);
  });

  test.each<[string, (images: Preloader, group: Group<Blob>) => void]>([
    ['cancelled', (_, group) => group.cancel()],
    ['replaced', (images) => images.replace([])],
  ])('is not held for a group that was %s', async (_, end) => {
    const images = preloader({ lanes: 2 });
    const [one, later] = [picture(), picture({ gate: 'body' })];
    const group = images.preload(blob(one.url), blob(later.url));
    await expect.poll(() => group.progress.done).toBe(1);
    end(images, group);
    let count = 0;
    for await (const { size } of images.preload(blob(one.url))) count += size ? 1 : 0;
    expect(count).toBe(1);
    expect(images.stats()).toMatchObject({ held: 0, heldBytes: 0 });
    expect(await one.hits()).toBe(1);
  });

  test.each(['load, group', 'group, load'])('is one request for a load and a group: %s', async (order) => {
    const images = preloader();
    const one = picture({ gate: 'body' });
    const load = order.startsWith('load') && images.load(blob(one.url));
    const group = images.preload(blob(one.url));
    const later = load || images.load(blob(one.url));
    await one.open('body');
    expect((await later).size).toBeGreaterThan(0);
    let count = 0;
    for await (const one of group) count += one.size ? 1 : 0;
    expect(count).toBe(1);
    expect(await one.hits()).toBe(1);
  });

  test('is one request for a group that is being iterated and a load that comes first', async () => {
    const images = preloader();
    const [one, two] = [picture({ gate: 'body' }), picture()];
    const group = images.preload({ ...blob(one.url), priority: -1 }, blob(two.url));
    const seen = (async () => {
      const blobs: Blob[] = [];
      for await (const one of group) blobs.push(one);
      return blobs;
    })();
    await one.seen({ requests: 1 });
    expect((await images.load(blob(two.url))).size).toBeGreaterThan(0);
    await one.open('body');
    expect(await seen).toHaveLength(2);
    expect(await two.hits()).toBe(1);
    expect(images.stats()).toMatchObject({ held: 0 });
  });
});

describe('an image that is loaded by two different fetches', () => {
  const as = (user: string, seen: string[]) => {
    const fetching: typeof fetch = (input, init) => {
      seen.push(user);
      return fetch(input, { ...init, headers: { authorization: user } });
    };
    return fetching;
  };

  test.each([
    ['asBlob', asBlob],
    ['asBitmap', asBitmap],
  ] as const)('is two images: one user’s is never handed to another (%s)', async (_, kind) => {
    const images = preloader();
    const seen: string[] = [];
    const [a, b] = [as('a', seen), as('b', seen)];
    const one = picture();
    await images.preload<Blob | ImageBitmap>({ src: one.url, as: kind({ fetch: a }) }).done;
    await images.load<Blob | ImageBitmap>({ src: one.url, as: kind({ fetch: b }) });
    expect(seen).toEqual(['a', 'b']);
    // The same one is the same, however often it is named.
    await images.load<Blob | ImageBitmap>({ src: one.url, as: kind({ fetch: a }) });
    expect(seen).toEqual(['a', 'b']);
    const { requests } = await one.seen();
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['a', 'b']);
  });

  test('is two images also where one is the global fetch', async () => {
    const images = preloader();
    const one = picture();
    const a = as('a', []);
    const group = images.preload({ src: one.url, as: asBlob() }, { src: one.url, as: asBlob({ fetch: a }) });
    expect((await group.done).total).toBe(2);
    expect(await one.hits()).toBe(2);
  });
});
