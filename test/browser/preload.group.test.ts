import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Group } from '../../src/preload/index.ts';
import { inWebKit } from '../support/in-webkit.ts';
import { ended, hitsOf, picture, pictures, preloader, urls } from '../support/preloading.ts';
import { resource } from '../support/resource.ts';
import { turns } from '../support/turns.ts';

const none = { done: 0, failed: 0, aborted: 0, left: 0 };

describe('a group', () => {
  test('counts the images that are done, failed and left, and the bytes', async () => {
    const images = preloader();
    const [good, bad, gated] = [picture({ length: 1 }), resource({ status: 404 }), picture({ gate: 'body' })];
    // Firefox reports the size only of responses that the page may read.
    const readable = { src: good.url, crossOrigin: 'anonymous' };
    const gallery = images.preload(readable, bad.url, gated.url);
    expect(gallery.progress).toMatchObject({ ...none, total: 3, left: 3 });
    // The lane is free as soon as an image has arrived, and the image is done when it is decoded.
    const progress = { ...none, total: 3, done: 1, failed: 1, left: 1 };
    await expect.poll(() => gallery.progress).toMatchObject(progress);
    expect(await gated.seen({ requests: 1 })).toMatchObject({ aborted: 0 });
    // WebKit does not say how many they were.
    if (!inWebKit) expect(gallery.progress.bytes).toBeGreaterThan(8 * 6 * 3);
    await gated.open('body');
    expect(await gallery.done).toMatchObject({ ...none, total: 3, done: 2, failed: 1 });
  });

  test('fires an event for each image', async () => {
    const gallery = preloader().preload(...urls(pictures(2)));
    const seen: number[] = [];
    gallery.addEventListener('progress', () => seen.push(gallery.progress.left));
    await gallery.done;
    expect(seen).toEqual([1, 0]);
  });

  test('A group of nothing is done', async () => {
    expect(await preloader().preload().done).toMatchObject({ ...none, total: 0 });
  });

  test('wants an image once that is listed twice', async () => {
    const images = preloader();
    const one = picture();
    expect(await images.preload(one.url, one.url).done).toMatchObject({ total: 1, done: 1 });
    expect(await one.hits()).toBe(1);
  });

  test('loads nothing when its images are held', async () => {
    const images = preloader();
    const list = pictures(2);
    await images.preload(...urls(list)).done;
    expect(await images.preload(...urls(list)).done).toMatchObject({ done: 2 });
    expect(await hitsOf(list)).toEqual([1, 1]);
  });

  test('shares the load with another group', async () => {
    const images = preloader();
    const one = picture({ gate: 'body' });
    const [first, second] = [images.preload(one.url), images.preload(one.url)];
    await one.open('body');
    expect(await Promise.all([first.done, second.done])).toMatchObject([{ done: 1 }, { done: 1 }]);
    expect(await one.hits()).toBe(1);
  });
});

