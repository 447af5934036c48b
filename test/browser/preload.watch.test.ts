import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { watchImages } from '../../src/preload/index.ts';
import { deferred } from '../support/deferred.ts';
import { loaded, opened } from '../support/loaded.ts';
import { connect, element, ended, hitsOf, picture, pictures, preloader } from '../support/preloading.ts';
import { resource } from '../support/resource.ts';
import { turns } from '../support/turns.ts';

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

function watch(...elements: HTMLImageElement[]) {
  const images = preloader();
  document.body.append(...elements);
  const stop = watchImages(document, { images });
  onTestFinished(stop);
  return { images, stop };
}

/** Waits until observers have reported which elements are in view. */
async function frames(): Promise<void> {
  for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  await turns();
}

describe('watchImages', () => {
  test('loads the elements of the page through the queue, each with one request', async () => {
    const list = pictures(2);
    const elements = list.map(({ url }) => element({ 'data-src': url, alt: 'kept' }));
    watch(...elements);
    await Promise.all(elements.map(loaded));
    expect(elements.map((image) => image.getAttribute('src'))).toEqual(list.map(({ url }) => url));
    expect(elements[0]?.outerHTML).not.toContain('data-');
    expect(await Promise.all(list.map(({ hits }) => hits()))).toEqual([1, 1]);
  });

  test('loads those in view first', async () => {
    const [far, near] = [picture(), picture({ gate: 'body' })];
    watch(element({ 'data-src': far.url }, true), element({ 'data-src': near.url }));
    await near.seen({ requests: 1 });
    expect(await far.hits()).toBe(0);
  });

  test('follows elements that come into view', async () => {
    const [first, second, third] = [picture({ gate: 'body' }), picture(), picture({ gate: 'body' })];
    const elements = [first, second, third].map(({ url }) => element({ 'data-src': url }, true));
    watch(...elements);
    await first.seen({ requests: 1 });
    elements[2]?.style.setProperty('top', '0');
    await frames();
    await first.open('body');
    await third.seen({ requests: 1 });
    expect(await second.hits()).toBe(0);
  });

  test('sees elements that are added and attributes that change later', async () => {
    watch();
    const [one, two] = pictures(2);
    const added = element({ 'data-src': one?.url ?? '' });
    const section = document.createElement('section');
    section.append(added);
    document.body.append(section);
    await loaded(added);
    added.dataset.src = two?.url ?? '';
    await loaded(added);
    expect(added.src).toBe(two?.url);
  });

  test('takes the new address of an element whose image is on its way', async () => {
    const [old, current] = pictures(2, { gate: 'body' });
    const image = element({ 'data-src': old?.url ?? '' });
    watch(image);
    await old?.seen({ requests: 1 });
    image.dataset.src = current?.url ?? '';
    await ended(old);
    await current?.seen({ requests: 1 });
    await turns();
    await opened(current, image);
    expect(image.src).toBe(current?.url);
    expect(await current?.hits()).toBe(1);
  });

  test('knows srcset, sizes, crossorigin and referrerpolicy', async () => {
    const [small, large] = [picture(), picture({ image: '16x12' })];
    const image = element({
      'data-src': small.url,
      'data-srcset': `${small.url} 8w, ${large.url} 800w`,
      sizes: '700px',
      crossorigin: '',
      referrerpolicy: 'no-referrer',
    });
    watch(image);
    await loaded(image);
    expect(image.currentSrc).toBe(large.url);
    const { requests } = await large.seen();
    expect(requests).toHaveLength(1);
    expect(requests[0]?.headers.referer).toBeUndefined();
    expect(requests[0]?.headers.origin).toBe(location.origin);
    expect(await small.hits()).toBe(0);
  });

  test.each([
    ['its `src` where its `srcset` is for other screens', '9x', [1, 0]],
    ['a candidate of its `srcset` for each screen', '1x', [0, 1]],
  ])('asks for one image alone: %s', async (_, descriptor, hits) => {
    const [own, candidate] = [picture(), picture()];
    const image = element({ 'data-src': own.url, 'data-srcset': `${candidate.url} ${descriptor}` });
    watch(image);
    await loaded(image);
    expect(await hitsOf([own, candidate])).toEqual(hits);
  });

  test('shows the image that was loaded for an element that still has another `srcset`', async () => {
    const [former, current] = pictures(2);
    const image = element({ 'data-src': former?.url ?? '', 'data-srcset': `${former?.url} 1x` });
    watch(image);
    await expect.poll(() => image.currentSrc).toBe(former?.url);
    image.dataset.src = current?.url ?? '';
    await expect.poll(() => image.src).toBe(current?.url);
    await expect.poll(() => image.currentSrc).toBe(current?.url);
    expect(image.hasAttribute('srcset')).toBe(false);
    expect([await former?.hits(), await current?.hits()]).toEqual([1, 1]);
  });

  test('shows an image in its natural size after a placeholder from a `srcset` with widths', async () => {
    const [placeholder, current] = [picture({ image: '8x6' }), picture({ image: '40x30' })];
    const image = element({ srcset: `${placeholder.url} 80w`, sizes: '800px', 'data-src': current.url });
    watch(image);
    await loaded(image);
    await expect.poll(() => image.currentSrc).toBe(current.url);
    expect([image.naturalWidth, image.naturalHeight]).toEqual([40, 30]);
    expect(await current.hits()).toBe(1);
  });

  test('fires `error` on an element whose image fails, and does not load it again', async () => {
    const change = connect({});
    const bad = resource({ status: 404 });
    const image = element({ 'data-src': bad.url });
    const { images } = watch(image);
    expect((await loaded(image)).type).toBe('error');
    const load = vi.spyOn(images, 'load');
    change({ saveData: true });
    await turns();
    expect(load).not.toHaveBeenCalled();
    expect(image.dataset.src).toBe(bad.url);
    expect(image.hasAttribute('src')).toBe(false);
    expect(await bad.hits()).toBe(1);
  });

  test('fires `error` on an element with a wrong address', async () => {
    const image = element({ 'data-src': 'http://' });
    watch(image);
    expect((await loaded(image)).type).toBe('error');
  });

  test('aborts images of elements that leave the page, and keeps those that are moved', async () => {
    const [one, two] = pictures(2, { gate: 'body' });
    const [gone, moved] = [one, two].map((picture) => element({ 'data-src': picture?.url ?? '' }));
    const section = document.createElement('section');
    document.body.append(section);
    watch(...[gone, moved].filter((image) => image !== undefined));
    await one?.seen({ requests: 1 });
    if (moved) section.append(moved);
    gone?.remove();
    await ended(one);
    await opened(two, moved as HTMLImageElement);
    expect(moved?.src).toBe(two?.url);
  });

  test('keeps the request under way of an element that is moved', async () => {
    const one = picture({ gate: 'body' });
    const image = element({ 'data-src': one.url });
    const section = document.createElement('section');
    document.body.append(section);
    watch(image);
    await one.seen({ requests: 1 });
    section.append(image);
    await frames();
    await opened(one, image);
    expect(await one.seen()).toMatchObject({ requests: [{}], aborted: 0 });
  });

  test('takes up an image that is added beside text', async () => {
    watch();
    const one = picture();
    const image = element({ 'data-src': one.url });
    document.body.append('text', image);
    await loaded(image);
    expect(image.src).toBe(one.url);
  });

  test('preloads an element once, however often it comes into view', async () => {
    const one = picture({ gate: 'body' });
    const image = element({ 'data-src': one.url }, true);
    const images = preloader();
    const preload = vi.spyOn(images, 'preload');
    document.body.append(image);
    onTestFinished(watchImages(document, { images }));
    await one.seen({ requests: 1 });
    for (const top of ['0', '100000px', '0']) {
      image.style.top = top;
      await frames();
    }
    expect(preload).toHaveBeenCalledOnce();
    await opened(one, image);
  });

  test('loads no element that is removed just before the observer reports that it is in view', async () => {
    const one = picture();
    const image = element({ 'data-src': one.url });
    const removed = deferred();
    class Observer extends IntersectionObserver {
      constructor(seen: IntersectionObserverCallback) {
        super((reports) => {
          image.remove();
          // The observer of changes hears of it first.
          queueMicrotask(() => seen(reports, this));
          removed.resolve();
        });
      }
    }
    vi.stubGlobal('IntersectionObserver', Observer);
    onTestFinished(() => void vi.unstubAllGlobals());
    watch(image);
    await removed.promise;
    await frames();
    expect(await one.hits()).toBe(0);
  });

  test('leaves an element alone that waits for nothing', async () => {
    watch();
    const one = picture();
    const image = element({ src: one.url });
    const failed = vi.fn();
    image.addEventListener('error', failed);
    document.body.append(image);
    await frames();
    await one.seen({ requests: 1 });
    expect(failed).not.toHaveBeenCalled();
    expect(await one.hits()).toBe(1);
  });

  test('loads an image that was in view also when it has left the view, on a slow connection', async () => {
    connect({ saveData: true });
    const one = picture({ gate: 'body' });
    const image = element({ 'data-src': one.url });
    watch(image);
    await one.seen({ requests: 1 });
    image.style.top = '100000px';
    await frames();
    await opened(one, image);
    expect(image.src).toBe(one.url);
  });

  test('loads images in view when preloads wait or are skipped', async () => {
    connect({ saveData: true });
    const [near, far, later] = pictures(3);
    const elements = [near, far, later].map((picture, at) =>
      element({ 'data-src': picture?.url ?? '' }, at > 0),
    );
    for (const slow of ['wait', 'skip'] as const) {
      const images = preloader({ slow });
      document.body.append(...elements);
      const stop = watchImages(document, { images });
      const [first, , last] = elements;
      if (slow === 'wait' && first) await loaded(first);
      if (slow === 'skip' && last) {
        last.style.top = '0';
        await loaded(last);
      }
      stop();
    }
    expect(await Promise.all([near, far, later].map((picture) => picture?.hits()))).toEqual([1, 0, 1]);
  });

  test('loads an image that was skipped when it comes into view on a quick connection', async () => {
    const change = connect({ saveData: true });
    const images = preloader({ slow: 'skip' });
    const preload = vi.spyOn(images, 'preload');
    const one = picture();
    const image = element({ 'data-src': one.url }, true);
    document.body.append(image);
    onTestFinished(watchImages(document, { images }));
    await expect.poll(() => preload.mock.calls.length).toBe(1);
    await frames();
    expect(preload).toHaveBeenCalledOnce();
    change({ saveData: false });
    image.style.top = '0';
    await loaded(image);
    expect(await one.hits()).toBe(1);
  });

  test('ends the load of an image in view that is removed on a slow connection, without an event', async () => {
    connect({ saveData: true });
    const one = picture({ gate: 'body' });
    const image = element({ 'data-src': one.url });
    const failed = vi.fn();
    image.addEventListener('error', failed);
    const { images } = watch(image);
    await one.seen({ requests: 1 });
    image.remove();
    await ended(one);
    await turns();
    expect(images.stats()).toMatchObject({ inFlight: 0 });
    expect(failed).not.toHaveBeenCalled();
  });

  test('loads images in view that wait when the connection becomes slow', async () => {
    const change = connect({ effectiveType: '4g' });
    const [first, second, far] = [picture({ gate: 'body' }), picture({ gate: 'body' }), picture()];
    const elements = [first, second, far].map(({ url }, at) => element({ 'data-src': url }, at > 1));
    const { images } = watch(...elements);
    change({ effectiveType: '3g' }); // before it is known which of them are in view
    await first.seen({ requests: 1 });
    const load = vi.spyOn(images, 'load');
    change({ effectiveType: '2g' });
    await expect.poll(() => load.mock.calls.length).toBe(2);
    change({ effectiveType: 'slow-2g' });
    await turns();
    expect(load).toHaveBeenCalledTimes(2);
    await opened(second, elements[1] as HTMLImageElement);
    await opened(first, elements[0] as HTMLImageElement);
    await frames();
    expect(images.stats()).toMatchObject({ inFlight: 0, waiting: 1 });
    expect(await Promise.all([first, second, far].map(({ hits }) => hits()))).toEqual([1, 1, 0]);
  });

  test('keeps the request of an image that comes into view while the connection is slow', async () => {
    connect({ saveData: true });
    const images = preloader({ slow: 'go' });
    const launches: boolean[] = [];
    images.addEventListener('launch', ({ detail }) => launches.push(detail.urgent === true));
    const one = picture({ gate: 'body' });
    const image = element({ 'data-src': one.url }, true);
    document.body.append(image);
    const stop = watchImages(document, { images });
    onTestFinished(stop);
    await one.seen({ requests: 1 });
    image.style.top = '0';
    const load = vi.spyOn(images, 'load');
    await expect.poll(() => load.mock.calls.length).toBe(1);
    await opened(one, image);
    expect(launches).toEqual([false]);
    expect(await one.seen()).toMatchObject({ requests: [{}], aborted: 0 });
  });

  test('ends the request of an image that is removed just after it came into view', async () => {
    connect({ saveData: true });
    const images = preloader({ slow: 'go' });
    const one = picture({ gate: 'body' });
    const image = element({ 'data-src': one.url }, true);
    document.body.append(image);
    const stop = watchImages(document, { images });
    onTestFinished(stop);
    await one.seen({ requests: 1 });
    // The element is removed while its source is chosen.
    vi.spyOn(HTMLImageElement.prototype, 'currentSrc', 'get').mockImplementation(() => {
      stop();
      return '';
    });
    image.style.top = '0';
    await expect.poll(() => images.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
    await ended(one);
  });

  test('keeps its elements when the queue is cleared or replaced', async () => {
    const [one, two] = pictures(2, { gate: 'body' });
    const elements = [one, two].map((picture) => element({ 'data-src': picture?.url ?? '' }));
    const { images } = watch(...elements);
    await one?.seen({ requests: 1 });
    images.replace([]);
    images.clear();
    const shown = Promise.all(elements.map(loaded));
    await one?.open('body');
    await two?.open('body');
    await shown;
    expect(elements.map(({ src }) => src)).toEqual([one?.url, two?.url]);
  });

  test('keeps an element that is not shown when the queue is cleared', async () => {
    const one = picture({ gate: 'body', cache: 'no-store' });
    const image = element({ 'data-src': one.url });
    image.style.display = 'none';
    const { images } = watch(image);
    await one.seen({ requests: 1 });
    images.clear();
    await opened(one, image);
    expect(image.src).toBe(one.url);
  });

  test('loads what a program preloads, too, once', async () => {
    const images = preloader();
    images.pause();
    const one = picture();
    images.preload(one.url);
    document.body.append(element({ 'data-src': one.url }));
    onTestFinished(watchImages(document, { images }));
    await frames();
    expect(images.stats()).toMatchObject({ waiting: 1 });
  });

  test('waits for the width of an element without looking again in each frame', async () => {
    const { url } = picture();
    const image = element({ 'data-src': url, 'data-srcset': `${url} 8w`, sizes: 'auto', loading: 'lazy' });
    image.style.display = 'none';
    const observe = vi.spyOn(IntersectionObserver.prototype, 'observe');
    watch(image);
    await frames();
    await frames();
    expect(observe).toHaveBeenCalledOnce();
  });

  test('refuses a preloader in place of its options', () => {
    expect(() => watchImages(document, preloader() as never)).toThrow(
      new TypeError('Expected `options` to be a plain object, got `[object EventTarget]`.'),
    );
  });

  test('watches a shadow root when it is called for it', async () => {
    const [first, later] = [picture(), picture()];
    const host = document.createElement('div');
    const root = host.attachShadow({ mode: 'open' });
    const waiting = element({ 'data-src': first.url });
    root.append(waiting);
    document.body.append(host);
    onTestFinished(watchImages(root, { images: preloader() }));
    await loaded(waiting);
    const added = element({ 'data-src': later.url });
    root.append(added);
    await loaded(added);
    expect([waiting.src, added.src]).toEqual([first.url, later.url]);
  });

  test('uses the page’s own preloader by default', async () => {
    const one = picture();
    const image = element({ 'data-src': one.url });
    document.body.append(image);
    const stop = watchImages(document.body);
    await loaded(image);
    stop();
    expect(image.src).toBe(one.url);
  });
});

describe('an element in a picture', () => {
  function inPicture(...sources: Record<string, string>[]) {
    const picture_ = document.createElement('picture');
    for (const attributes of sources) {
      const source = document.createElement('source');
      for (const [name, value] of Object.entries(attributes)) source.setAttribute(name, value);
      picture_.append(source);
    }
    const image = document.createElement('img');
    picture_.append(image);
    document.body.append(picture_);
    return { image, sources: [...picture_.querySelectorAll('source')] };
  }

  test('passes over a source without candidates, which stays as it is', async () => {
    const [one, fallback] = pictures(2);
    const { image, sources } = inPicture({ media: 'all' }, { 'data-srcset': one?.url ?? '' });
    image.dataset.src = fallback?.url ?? '';
    watch();
    await loaded(image);
    expect(image.currentSrc).toBe(one?.url);
    expect(sources[0]?.outerHTML).toBe('<source media="all">');
    expect([await one?.hits(), await fallback?.hits()]).toEqual([1, 0]);
  });

  test('takes the new candidates of a source while its image is on its way', async () => {
    const [old, current, fallback] = [picture({ gate: 'body' }), picture(), picture()];
    const { image, sources } = inPicture({ 'data-srcset': old.url });
    image.dataset.src = fallback.url;
    watch();
    await old.seen({ requests: 1 });
    sources[0]?.setAttribute('data-srcset', current.url);
    await loaded(image);
    expect(image.currentSrc).toBe(current.url);
    await ended(old);
  });
});

describe('stop', () => {
  test('leaves no listener in the window of a frame', () => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const window = frame.contentWindow as Window;
    const [add, remove] = [vi.spyOn(window, 'addEventListener'), vi.spyOn(window, 'removeEventListener')];
    watchImages(window.document, { images: preloader() })();
    expect(add).toHaveBeenCalledOnce();
    expect(remove.mock.calls).toEqual(add.mock.calls);
  });

  test('aborts images that have not come, and removes its observers', async () => {
    const disconnects = [IntersectionObserver, MutationObserver].map(({ prototype }) =>
      vi.spyOn(prototype, 'disconnect'),
    );
    const one = picture({ gate: 'body' });
    const image = element({ 'data-src': one.url });
    const { images, stop } = watch(image);
    await one.seen({ requests: 1 });
    stop();
    await ended(one);
    for (const disconnect of disconnects) expect(disconnect).toHaveBeenCalled();
    const later = picture();
    document.body.append(element({ 'data-src': later.url }));
    await frames();
    expect(images.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
    expect(image.dataset.src).toBe(one.url);
    expect(await later.hits()).toBe(0);
  });
});
