import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFetch } from '../../src/index.ts';
import { asBlob, createPreloader, pageActivity } from '../../src/preload/index.ts';
import { inWebKit } from '../support/in-webkit.ts';
import {
  connect,
  ended,
  hideTab,
  hitsOf,
  picture,
  pictures,
  preloader,
  urls,
} from '../support/preloading.ts';
import { resource } from '../support/resource.ts';
import { turns } from '../support/turns.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a busy fetch', () => {
  test('holds preloads back until it is done', async () => {
    const fetch = createFetch();
    const images = preloader({ busy: fetch });
    const [json, one] = [resource({ gate: 'headers' }), picture()];
    const answer = fetch(json.url);
    const gallery = images.preload(one.url);
    await json.seen({ requests: 1 });
    await turns();
    expect(images.stats()).toMatchObject({ inFlight: 0, waiting: 1 });
    await json.open('headers');
    await (await answer).text();
    expect((await gallery.done).done).toBe(1);
  });

  test.each([
    ['shared', {}],
    ['not shared', { coalesce: false }],
    ['a write', { method: 'POST' }],
  ])('lets the preload in flight step aside, where the call is %s', async (_, init) => {
    const fetch = createFetch();
    const images = preloader({ busy: fetch });
    const [json, one] = [resource({ gate: 'headers' }), picture({ gate: 'body' })];
    const gallery = images.preload(one.url);
    await one.seen({ requests: 1 });
    const answer = fetch(json.url, init);
    await ended(one);
    await json.open('headers');
    await (await answer).text();
    await one.open('body');
    expect((await gallery.done).done).toBe(1);
    expect(await one.hits()).toBe(inWebKit ? 1 : 2);
  });

  test('never holds a load', async () => {
    const fetch = createFetch();
    const images = preloader({ busy: [fetch] });
    const json = resource({ gate: 'headers' });
    const answer = fetch(json.url);
    expect((await images.load(picture().url)).naturalWidth).toBe(8);
    await json.open('headers');
    await answer;
  });

  test('is asked from the beginning', async () => {
    const fetch = createFetch();
    const json = resource({ gate: 'headers' });
    const answer = fetch(json.url);
    const images = preloader({ busy: fetch });
    images.preload(picture().url);
    await json.seen({ requests: 1 });
    await turns();
    expect(images.stats()).toMatchObject({ inFlight: 0, waiting: 1 });
    await json.open('headers');
    await answer;
  });

  test('holds preloads for a limited time: a long poll holds nothing', async () => {
    const fetch = createFetch();
    const images = preloader({ busy: fetch, busyTimeout: 50 });
    const [poll, one] = [resource({ gate: 'headers' }), picture()];
    const answer = fetch(poll.url);
    expect((await images.preload(one.url).done).done).toBe(1);
    await poll.open('headers');
    await answer;
  });

  test.skipIf(inWebKit)('that calls again and again lets an image through in the end', async () => {
    const fetch = createFetch();
    const images = preloader({ busy: fetch });
    const one = picture({ gate: 'body' });
    const gallery = images.preload(one.url);
    for (let calls = 1; calls <= 5; calls++) {
      await one.seen({ requests: calls });
      await (await fetch(resource().url)).text();
      await one.seen({ aborted: calls });
    }
    await one.seen({ requests: 6 });
    await (await fetch(resource().url)).text();
    await one.open('body');
    expect((await gallery.done).done).toBe(1);
    expect(await one.hits()).toBe(6);
  });

  test('may be the `fetch` that preloads, which does not wait for itself', async () => {
    const fetch = createFetch();
    const images = preloader({ busy: fetch });
    const [one, two] = pictures(2);
    const as = asBlob({ fetch });
    const sources = [one, two].map((picture) => ({ src: picture?.url ?? '', as }));
    expect((await images.preload(...sources).done).done).toBe(2);
    expect(await Promise.all([one?.hits(), two?.hits()])).toEqual([1, 1]);
  });

  test('has no listeners after the end', () => {
    const fetch = createFetch();
    const listeners = new Set<unknown>();
    const busy = {
      stats: fetch.stats,
      addEventListener: (type: string) => listeners.add(type),
      removeEventListener: (type: string) => listeners.delete(type),
    };
    const images = createPreloader({ busy });
    expect(listeners.size).toBe(3);
    images.destroy();
    expect(listeners.size).toBe(0);
  });
});