describe('iterating', () => {
  test('hands over decoded elements in the order of the list', async () => {
    const images = preloader();
    const list = [picture(), picture({ image: '3x2' })];
    const gallery = images.preload(...urls(list));
    await images.load(list[1]?.url ?? '');
    const seen: string[] = [];
    for await (const image of gallery) seen.push(`${image.naturalWidth}x${image.naturalHeight}`);
    expect(seen).toEqual(['8x6', '3x2']);
  });

  test('leaves out images that failed or were aborted', async () => {
    const images = preloader();
    const list = [picture({ image: '1x1' }), resource({ status: 500 }), picture({ image: '2x1' })];
    const gallery = images.preload(...urls(list), picture().url);
    const seen: number[] = [];
    for await (const image of gallery) {
      if (seen.push(image.naturalWidth) === 2) gallery.cancel();
    }
    expect(seen).toEqual([1, 2]);
  });

  test('loads an image again that is no longer held', async () => {
    const images = preloader({ maxHeld: 1 });
    const list = pictures(3);
    const gallery = images.preload(...urls(list));
    await gallery.done;
    expect(images.stats().held).toBe(1);
    let count = 0;
    for await (const image of gallery) count += image.naturalWidth;
    expect(count).toBe(24);
  });

  test('loads an image again before those that come after it in the list', async () => {
    const images = preloader({ maxHeld: 1 });
    const slow = picture({ gate: 'body' });
    const list = [...urls(pictures(3)), slow.url, picture().url];
    const launched: string[] = [];
    images.addEventListener('launch', ({ detail }) => launched.push(detail.url));
    const shown: string[] = [];
    /** Resolves when the second image waits again, beside the last one. */
    const waits = async () => {
      while (images.stats().waiting < 2) await new Promise(requestAnimationFrame);
      await slow.open('body');
    };
    let opened: Promise<void> | undefined;
    for await (const { src } of images.preload(...list)) {
      // By now, the third image is held in place of the second one.
      if (shown.push(src) === 1) await slow.seen({ requests: 1 });
      opened ??= waits();
    }
    await opened;
    expect(shown).toEqual(list);
    expect(launched[4]).toBe(list[1]);
  });

  test('a second time while a loop is under way rejects, and the first loop gets all images', async () => {
    const images = preloader();
    const gallery = images.preload(...urls(pictures(2)));
    const first: unknown[] = [];
    for await (const image of gallery) {
      first.push(image);
      await expect(gallery[Symbol.asyncIterator]().next()).rejects.toThrow(
        new TypeError('A loop over this group is under way. Call `preload` again for a second loop.'),
      );
    }
    expect(first).toHaveLength(2);
    expect(await gallery[Symbol.asyncIterator]().next()).toMatchObject({ done: false });
  });

  test('may end early', async () => {
    const images = preloader();
    const gallery = images.preload(...urls(pictures(2)));
    for await (const _ of gallery) break;
    expect((await gallery.done).done).toBe(2);
  });

  test('An error that is thrown into a loop ends it: the images stay for another loop', async () => {
    const group = preloader().preload(...urls(pictures(2)));
    async function* passOn() {
      yield* group;
    }
    const loop = passOn();
    await loop.next();
    const error = new Error('thrown');
    await expect(loop.throw(error)).rejects.toBe(error);
    let count = 0;
    for await (const image of group) count += image.naturalWidth;
    expect(count).toBe(16);
  });
});

