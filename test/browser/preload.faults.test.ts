import { afterEach, describe, expect, test, vi } from 'vitest';
import { inWebKit } from '../support/in-webkit.ts';
import { ended, hideTab, hitsOf, picture, preloader, urls } from '../support/preloading.ts';
import { resource } from '../support/resource.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Images in which something is wrong; each fails, and none takes the queue with it. */
const faults: Record<string, () => { url: string }> = {
  'a 404': () => resource({ status: 404 }),
  'a 500': () => resource({ status: 500 }),
  'a connection that breaks before the headers': () => resource({ reset: 'headers' }),
  'a body that breaks off': () => picture({ image: '64x64', length: 1, chunk: 6000, reset: 'body' }),
  'a body that is no image': () => resource({ type: 'image/png', body: 'no image' }),
  'an empty body': () => resource({ type: 'image/png', body: '' }),
  'a server that is not there': () => ({ url: 'http://127.0.0.1:1/1.png' }),
};

describe.each(Object.entries(faults))('%s', (_, faulty) => {
  test('fails its image, and the queue goes on', async () => {
    const images = preloader();
    const [before, after] = [picture(), picture()];
    const gallery = images.preload(before.url, faulty().url, after.url);
    expect(await gallery.done).toMatchObject({ done: 2, failed: 1, left: 0 });
    expect(await hitsOf([before, after])).toEqual([1, 1]);
  });

  test('rejects a load with an error that names it, and the next load sends a new request', async () => {
    const images = preloader();
    const { url } = faulty();
    await expect(images.load(url)).rejects.toThrow(`GET ${url} failed.`);
    await expect(images.load(url)).rejects.toThrow(`GET ${url} failed.`);
    expect(images.stats()).toEqual({ inFlight: 0, waiting: 0, held: 0, heldBytes: 0 });
  });
});

describe('a server that never answers', () => {
  test('is waited for until the timeout, and the queue goes on', async () => {
    const images = preloader({ loadTimeout: 1000 });
    const [silent, after] = [picture({ gate: 'headers' }), picture()];
    const gallery = images.preload(silent.url, after.url);
    expect(await gallery.done).toMatchObject({ done: 1, failed: 1 });
    await ended(silent);
  });

  test('rejects a load with a TimeoutError', async () => {
    const one = picture({ gate: 'body' });
    const load = preloader({ loadTimeout: 1 }).load(one.url);
    await expect(load).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  test.skipIf(inWebKit)('has its whole time again after each stepping aside', async () => {
    const timeouts: AbortController[] = [];
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const timeout = new AbortController();
      timeouts.push(timeout);
      return timeout.signal;
    });
    const images = preloader();
    const one = picture({ gate: 'body' });
    const gallery = images.preload(one.url);
    await one.seen({ requests: 1 });
    await images.load(picture().url);
    await one.seen({ requests: 2 });
    timeouts[0]?.abort();
    await one.open('body');
    expect((await gallery.done).done).toBe(1);
  });

  test('may be waited for as long as timers can', async () => {
    const images = preloader({ loadTimeout: 2 ** 31 - 1 });
    const one = picture({ gate: 'body' });
    const load = images.load(one.url);
    await one.seen({ requests: 1 });
    await one.open('body');
    expect((await load).naturalWidth).toBe(8);
  });
});

describe('a decode', () => {
  test('A decode that never answers holds its image for a limited time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const decode = vi.spyOn(HTMLImageElement.prototype, 'decode').mockReturnValue(new Promise(() => {}));
      const load = preloader().load(picture().url);
      await expect.poll(() => decode.mock.calls.length).toBeTruthy();
      await vi.advanceTimersByTimeAsync(3000);
      expect((await load).naturalWidth).toBe(8);
    } finally {
      vi.useRealTimers();
    }
  });

  test('A decode that fails for an image that can be shown is no failure', async () => {
    vi.spyOn(HTMLImageElement.prototype, 'decode').mockRejectedValue(new DOMException('', 'EncodingError'));
    expect((await preloader().load(picture().url)).naturalWidth).toBe(8);
  });

  test('A decode that fails for an image that cannot be shown is a failure', async () => {
    const error = new DOMException('', 'EncodingError');
    vi.spyOn(HTMLImageElement.prototype, 'decode').mockRejectedValue(error);
    vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(0);
    await expect(preloader().load(picture().url)).rejects.toBe(error);
  });

  test('is not waited for in a hidden tab', async () => {
    hideTab(true);
    const decode = vi.spyOn(HTMLImageElement.prototype, 'decode');
    expect((await preloader().load(picture().url)).naturalWidth).toBe(8);
    expect(decode).not.toHaveBeenCalled();
  });

  /** Two loads of one image, whose address a `fetch` requests meanwhile. So Chromium forgets the image of the element. */
  async function requestedMeanwhile() {
    const images = preloader();
    const one = picture({ gate: 'body' });
    const loads = Promise.all([images.load(one.url), images.load(one.url)]);
    await one.seen({ requests: 1 });
    const other = fetch(one.url).then((response) => response.blob());
    await one.seen({ requests: 2 });
    return { one, loads, other };
  }

  test('A decode is waited for longer where the browser loads the image of a copy once more', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const decode = vi.spyOn(HTMLImageElement.prototype, 'decode');
      const { one, loads, other } = await requestedMeanwhile();
      await one.open('body1', 'body2');
      await expect.poll(() => decode.mock.calls.length).toBe(2);
      await vi.advanceTimersByTimeAsync(3000);
      await one.open('body');
      expect((await loads).map(({ naturalWidth }) => naturalWidth)).toEqual([8, 8]);
      await other;
    } finally {
      vi.useRealTimers();
    }
  });

  test('A decode is waited for in a hidden tab where the browser loads the image of a copy once more', async () => {
    hideTab(true);
    const { one, loads, other } = await requestedMeanwhile();
    await one.open('body');
    expect((await loads).map(({ naturalWidth }) => naturalWidth)).toEqual([8, 8]);
    await other;
  });

  test('does not keep its position when it is aborted meanwhile', async () => {
    const decode = vi.spyOn(HTMLImageElement.prototype, 'decode').mockReturnValue(new Promise(() => {}));
    const images = preloader();
    const gallery = images.preload(picture().url);
    await expect.poll(() => decode.mock.calls.length).toBeTruthy();
    gallery.cancel();
    expect(await gallery.done).toMatchObject({ aborted: 1 });
    expect(images.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
  });
});

describe('three hundred images of which every third fails', () => {
  test('all settle, and none is loaded twice', async () => {
    const images = preloader({ lanes: 4, maxHeld: 300 });
    const list = Array.from({ length: 300 }, (_, at) => (at % 3 ? picture() : resource({ status: 404 })));
    const gallery = images.preload(...urls(list));
    const clicks = [297, 200, 3].map((at) => images.load(list[at]?.url ?? ''));
    const clicked = await Promise.allSettled(clicks);
    expect(clicked.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
    expect(await gallery.done).toMatchObject({ total: 300, done: 200, failed: 100, left: 0 });
    expect(images.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
    expect(new Set(await hitsOf(list))).toEqual(new Set([1]));
  });
});
