// A test runner may simulate a document and nothing else of a browser.

import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  type Attributes,
  createPreloader,
  type Group,
  type ImageSource,
  type Preloader,
} from '../../src/preload/index.ts';
import { deferred } from '../support/deferred.ts';
import { soFar } from '../support/reading.ts';
import { turns } from '../support/turns.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each(['complete', 'loading'])(
  'A preloader is made where a document that is %s has no window and no navigator',
  async (readyState) => {
    const document = Object.assign(new EventTarget(), { readyState, baseURI: 'http://x/' });
    vi.stubGlobal('document', document);
    vi.stubGlobal('navigator', undefined);
    expect(globalThis.addEventListener).toBeUndefined();
    const images = createPreloader({ idleTimeout: 0 });
    const as = { name: 'own', load: () => ({ result: Promise.resolve('loaded') }) };
    const group = images.preload({ src: '1.jpg', as });
    expect(await group.done).toMatchObject({ done: 1 });
    images.destroy();
  },
);

test('nothing of a preloader is left in its document and its window after `destroy()`', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const document = Object.assign(new EventTarget(), { readyState: 'loading', baseURI: 'http://x/' });
  const [window, connection] = [new EventTarget(), new EventTarget()];
  vi.stubGlobal('document', document);
  vi.stubGlobal('navigator', { connection });
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  const left = () => [
    getEventListeners(document, 'visibilitychange').length,
    getEventListeners(window, 'load').length,
    getEventListeners(connection, 'change').length,
    vi.getTimerCount(),
  ];
  const images = createPreloader();
  expect(left()).toEqual([1, 1, 1, 1]);
  images.destroy();
  expect(left()).toEqual([0, 0, 0, 0]);
});