describe('cancel', () => {
  test('aborts all images of a group, also those in flight', async () => {
    const images = preloader();
    const list = pictures(3, { gate: 'body' });
    const gallery = images.preload(...urls(list));
    await list[0]?.seen({ requests: 1 });
    gallery.cancel();
    expect(await gallery.done).toMatchObject({ ...none, aborted: 3 });
    await ended(list[0]);
    expect(images.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
  });

  test('`cancel` of a group starts none of its images that wait', async () => {
    const images = preloader();
    const launched: string[] = [];
    images.addEventListener('launch', ({ detail }) => void launched.push(detail.url));
    const list = pictures(3, { gate: 'body' });
    const gallery = images.preload(...urls(list));
    await list[0]?.seen({ requests: 1 });
    gallery.cancel();
    await turns();
    expect(launched).toEqual([list[0]?.url]);
  });

  test('`cancel` of a group in the turn in which it was made sends nothing', async () => {
    const images = preloader();
    const launch = vi.fn();
    // The page has been idle.
    await images.preload(picture().url).done;
    images.addEventListener('launch', launch);
    images.preload(...urls(pictures(3))).cancel();
    await turns();
    expect(launch).not.toHaveBeenCalled();
  });

  test('`cancel` of a group by a listener to the launch of its first image sends no other, however many lanes there are', async () => {
    const images = preloader({ lanes: 3 });
    const launched: string[] = [];
    images.addEventListener('launch', ({ detail }) => {
      launched.push(detail.url);
      group.cancel();
    });
    const list = pictures(3);
    const group = images.preload(...urls(list));
    await group.done;
    await turns();
    expect(launched).toEqual([list[0]?.url]);
  });

  test('`cancel` also aborts the request of a candidate of a srcset', async () => {
    const images = preloader();
    const [plain, chosen] = [picture(), picture({ gate: 'body' })];
    const gallery = images.preload({ src: plain.url, srcset: `${chosen.url} 1x, ${chosen.url} 2x` });
    await chosen.seen({ requests: 1 });
    gallery.cancel();
    await ended(chosen);
    expect(await plain.hits()).toBe(0);
  });

  test('aborts one image', async () => {
    const images = preloader();
    const list = pictures(3);
    const gallery = images.preload(...urls(list));
    gallery.cancel(list[1]?.url ?? '');
    expect(await gallery.done).toMatchObject({ ...none, done: 2, aborted: 1 });
    expect(await hitsOf(list)).toEqual([1, 0, 1]);
  });

  test('`cancel` of an image that the group does not want changes nothing', async () => {
    const one = picture();
    const gallery = preloader().preload(one.url);
    gallery.cancel(picture().url);
    expect(await gallery.done).toMatchObject({ ...none, done: 1 });
  });

  test('does not abort an image that another caller wants', async () => {
    const images = preloader();
    const one = picture({ gate: 'body' });
    const [first, second] = [images.preload(one.url), images.preload(one.url)];
    await one.seen({ requests: 1 });
    first.cancel();
    await one.open('body');
    expect(await second.done).toMatchObject({ done: 1 });
    expect(await one.seen()).toMatchObject({ aborted: 0, finished: 1 });
  });

  test('does not change images that are done', async () => {
    const images = preloader();
    const one = picture();
    const gallery = images.preload(one.url);
    await gallery.done;
    gallery.cancel();
    expect(gallery.progress).toMatchObject({ ...none, done: 1 });
    expect(images.stats().held).toBe(1);
  });

  test('`cancel` of an image that is held gives it up: another group gets the image itself, not a copy', async () => {
    const images = preloader();
    const one = picture();
    const gallery = images.preload(one.url);
    await gallery.done;
    gallery.cancel();
    const copy = vi.spyOn(HTMLImageElement.prototype, 'cloneNode');
    onTestFinished(() => copy.mockRestore());
    for await (const image of images.preload(one.url)) expect(image.src).toBe(one.url);
    expect(copy).not.toHaveBeenCalled();
    expect(images.stats()).toMatchObject({ held: 0 });
    expect(await one.hits()).toBe(1);
  });
});

describe('replace', () => {
  test('drops images that waited, keeps those in flight, and takes the new order', async () => {
    const images = preloader();
    const [flying, stale, kept, fresh] = pictures(4, { gate: 'body' });
    const order: string[] = [];
    images.addEventListener('launch', (event) => order.push(event.detail.url));
    const old = images.preload(...urls([flying, stale, kept].filter((one) => one !== undefined)));
    await flying?.seen({ requests: 1 });
    const list = urls([fresh, kept].filter((one) => one !== undefined));
    const gallery = images.replace(list);
    for (const one of [flying, fresh, kept]) await one?.open('body');
    expect(await old.done).toMatchObject({ ...none, done: 1, aborted: 2 });
    expect(await gallery.done).toMatchObject({ ...none, done: 2 });
    expect(order).toEqual([flying?.url, ...list]);
    expect(await stale?.hits()).toBe(0);
  });

  test('drops an image that waits for two groups', async () => {
    const images = preloader();
    const [flying, waiting] = [picture({ gate: 'body' }), picture()];
    const groups = [images.preload(flying.url, waiting.url), images.preload(waiting.url)];
    await flying.seen({ requests: 1 });
    images.replace([]);
    await flying.open('body');
    expect((await Promise.all(groups.map(({ done }) => done))).map(({ aborted }) => aborted)).toEqual([1, 1]);
    expect(await waiting.hits()).toBe(0);
  });

  test('keeps the groups that a listener starts while it drops others', async () => {
    const images = preloader();
    images.pause();
    const [stale, next] = pictures(2);
    const started: Group[] = [];
    const startNext = () => {
      // Without an end, each of them would be dropped and would start another one.
      if (started.length > 9) return;
      const group = images.preload(next?.url ?? '');
      group.addEventListener('progress', startNext);
      started.push(group);
    };
    images.preload(stale?.url ?? '').addEventListener('progress', startNext);
    images.replace([]);
    images.resume();
    expect(started).toHaveLength(1);
    expect(await started[0]?.done).toMatchObject({ ...none, done: 1 });
  });

  test('takes nothing from a group that is done', async () => {
    const images = preloader();
    const gallery = images.preload(...urls(pictures(2)));
    await gallery.done;
    images.replace([]);
    let count = 0;
    for await (const image of gallery) count += image.naturalWidth;
    expect(count).toBe(16);
  });

  test('leaves all as it is where the new list is wrong', async () => {
    const images = preloader();
    const gallery = images.preload(...urls(pictures(2)));
    expect(() => images.replace([''])).toThrow(TypeError);
    expect(await gallery.done).toMatchObject({ done: 2 });
  });
});

describe('prioritize', () => {
  test('puts the images of a group that wait behind others, also when some are done', async () => {
    const images = preloader();
    const [first, flying, last, other] = [
      picture(),
      picture({ gate: 'body' }),
      picture(),
      picture({ gate: 'body' }),
    ];
    const gallery = images.preload(first.url, flying.url, last.url);
    images.preload(other.url);
    await expect.poll(() => gallery.progress.done).toBe(1);
    await flying.seen({ requests: 1 });
    gallery.prioritize(-1);
    await flying.open('body');
    await other.seen({ requests: 1 });
    expect(await last.hits()).toBe(0);
  });
});

describe('pause and resume', () => {
  test('hold images that wait, not those in flight, and never a load', async () => {
    const images = preloader();
    const [one, two] = [picture({ gate: 'body' }), picture()];
    const gallery = images.preload(one.url, two.url);
    await one.seen({ requests: 1 });
    images.pause();
    await one.open('body');
    await expect.poll(() => gallery.progress.done).toBe(1);
    expect((await images.load(picture().url)).naturalWidth).toBe(8);
    await turns();
    expect(images.stats()).toMatchObject({ inFlight: 0, waiting: 1 });
    images.resume();
    expect((await gallery.done).done).toBe(2);
  });
});

describe('clear', () => {
  test('drops an image that waits for two groups', async () => {
    const images = preloader();
    const [flying, waiting] = [picture({ gate: 'body' }), picture()];
    const groups = [images.preload(flying.url, waiting.url), images.preload(waiting.url)];
    await flying.seen({ requests: 1 });
    images.clear();
    await flying.open('body');
    expect((await Promise.all(groups.map(({ done }) => done))).map(({ aborted }) => aborted)).toEqual([2, 1]);
    expect(await waiting.hits()).toBe(0);
  });

  test('drops all preloads and all held images, but no load', async () => {
    const images = preloader();
    const [held, flying, wanted] = [picture(), picture({ gate: 'body' }), picture({ gate: 'body' })];
    await images.preload(held.url).done;
    const gallery = images.preload(flying.url, picture().url);
    await flying.seen({ requests: 1 });
    const image = images.load(wanted.url);
    images.clear();
    expect(await gallery.done).toMatchObject({ ...none, aborted: 2 });
    expect(images.stats()).toMatchObject({ inFlight: 1, waiting: 0, held: 0, heldBytes: 0 });
    await wanted.open('body');
    expect((await image).naturalWidth).toBe(8);
  });
});

describe('destroy', () => {
  test('settles everything, and nothing is loaded any more', async () => {
    const images = preloader();
    const [flying, wanted] = pictures(2, { gate: 'body' });
    const gallery = images.preload(flying?.url ?? '', picture().url);
    await flying?.seen({ requests: 1 });
    const image = images.load(wanted?.url ?? '');
    images.destroy();
    expect(await gallery.done).toMatchObject({ ...none, aborted: 2 });
    await expect(image).rejects.toMatchObject({ name: 'AbortError' });
    await expect(images.load(picture().url)).rejects.toMatchObject({ name: 'AbortError' });
    expect(await images.preload(picture().url).done).toMatchObject({ ...none, aborted: 1 });
    expect(images.stats()).toEqual({ inFlight: 0, waiting: 0, held: 0, heldBytes: 0 });
  });
});

describe('events', () => {
  test('are fired for each start and each end', async () => {
    const images = preloader();
    const [one, two, bad] = [picture({ gate: 'body' }), picture(), resource({ status: 404 })];
    const launched: unknown[] = [];
    const settled: unknown[] = [];
    images.addEventListener('launch', ({ detail }) => launched.push([detail.url, detail.urgent]));
    images.addEventListener('settle', ({ detail }) => settled.push([detail.url, detail.outcome]));
    const gallery = images.preload(one.url, bad.url);
    await one.seen({ requests: 1 });
    await images.load(two.url);
    await one.open('body');
    await gallery.done;
    expect(launched).toEqual([
      [one.url, false],
      [two.url, true],
      [one.url, false],
      [bad.url, false],
    ]);
    // The next image is asked for while this one is decoded.
    expect(settled[0]).toEqual([two.url, 'done']);
    expect(settled.slice(1)).toEqual(
      expect.arrayContaining([
        [one.url, 'done'],
        [bad.url, 'failed'],
      ]),
    );
    expect(settled).toHaveLength(3);
  });

  test('say what was aborted, and why an image failed', async () => {
    const images = preloader();
    const details: unknown[] = [];
    images.addEventListener('settle', ({ detail }) => details.push(detail));
    const bad = resource({ status: 404 });
    const gallery = images.preload(bad.url, picture({ gate: 'body' }).url);
    await new Promise((resolve) => gallery.addEventListener('progress', resolve));
    gallery.cancel();
    await gallery.done;
    await turns();
    expect(details).toMatchObject([
      { url: bad.url, outcome: 'failed', error: { message: `GET ${bad.url} failed.` } },
      { outcome: 'aborted' },
    ]);
  });
});