describe('pageActivity', () => {
  test('holds preloads back while the page loads other things', async () => {
    const activity = pageActivity({ quietDelay: 100 });
    const told: string[] = [];
    const unheard = () => told.push('unheard');
    activity.addEventListener('launch', unheard);
    for (const type of ['launch', 'settle'])
      activity.addEventListener(type, () => told.push(`${type}: ${activity.stats().inFlight} in flight`));
    activity.removeEventListener('launch', unheard);
    const settled = new Promise<void>((resolve) => activity.addEventListener('settle', () => resolve()));
    await (await fetch(resource().url)).text();
    await settled;
    expect(told).toEqual(['launch: 1 in flight', 'settle: 0 in flight']);
  });

  test('does not count the preloader’s own images', async () => {
    const activity = pageActivity();
    const images = preloader({ busy: activity });
    const busy = vi.fn();
    activity.addEventListener('launch', busy);
    const [one, two, three] = pictures(3);
    const chosen = { src: two?.url ?? '', srcset: `${three?.url} 2x, ${two?.url} 1x` };
    expect((await images.preload(one?.url ?? '', chosen).done).done).toBe(2);
    // The timeline lists another resource only after these.
    await (await fetch(resource().url)).text();
    await expect.poll(() => busy.mock.calls.length).toBeTruthy();
    expect(busy).toHaveBeenCalledOnce();
  });

  test("counts the page's own loads of addresses that the browser did not choose", async () => {
    const activity = pageActivity();
    const images = preloader({ busy: activity });
    const [one, two] = pictures(2);
    await images.preload({ src: one?.url ?? '', srcset: `${one?.url} 1x, ${two?.url} 9x` }).done;
    const busy = new Promise((resolve) => activity.addEventListener('launch', resolve));
    await (await fetch(two?.url ?? '')).blob();
    await busy;
  });

  test("counts the page's own loads of an address for which the preloader sent nothing", async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const activity = pageActivity();
    const images = preloader({ busy: activity });
    const { url } = resource();
    await images.load({
      src: url,
      as: { name: 'nothing', load: () => ({ result: Promise.resolve(), abort() {} }) },
    });
    vi.advanceTimersByTime(1_000);
    const busy = new Promise((resolve) => activity.addEventListener('launch', resolve));
    await (await fetch(url)).text();
    await busy;
  });
});

