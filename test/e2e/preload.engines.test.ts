// The behaviour that the preloader expects of browsers, in each engine.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { resource } from '../support/resource.ts';
import { engines, openSite, type Site, type Tab } from '../support/site.ts';

describe.each(engines)('%s', (engine) => {
  let site: Site;
  let tab: Tab;
  const at = (query: Parameters<typeof resource>[0]) => resource({ image: '8x6', ...query }, site.origin);

  beforeAll(async () => {
    site = await openSite(engine);
  });
  afterAll(() => site.close());
  beforeEach(async () => {
    const visitor = await site.visitor();
    tab = await visitor.newPage();
    await tab.goto(`${site.origin}/page`);
    await tab.evaluate(async () => {
      while (!globalThis.coflight) await new Promise((resolve) => setTimeout(resolve, 5));
    });
    return () => visitor.close();
  });

  test('a load makes the preload in flight step aside, and both arrive', async () => {
    const [one, two] = [at({ gate: 'body' }), at({})];
    const done = tab.evaluate(
      async (one, two) => {
        const images = coflight.createPreloader({ idleTimeout: 0 });
        const launched = new Promise((resolve) => images.addEventListener('launch', resolve));
        const group = images.preload(one);
        await launched;
        // The request is under way when the server has seen it.
        await fetch(`${one.replace('/r/', '/ctl/').replace(/\?.*/, '')}?requests=1`);
        const image = await images.load(two);
        const { done } = await group.done;
        return [image.naturalWidth, done];
      },
      one.url,
      two.url,
    );
    // WebKit does not end the request of an image that no one wants. It may ask once more when its turn comes again.
    if (engine !== 'webkit') await one.seen({ aborted: 1, requests: 2 });
    await one.open('body');
    expect(await done).toEqual([8, 1]);
    if (engine !== 'webkit') expect(await one.hits()).toBe(2);
    expect(await two.hits()).toBe(1);
  });

  test.each(['no-store', 'no-cache', 'max-age=60'])(
    'an image that is kept is shown by another element without a second request (%s)',
    async (cache) => {
      const one = at({ cache });
      const shown = await tab.evaluate(async (url) => {
        const kept = await coflight.createPreloader().load(url);
        document.body.innerHTML = `<img src="${url}">`;
        const image = document.querySelector('img') as HTMLImageElement;
        await image.decode();
        return [image.naturalWidth, kept.naturalWidth];
      }, one.url);
      expect(shown).toEqual([8, 8]);
      expect(await one.hits()).toBe(1);
    },
  );

  test('an image fails that is redirected to a port that browsers block: WebKit fires no event', async () => {
    const one = at({ redirect: 'http://127.0.0.1:1/' });
    const message = await tab.evaluate((url) => coflight.createPreloader().load(url).catch(String), one.url);
    expect(message).toBe(`Error: GET ${one.url} failed.`);
    expect(await one.hits()).toBe(engine === 'webkit' ? 3 : 1);
  });

  test('images arrive although Firefox and WebKit end their requests when the user follows a link to a download', async () => {
    const [one, two] = [at({ gate: 'body' }), at({})];
    const file = resource(
      { 'header.content-disposition': 'attachment; filename=coflight-test' },
      site.origin,
    );
    await tab.evaluate(
      (one, two) => {
        const images = coflight.createPreloader({ idleTimeout: 0 });
        const loaded = images.load(one).then(({ naturalWidth }) => naturalWidth);
        Object.assign(globalThis, { gallery: { loaded, group: images.preload(two) } });
      },
      one.url,
      two.url,
    );
    await one.seen({ requests: 1 });
    await tab.evaluate((url) => {
      location.href = url;
    }, file.url);
    if (engine === 'chromium') await file.seen({ requests: 1 });
    else await one.seen({ requests: 2, aborted: 1 });
    await one.open('body');
    const seen = await tab.evaluate(async () => [await gallery.loaded, (await gallery.group.done).done]);
    expect(seen).toEqual([8, 1]);
  });

  test('an image that is aborted while another element shows it goes on for that element', async () => {
    const one = at({ gate: 'body' });
    const shown = tab.evaluate(async (url) => {
      const images = coflight.createPreloader({ idleTimeout: 0 });
      const launched = new Promise((resolve) => images.addEventListener('launch', resolve));
      const group = images.preload(url);
      await launched;
      const image = new Image();
      image.src = url;
      await fetch(`${url.replace('/r/', '/ctl/').replace(/\?.*/, '')}?requests=1`);
      group.cancel();
      await image.decode();
      return image.naturalWidth;
    }, one.url);
    await one.seen({ requests: 1 });
    await one.open('body');
    expect(await shown).toBe(8);
    expect(await one.seen()).toMatchObject({ aborted: 0, finished: 1 });
  });

  test('a candidate of a srcset is held with the memory of its pixels', async () => {
    const one = at({ image: '16x12' });
    const stats = await tab.evaluate(async (url) => {
      const images = coflight.createPreloader({ idleTimeout: 0 });
      await images.preload({ src: url, srcset: `${url} 16w`, sizes: '4px' }).done;
      return images.stats();
    }, one.url);
    expect(stats).toMatchObject({ held: 1, heldBytes: 16 * 12 * 4 });
    expect(await one.hits()).toBe(1);
  });

  test('a group counts the bytes of an image whose address has a fragment', async () => {
    const one = at({});
    const bytes = await tab.evaluate(async (url) => {
      const { bytes } = await coflight.createPreloader({ idleTimeout: 0 }).preload(`${url}#part`).done;
      return bytes;
    }, one.url);
    expect(bytes).toBeGreaterThan(8 * 6 * 3);
  });

  describe('watchImages', () => {
    /** Watches an element of this HTML until it shows its image. Returns which it has chosen. */
    const chosen = (html: string, inFrame = false): Promise<string> =>
      tab.evaluate(
        async (html, inFrame) => {
          let root = document;
          if (inFrame) {
            const frame = document.createElement('iframe');
            frame.srcdoc = '<!doctype html><body></body>';
            document.body.append(frame);
            await new Promise((resolve) => {
              frame.onload = resolve;
            });
            root = frame.contentDocument as Document;
          }
          root.body.innerHTML = html;
          const image = root.querySelector('img') as HTMLImageElement;
          coflight.watchImages(root);
          while (!image.complete || !image.naturalWidth)
            await new Promise((resolve) => setTimeout(resolve, 5));
          return image.currentSrc;
        },
        html,
        inFrame,
      );

    test('takes for sizes="auto" the candidate that the browser takes, with one request', async () => {
      const [small, large] = [at({ image: '60x45' }), at({ image: '600x450' })];
      const srcset = `${small.url} 60w, ${large.url} 600w`;
      const html = `<img loading="lazy" sizes="auto, 600px" style="width: 50px" data-src="${large.url}" data-srcset="${srcset}">`;
      const [taken, other] = (await chosen(html)) === small.url ? [small, large] : [large, small];
      expect([await taken.hits(), await other.hits()]).toEqual([1, 0]);
      // WebKit does not know the value, and takes the next one.
      expect(taken).toBe(engine === 'webkit' ? large : small);
    });

    test('takes the source that the browser takes, with one request', async () => {
      const [never, yes, fallback] = [at({}), at({}), at({})];
      const html = `<picture>
        <source media="(max-width: 1px)" data-srcset="${never.url}">
        <source type="image/png" data-srcset="${yes.url}">
        <img data-src="${fallback.url}"></picture>`;
      expect(await chosen(html)).toBe(yes.url);
      expect([await never.hits(), await yes.hits(), await fallback.hits()]).toEqual([0, 1, 0]);
    });

    test('shows an uncacheable image in a frame with one request', async () => {
      const one = at({ cache: 'no-store' });
      expect(await chosen(`<img data-src="${one.url}">`, true)).toBe(one.url);
      expect(await one.hits()).toBe(1);
    });
  });

  describe('in a document that is an SVG,', () => {
    beforeEach(async () => {
      const imports = ['index', 'preload'].map((name) => `import('/coflight/${name}.js')`).join();
      const script = `Promise.all([${imports}]).then((all) => { globalThis.coflight = Object.assign({}, ...all); });`;
      const html = 'xmlns="http://www.w3.org/1999/xhtml"';
      const frame = `<foreignObject width="9" height="9"><body ${html}><img ${html}/></body></foreignObject>`;
      const svg = `<svg xmlns="http://www.w3.org/2000/svg">${frame}<script>${script}</script></svg>`;
      site.put('/map.svg', svg, { 'content-type': 'image/svg+xml' });
      await tab.goto(`${site.origin}/map.svg`);
      await tab.evaluate(async () => {
        while (!globalThis.coflight) await new Promise((resolve) => setTimeout(resolve, 5));
      });
    });

    test('images load and preload', async () => {
      const [one, two] = [at({}), at({})];
      const seen = await tab.evaluate(
        async (one, two) => {
          const images = coflight.createPreloader({ idleTimeout: 0 });
          const { done } = await images.preload(one).done;
          const image = await images.load({ src: two, srcset: two });
          return [done, image.naturalWidth, image instanceof HTMLImageElement, images.stats().heldBytes];
        },
        one.url,
        two.url,
      );
      expect(seen).toEqual([1, 8, true, 192]);
    });

    test('`watchImages` loads an image of HTML', async () => {
      const one = at({});
      const width = await tab.evaluate(async (url) => {
        const image = document.querySelector('foreignObject img') as HTMLImageElement;
        const loaded = new Promise((resolve) => image.addEventListener('load', resolve));
        image.dataset.src = url;
        const stop = coflight.watchImages();
        await loaded;
        stop();
        return image.naturalWidth;
      }, one.url);
      expect(width).toBe(8);
    });
  });

  test('an image as Blob or bitmap is one request for all callers', async () => {
    const [one, two] = [at({ gate: 'body' }), at({ gate: 'body' })];
    const sizes = tab.evaluate(
      async (one, two) => {
        const images = coflight.createPreloader({ idleTimeout: 0, lanes: 2 });
        const sources = [
          { src: one, as: coflight.asBlob() },
          { src: two, as: coflight.asBitmap() },
        ] as const;
        const groups = [
          images.preload<Blob | ImageBitmap>(...sources),
          images.preload<Blob | ImageBitmap>(...sources),
        ];
        const loads = sources.map((source) => images.load<Blob | ImageBitmap>(source));
        const sizes: number[] = [];
        const add = (image: Blob | ImageBitmap) =>
          sizes.push(image instanceof Blob ? Math.sign(image.size) : image.width);
        for (const load of loads) add(await load);
        for (const group of groups) for await (const image of group) add(image);
        return sizes;
      },
      one.url,
      two.url,
    );
    await one.open('body');
    await two.open('body');
    expect(await sizes).toEqual([1, 8, 1, 8, 1, 8]);
    expect([await one.hits(), await two.hits()]).toEqual([1, 1]);
  });
});
