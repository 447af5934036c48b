// The preloader under the service worker: the worker ends the request of an image that steps aside, because the page
// tells it. Without that, aborted preloads run on. In WebKit they do so in any case, with and without a worker: there the
// browser goes on when the worker asks it.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Preloader } from '../../src/preload/index.ts';
import { resource } from '../support/resource.ts';
import { counted, engines, imageIn, openSite, type Site, type Tab, type Visitor } from '../support/site.ts';

declare global {
  var images: Preloader;
}

describe.each(engines)('%s', (engine) => {
  let site: Site;
  let visitor: Visitor;
  let tab: Tab;
  const at = (query: Parameters<typeof resource>[0]) => resource({ image: '8x6', ...query }, site.origin);
  const isEnded = engine !== 'webkit';
  const ends = isEnded ? 'ends at the server' : 'goes on at the server';
  /** Resolves when the worker has heard of so many images that were given up, and the last one has ended, if it does. */
  const givenUp = async (image: ReturnType<typeof at>, count = 1) => {
    await counted(tab, 'left', count);
    if (isEnded) await image.seen({ aborted: 1 });
  };

  beforeAll(async () => {
    site = await openSite(engine);
  });
  afterAll(() => site.close());
  beforeEach(async () => {
    visitor = await site.visitor();
    tab = await visitor.newPage();
    await tab.goto(`${site.origin}/page`);
    const status = await tab.evaluate(async () => {
      const shared = coflight.createFetch();
      globalThis.images = coflight.createPreloader({ idleTimeout: 0, busy: shared });
      const options = { match: '/r/*', listenTo: [shared, images] };
      const result = await coflight.register('/coflight-sw.js', options);
      if (result.status === 'controlled') globalThis.attendant = result.worker;
      return result.status;
    });
    expect(status).toBe('controlled');
    return () => visitor.close();
  });

  test.each<[string, object, boolean]>([
    ['an image', {}, false],
    ['an image of another origin’s rules', { crossOrigin: 'anonymous' }, false],
    ['an image with a policy of its own', { referrerPolicy: 'no-referrer' }, false],
    ['an image with a srcset', {}, true],
  ])(`%s that steps aside ${ends}, and comes again`, async (_, attributes, hasSrcset) => {
    const [one, two] = [at({ gate: 'headers' }), at({ gate: 'headers' })];
    const srcset = hasSrcset ? { srcset: `${one.url} 1x, ${one.url} 2x` } : {};
    const source = { src: one.url, ...attributes, ...srcset };
    const done = tab.evaluate(async (source) => (await images.preload(source).done).done, source);
    await one.seen({ requests: 1 });
    const width = tab.evaluate((url) => images.load(url).then(({ naturalWidth }) => naturalWidth), two.url);
    await givenUp(one);
    await two.open('headers');
    expect(await width).toBe(8);
    if (isEnded) await one.seen({ requests: 2 });
    await one.open('headers');
    await one.seen({ finished: 1 });
    expect(await done).toBe(1);
    // WebKit may ask once more when its turn comes again, also without this worker.
    if (isEnded) expect(await one.hits()).toBe(2);
    else expect(await one.hits()).toBeLessThanOrEqual(2);
  });

  test('an image as Blob that steps aside ends at the server', async () => {
    const [one, two] = [at({ gate: 'headers' }), at({ gate: 'headers' })];
    await tab.evaluate((src) => void images.preload({ src, as: coflight.asBlob() }), one.url);
    await one.seen({ requests: 1 });
    const width = tab.evaluate((url) => images.load(url).then(({ naturalWidth }) => naturalWidth), two.url);
    await one.seen({ aborted: 1 });
    await two.open('headers');
    expect(await width).toBe(8);
  });

  // WebKit shows nothing from memory that any worker has answered. Without a worker it does: see preload.engines.test.ts.
  test.each(['no-store', 'no-cache', 'max-age=60'])(
    `an image that the worker has answered (%s) is shown by another element ${isEnded ? 'without a second request' : 'by one more request'}`,
    async (cache) => {
      const one = at({ cache });
      await tab.evaluate(async (url) => {
        Object.assign(globalThis, { kept: await images.load(url) });
      }, one.url);
      expect(await imageIn(tab, one.url)).toBe('8x6');
      // The browser that is driven here has no HTTP cache either. Safari's may have the last of them.
      expect(await one.hits()).toBe(isEnded ? 1 : 2);
    },
  );

  test.each<[string, () => void]>([
    ['clear', () => images.clear()],
    ['destroy', () => images.destroy()],
  ])(`after %s, an image in flight ${ends}`, async (_, end) => {
    const one = at({ gate: 'headers' });
    await tab.evaluate((url) => void images.preload(url), one.url);
    await one.seen({ requests: 1 });
    await tab.evaluate(end);
    await givenUp(one);
    await one.open('headers');
    if (!isEnded) await one.seen({ finished: 1 });
    expect(await one.hits()).toBe(1);
  });

  test.each([30, 100, 300])(
    `an image for which the page is busy for %i ms as it steps aside ${ends}`,
    async (busy) => {
      for (let times = 0; times < 5; times++) {
        const [one, two] = [at({ gate: 'headers' }), at({})];
        await tab.evaluate((url) => void images.preload(url), one.url);
        await one.seen({ requests: 1 });
        await tab.evaluate(
          (url, busy) => {
            const until = performance.now() + busy;
            const loaded = images.load(url);
            while (performance.now() < until);
            return loaded.then(() => {});
          },
          two.url,
          busy,
        );
        await givenUp(one, times + 1);
        await one.open('headers');
        await one.seen({ finished: 1 });
      }
    },
  );

  test.each<[string, number, boolean]>([
    [ends, 600, false],
    [ends, 2_000, false],
    ['goes on, because an element shows it,', 600, true],
    ['goes on, because an element shows it,', 2_000, true],
  ])('an image %s when the page is busy for %i ms as its preload is aborted', async (_, busy, isShown) => {
    const one = at({ gate: 'headers' });
    await tab.evaluate(
      (url, isShown) => {
        images.preload(url);
        if (isShown) document.body.append(Object.assign(new Image(), { src: url }));
      },
      one.url,
      isShown,
    );
    await one.seen({ requests: 1 });
    await tab.evaluate(async (busy) => {
      const aborted = new Promise((resolve) => images.addEventListener('leave', resolve, { once: true }));
      images.clear();
      await aborted;
      const until = performance.now() + busy;
      while (performance.now() < until);
    }, busy);
    // The worker was told, and has asked the browser whether a caller still waits.
    if (isShown) await counted(tab, 'left', 1);
    else await givenUp(one);
    await one.open('headers');
    if (isShown || !isEnded) await one.seen({ finished: 1 });
    expect(await one.hits()).toBe(1);
  });

  test('an image that the page also shows elsewhere goes on when its preload is aborted', async () => {
    const one = at({ gate: 'headers' });
    const shown = tab.evaluate(async (url) => {
      const group = images.preload(url);
      await new Promise((resolve) => images.addEventListener('launch', resolve));
      const image = new Image();
      image.src = url;
      const loaded = new Promise((resolve, reject) => {
        image.onload = () => resolve(image.naturalWidth);
        image.onerror = reject;
      });
      await fetch(`${url.replace('/r/', '/ctl/').replace(/\?.*/, '')}?requests=1`);
      group.cancel();
      return loaded;
    }, one.url);
    await one.seen({ requests: 1 });
    // The worker was told, and has asked the browser whether a caller still waits.
    await counted(tab, 'left', 1);
    await one.open('headers');
    expect(await shown).toBe(8);
  });
});