test('a `navigator.connection` that is no event target keeps no preload waiting', async () => {
  Object.defineProperty(navigator, 'connection', { value: { type: 'wifi' }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'));
  expect(await preloader().preload(picture().url).done).toMatchObject({ done: 1 });
});

describe('a slow connection', () => {
  test.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
    'lets preloads wait: %o',
    async (kind) => {
      const change = connect(kind);
      const images = preloader();
      const gallery = images.preload(picture().url);
      await turns();
      expect(images.stats()).toMatchObject({ inFlight: 0, waiting: 1 });
      expect((await images.load(picture().url)).naturalWidth).toBe(8);
      change({ saveData: false, effectiveType: '4g' });
      expect((await gallery.done).done).toBe(1);
    },
  );

  test('may skip preloads', async () => {
    connect({ saveData: true });
    const images = preloader({ slow: 'skip' });
    const gallery = images.preload(picture().url);
    expect(gallery.progress).toMatchObject({ aborted: 1, left: 0 });
    expect((await images.load(picture().url)).naturalWidth).toBe(8);
  });

  test.each(['while an image waits for its retry', 'before an image fails that would be tried again'])(
    'may skip: it becomes slow %s, and nothing more is sent',
    async (moment) => {
      const change = connect({ effectiveType: '4g' });
      const images = preloader({ slow: 'skip' });
      const one = picture({ status: 503, gate: 'headers' });
      const gallery = images.preload({ src: one.url, as: asBlob({ retries: 1 }) });
      const settled = vi.fn();
      images.addEventListener('settle', settled);
      await one.seen({ requests: 1 });
      const isEarly = moment.startsWith('before');
      if (isEarly) change({ effectiveType: '2g' });
      await one.open('headers');
      await expect.poll(() => settled.mock.calls.length).toBeGreaterThan(0);
      if (!isEarly) change({ effectiveType: '2g' });
      await turns();
      expect(gallery.progress).toMatchObject({ aborted: 1, left: 0 });
      expect(await one.hits()).toBe(1);
    },
  );

  test('may skip preloads that wait when it becomes slow, and the one under way goes on', async () => {
    const change = connect({ effectiveType: '4g' });
    const images = preloader({ slow: 'skip' });
    const list = pictures(4, { gate: 'body' });
    const gallery = images.preload(...urls(list));
    const shown = Array.fromAsync(gallery);
    await list[0]?.open('body');
    await list[1]?.seen({ requests: 1 });
    // The next request is sent while the first image is decoded.
    await expect.poll(() => gallery.progress.done).toBe(1);
    change({ effectiveType: '2g' });
    expect(gallery.progress).toMatchObject({ aborted: 2, left: 1 });
    await list[1]?.open('body');
    expect(await gallery.done).toMatchObject({ done: 2, aborted: 2 });
    expect(await shown).toHaveLength(2);
    expect(await hitsOf(list)).toEqual([1, 1, 0, 0]);
  });

  test('may skip many preloads: it does not look through the list again for each of them', async () => {
    const change = connect({ saveData: false });
    const images = preloader({ slow: 'skip' });
    const one = picture({ gate: 'headers' });
    const gallery = images.preload(...Array.from({ length: 200 }, (_, at) => `${one.url}&at=${at}`));
    await one.seen({ requests: 1 });
    const settled = vi.fn();
    images.addEventListener('settle', settled);
    const steps = vi.spyOn(Object.getPrototypeOf(new Map().values()), 'next');
    change({ saveData: true });
    await expect.poll(() => settled.mock.calls.length).toBe(199);
    const looks = steps.mock.calls.length;
    steps.mockRestore();
    await one.open('headers');
    expect(await gallery.done).toMatchObject({ done: 1, aborted: 199 });
    // Each image a few times: 200 times would be 40,000.
    expect(looks).toBeLessThan(10 * 200);
  });

  test('may leave preloads as they are', async () => {
    connect({ saveData: true });
    expect((await preloader({ slow: 'go' }).preload(picture().url).done).done).toBe(1);
  });
});

describe('a page that has an element with the name `hidden`', () => {
  test.each(['form', 'iframe', 'img'])('preloads as any other page: <%s>', async (tag) => {
    const element = document.createElement(tag);
    element.setAttribute('name', 'hidden');
    document.body.append(element);
    onTestFinished(() => element.remove());
    expect(document.hidden).not.toBe(false);
    expect((await preloader().preload(picture().url).done).done).toBe(1);
  });
});

describe('a hidden tab', () => {
  test('finishes the current image, then pauses until it is shown', async () => {
    const images = preloader();
    const [one, two] = [picture({ gate: 'body' }), picture()];
    const gallery = images.preload(one.url, two.url);
    await one.seen({ requests: 1 });
    hideTab(true);
    await one.open('body');
    await expect.poll(() => gallery.progress.done).toBe(1);
    expect((await images.load(picture().url)).naturalWidth).toBe(8);
    expect(images.stats()).toMatchObject({ inFlight: 0, waiting: 1, held: 1 });
    hideTab(false);
    expect((await gallery.done).done).toBe(2);
  });
});

describe('a page that has added a member to `Object.prototype`', () => {
  afterEach(() => {
    for (const name of ['awaited', 'once', 'outcome', 'signal', 'src', 'srcset'])
      Reflect.deleteProperty(Object.prototype, name);
  });

  test('Preloads go on each time that the tab is shown, also with a `once`', async () => {
    Object.assign(Object.prototype, { once: true });
    const images = preloader();
    for (const one of pictures(2)) {
      hideTab(true);
      const gallery = images.preload(one.url);
      hideTab(false);
      expect((await gallery.done).done).toBe(1);
    }
  });

  test.each([
    ['signal', 7],
    ['outcome', 'done'],
    ['awaited', true],
    ['srcset', '/other.png 2x'],
  ])('A group is done also with a `%s`', async (name, value) => {
    const images = preloader();
    Object.assign(Object.prototype, { [name]: value });
    const gallery = images.preload({ src: picture().url, as: asBlob() });
    const sizes: number[] = [];
    for await (const { size } of gallery) sizes.push(size);
    expect(sizes).toHaveLength(1);
    expect((await gallery.done).done).toBe(1);
  });

  test('An address is taken for an address also with a `src`', async () => {
    const images = preloader();
    const [one, two] = pictures(2).map(({ url }) => url) as [string, string];
    Object.assign(Object.prototype, { src: '/other.png' });
    for (const [address, url] of [
      [one, one],
      [new URL(two), two],
    ] as const) {
      const [image] = await Promise.all([images.load(address), images.preload(address).done]);
      expect(image.src).toBe(url);
    }
    await expect(images.load(5 as never)).rejects.toThrow('Expected `src` to be the address of one image');
  });
});

describe('the start', () => {
  test('waits for an idle moment of the page', async () => {
    const idle: (() => void)[] = [];
    vi.stubGlobal('requestIdleCallback', (callback: () => void) => idle.push(callback));
    const images = preloader({ idleTimeout: 60_000 });
    const gallery = images.preload(picture().url);
    expect((await images.load(picture().url)).naturalWidth).toBe(8);
    images.pause();
    images.resume();
    await turns();
    expect(images.stats()).toMatchObject({ inFlight: 0, waiting: 1 });
    for (const callback of idle) callback();
    expect((await gallery.done).done).toBe(1);
  });

  test('waits for the page itself to be loaded', async () => {
    // A busy browser may let an idle moment wait for long.
    vi.stubGlobal('requestIdleCallback', (callback: () => void) => setTimeout(callback));
    const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
    const images = preloader({ idleTimeout: 60_000 });
    const gallery = images.preload(picture().url);
    await turns();
    expect(images.stats()).toMatchObject({ inFlight: 0, waiting: 1 });
    state.mockReturnValue('complete');
    dispatchEvent(new Event('load'));
    expect((await gallery.done).done).toBe(1);
  });

  test('waits for neither longer than its timeout', async () => {
    vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
    expect((await preloader({ idleTimeout: 1 }).preload(picture().url).done).done).toBe(1);
  });

  test('needs no idle callbacks', async () => {
    vi.stubGlobal('requestIdleCallback', undefined);
    const images = preloader({ idleTimeout: 60_000 });
    expect((await images.preload(picture().url).done).done).toBe(1);
  });
});

test('nothing in the queue depends on timers or frames', async () => {
  const images = preloader();
  await images.preload(picture().url).done;
  const gallery = images.preload(...urls(pictures(3)));
  vi.useFakeTimers({ toFake: ['setTimeout', 'requestAnimationFrame', 'requestIdleCallback'] });
  expect((await gallery.done).done).toBe(3);
});