describe('an own kind of image', () => {
  /** A preloader in a simulated document, and a kind whose images come when the test says so. */
  function own() {
    const document = Object.assign(new EventTarget(), { readyState: 'complete', baseURI: 'http://x/' });
    vi.stubGlobal('document', document);
    const images = createPreloader({ idleTimeout: 0 });
    onTestFinished(() => images.destroy());
    const arrival = deferred<string>();
    const release = vi.fn();
    const load = vi.fn(() => ({ result: arrival.promise }));
    return { images, arrival, release, source: { src: '1.jpg', as: { name: 'own', load, release } } };
  }

  test('reaches a loop, and ends its group, although a listener stops each `progress` event', async () => {
    const { images, arrival, source } = own();
    const group = images.preload(source, { ...source, src: '2.jpg' }, { ...source, src: '3.jpg' });
    const loop = (async () => {
      const loaded: string[] = [];
      for await (const image of group) loaded.push(image);
      return loaded;
    })();
    group.addEventListener('progress', (event) => event.stopImmediatePropagation());
    arrival.resolve('loaded');
    await expect.poll(() => group.progress.left).toBe(0);
    expect(await soFar(group.done)).toMatchObject({ done: 3 });
    expect(await soFar(loop)).toEqual(['loaded', 'loaded', 'loaded']);
  });

  test('is held for its group, and released by `forget()`', async () => {
    const { images, arrival, release, source } = own();
    const group = images.preload(source);
    arrival.resolve('loaded');
    expect(await group.done).toMatchObject({ done: 1 });
    expect([images.stats().held, release.mock.calls]).toEqual([1, []]);
    images.forget();
    await turns();
    expect([images.stats().held, release.mock.calls]).toEqual([0, [['loaded']]]);
  });

  test('is released when it comes after `forget()`, because no one can get it', async () => {
    const { images, arrival, release, source } = own();
    const group = images.preload(source);
    await expect.poll(() => images.stats().inFlight).toBe(1);
    images.forget();
    arrival.resolve('loaded');
    expect(await group.done).toMatchObject({ done: 1 });
    await turns();
    expect([images.stats().held, release.mock.calls]).toEqual([0, [['loaded']]]);
  });

  test.each([0, 1, 2, 3, 4, 5, 6])(
    'has one owner when its group is cancelled %d microtasks after it has arrived',
    async (count) => {
      const { images, arrival, release, source } = own();
      const group = images.preload(source);
      await turns();
      arrival.resolve('loaded');
      for (let passed = 0; passed < count; passed++) await undefined;
      group.cancel();
      await turns();
      expect(images.stats().held + release.mock.calls.length).toBe(1);
    },
  );

  test.each<[string, unknown, string]>([
    ['nothing', undefined, 'undefined'],
    ['a promise', Promise.resolve('loaded'), '[object Promise]'],
    ['a result that is no promise', { result: 'loaded' }, '[object Object]'],
  ])('whose `load` returns %s fails with a sentence, and the next image loads', async (_, work, got) => {
    const { images, arrival, source } = own();
    const as = { ...source.as, name: 'wrong', load: () => work as never };
    const wrong = images.load({ src: '1.jpg', as });
    await expect(wrong).rejects.toThrow(
      new TypeError(`Expected \`load\` of \`as\` to return \`{ result }\` with a promise, got \`${got}\`.`),
    );
    arrival.resolve('loaded');
    expect(await images.load(source)).toBe('loaded');
    expect(images.stats().inFlight).toBe(0);
  });

  test('is not released when a load has got it', async () => {
    const { images, arrival, release, source } = own();
    const loaded = images.load(source);
    arrival.resolve('loaded');
    expect(await loaded).toBe('loaded');
    images.forget();
    await turns();
    expect([images.stats().held, release.mock.calls]).toEqual([0, []]);
  });

  describe('that is held', () => {
    /** A preloader that holds an image, and a load of it that is aborted in the same turn. */
    async function held() {
      const { images, arrival, release, source } = own();
      const group = images.preload(source);
      arrival.resolve('loaded');
      await group.done;
      /** A load that its caller gives up at once, as React's StrictMode does. */
      const abandon = async () => {
        const control = new AbortController();
        const load = images.load(source, control);
        control.abort('gone');
        await expect(load).rejects.toBe('gone');
      };
      return { images, group, release, source, abandon };
    }

    test('stays held when a load of it is aborted in the turn of its call', async () => {
      const { images, release, source, abandon } = await held();
      await abandon();
      await expect(images.load(source, { signal: AbortSignal.abort('never') })).rejects.toBe('never');
      expect([images.stats().held, release.mock.calls]).toEqual([1, []]);
    });

    test('is handed to the next load of that turn, and is requested once', async () => {
      const { images, source, abandon } = await held();
      const abandoned = abandon();
      expect(await images.load(source)).toBe('loaded');
      await abandoned;
      expect([source.as.load.mock.calls.length, images.stats().held]).toEqual([1, 0]);
    });

    test('is there for a loop over its group', async () => {
      const { group, source, abandon } = await held();
      await abandon();
      for await (const image of group) expect(image).toBe('loaded');
      expect(source.as.load).toHaveBeenCalledTimes(1);
    });

    test('is handed to one of two loads, and requested for the other', async () => {
      const { images, source } = await held();
      expect(await Promise.all([images.load(source), images.load(source)])).toEqual(['loaded', 'loaded']);
      expect([source.as.load.mock.calls.length, images.stats().held]).toEqual([2, 0]);
    });
  });

  test.each(['memoryBytes', 'networkBytes'])(
    'is released when its kind throws in %s, because no one gets it',
    async (name) => {
      const { images, arrival, release, source } = own();
      const failing = () => {
        throw new Error('no size');
      };
      const load = images.load({ ...source, as: { ...source.as, [name]: failing } });
      arrival.resolve('loaded');
      await expect(load).rejects.toThrow('no size');
      await turns();
      expect(release.mock.calls).toEqual([['loaded']]);
    },
  );

  test('is given to the load, and held for the group, when both want it', async () => {
    const { images, arrival, release, source } = own();
    const as = { ...source.as, copy: (image: string) => `copy of ${image}` };
    const group = images.preload({ ...source, as });
    const loaded = images.load({ ...source, as });
    arrival.resolve('loaded');
    expect([await loaded, (await group.done).done, images.stats().held]).toEqual(['copy of loaded', 1, 1]);
    expect(release).not.toHaveBeenCalled();
  });

  test('is copied for a load that leaves before it has the copy, which is released then', async () => {
    const { images, arrival, release, source } = own();
    const copy = deferred<string>();
    const made = vi.fn(() => copy.promise);
    const wanted = { ...source, as: { ...source.as, copy: made } };
    const group = images.preload(wanted);
    const controller = new AbortController();
    const load = images.load(wanted, { signal: controller.signal });
    arrival.resolve('loaded');
    await group.done;
    expect(made).toHaveBeenCalledTimes(1);
    controller.abort(new Error('gone'));
    await expect(load).rejects.toThrow('gone');
    copy.resolve('copy');
    await turns();
    expect([images.stats().held, release.mock.calls]).toEqual([1, [['copy']]]);
  });

  test('is left out of a loop for which the copy fails, and another loop gets it', async () => {
    const { images, arrival, source } = own();
    const as = { ...source.as, copy: () => Promise.reject(new Error('no copy')) };
    const groups = [images.preload({ ...source, as }), images.preload({ ...source, as })];
    arrival.resolve('loaded');
    await Promise.all(groups.map(({ done }) => done));
    const handed = [];
    for (const group of groups) handed.push(await Array.fromAsync(group));
    expect(handed).toEqual([[], ['loaded']]);
  });

  test('is not released for a load that has left, where all callers share it', async () => {
    const { images, arrival, release, source } = own();
    const controller = new AbortController();
    const group = images.preload(source);
    group.addEventListener('progress', () => controller.abort(new Error('gone')));
    const load = images.load(source, { signal: controller.signal });
    arrival.resolve('loaded');
    await expect(load).rejects.toThrow('gone');
    await turns();
    expect([images.stats().held, release.mock.calls]).toEqual([1, []]);
  });

  test.each<[string, (images: Preloader, group: Group<string>, other: ImageSource<string>) => unknown]>([
    ['when it steps aside for a load', (images, _, other) => void images.load(other).catch(() => {})],
    ['when its group is cancelled', (_, group) => group.cancel()],
    ['when all preloads are dropped', (images) => images.clear()],
  ])('has its request ended before the next one begins: %s', async (_, end) => {
    const { images } = own();
    const steps: string[] = [];
    const load = ({ src }: Attributes) => {
      steps.push(`load ${src}`);
      return { result: new Promise<never>(() => {}), abort: () => steps.push(`abort ${src}`) };
    };
    const [one, two] = ['1.jpg', '2.jpg'].map((src) => ({ src, as: { name: 'own', load } }));
    const group = images.preload(one as ImageSource<string>);
    await turns();
    end(images, group, two as ImageSource<string>);
    images.preload(two as ImageSource<string>);
    await turns();
    expect(steps).toEqual(['load http://x/1.jpg', 'abort http://x/1.jpg', 'load http://x/2.jpg']);
  });

  test('steps aside also when it has no `abort`, and nothing is reported', async () => {
    const { images, source } = own();
    const report = vi.fn();
    vi.stubGlobal('reportError', report);
    images.preload(source);
    await turns();
    images.load({ ...source, src: '2.jpg' }).catch(() => {});
    expect(images.stats()).toMatchObject({ inFlight: 1, waiting: 1 });
    expect(report).not.toHaveBeenCalled();
  });

  test('that has stepped aside has its whole time again, also when the former request never ends', async () => {
    const timeouts: AbortController[] = [];
    const mock = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const timeout = new AbortController();
      timeouts.push(timeout);
      return timeout.signal;
    });
    onTestFinished(() => mock.mockRestore());
    const { images, arrival, source } = own();
    source.as.load.mockReturnValueOnce({ result: new Promise(() => {}) });
    const group = images.preload(source);
    await turns();
    const other = { name: 'other', load: () => ({ result: Promise.resolve('other') }) };
    await images.load({ src: '2.jpg', as: other });
    await turns();
    timeouts[0]?.abort();
    arrival.resolve('loaded');
    expect(await group.done).toMatchObject({ done: 1 });
  });

  test('that is listed twice has the highest of its priorities, and its first place in a loop', async () => {
    const { images } = own();
    const order: string[] = [];
    images.addEventListener('launch', ({ detail }) => order.push(detail.url));
    const as = { name: 'own', load: ({ src }: Attributes) => ({ result: Promise.resolve(src) }) };
    const source = (src: string, priority = 0) => ({ src, as, priority });
    const group = images.preload(source('1'), source('2', 5), source('3'), source('2'));
    expect(await Array.fromAsync(group)).toEqual(['http://x/1', 'http://x/2', 'http://x/3']);
    expect(order).toEqual(['http://x/2', 'http://x/1', 'http://x/3']);
  });

  test('that has loaded is still handed to a loop under way when `replace` drops its group', async () => {
    const { images, arrival, source } = own();
    for (const src of ['1.jpg', '2.jpg'])
      source.as.load.mockReturnValueOnce({ result: Promise.resolve(src) });
    const group = images.preload(...['1.jpg', '2.jpg', '3.jpg', '4.jpg'].map((src) => ({ ...source, src })));
    const shown = deferred();
    const loop = (async () => {
      const seen: string[] = [];
      for await (const image of group) {
        seen.push(image);
        await shown.promise;
      }
      return seen;
    })();
    await turns();
    expect(group.progress.done).toBe(2);
    images.replace([]);
    shown.resolve();
    arrival.resolve('loading');
    expect(await loop).toEqual(['1.jpg', '2.jpg', 'loading']);
    expect(group.progress).toMatchObject({ done: 3, aborted: 1 });
  });

  test('is done, as its event says, when a listener of this event calls `replace`', async () => {
    const { images, arrival, source } = own();
    const group = images.preload(source);
    images.addEventListener('settle', () => images.replace([]));
    await turns();
    arrival.resolve('loaded');
    expect(await group.done).toMatchObject({ done: 1, aborted: 0 });
  });

  test('that waits for its retry is one for two loads, also after `replace` has dropped its group', async () => {
    const { images, arrival, source } = own();
    const delay = deferred();
    source.as.load.mockReturnValueOnce({ result: Promise.reject(new Error('busy')) });
    const wanted = { ...source, as: { ...source.as, retry: () => delay.promise } };
    images.preload(wanted);
    const first = images.load(wanted);
    await turns();
    images.replace([]);
    const second = images.load(wanted);
    delay.resolve();
    arrival.resolve('loaded');
    expect(await Promise.all([first, second])).toEqual(['loaded', 'loaded']);
    expect(source.as.load).toHaveBeenCalledTimes(2);
  });
});
