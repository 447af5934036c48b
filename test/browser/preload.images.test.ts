import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { asBitmap, asBlob, load, preload } from '../../src/preload/index.ts';
import { hitsOf, picture, pictures, preloader, urls } from '../support/preloading.ts';
import { resource } from '../support/resource.ts';
import { turns } from '../support/turns.ts';

/** The element that gives relative addresses their base, for one test. */
function baseOfPage(): HTMLBaseElement {
  const base = document.createElement('base');
  onTestFinished(() => base.remove());
  document.head.append(base);
  return base;
}

describe('an image', () => {
  test('is a decoded element, without traces of how it was loaded', async () => {
    const decode = vi.spyOn(HTMLImageElement.prototype, 'decode');
    const one = picture();
    const image = await preloader().load(one.url);
    expect(decode.mock.contexts).toEqual([image]);
    decode.mockRestore();
    expect(image.outerHTML.replaceAll('&amp;', '&')).toBe(`<img src="${one.url}">`);
    expect([image.onload, image.onerror]).toEqual([null, null]);
  });

  test('is handed over without a second request when it is held', async () => {
    const images = preloader();
    const one = picture();
    await images.preload(one.url).done;
    expect(images.stats()).toMatchObject({ held: 1, heldBytes: 8 * 6 * 4 });
    const image = await images.load(one.url);
    expect(image.complete).toBe(true);
    expect(images.stats()).toMatchObject({ held: 0, heldBytes: 0 });
    expect(await one.hits()).toBe(1);
  });

  test('is each caller’s own', async () => {
    const images = preloader();
    const one = picture({ gate: 'body' });
    const loads = [images.load(one.url), images.load(one.url)];
    await one.open('body');
    const [first, second] = await Promise.all(loads);
    expect(first).not.toBe(second);
    expect([first?.naturalWidth, second?.naturalWidth]).toEqual([8, 8]);
    expect(await one.hits()).toBe(1);
  });

  test('is the same by string, URL and request, absolute and relative', async () => {
    const images = preloader();
    const one = picture({ gate: 'body' });
    const relative = one.url.replace(/^http:/, '');
    images.preload(one.url, relative, new URL(one.url), { src: one.url, srcset: undefined });
    expect(images.stats()).toMatchObject({ waiting: 1 });
  });

  test.each([
    { srcset: 'other.png 2x' },
    { sizes: '10px' },
    { crossOrigin: 'anonymous' },
    { referrerPolicy: 'no-referrer' },
    { as: asBlob() },
  ])('is another one with %o', (more) => {
    const images = preloader();
    const one = picture();
    const group = images.preload<HTMLImageElement | Blob>(one.url, { src: one.url, ...more });
    expect(group.progress.total).toBe(2);
  });

  test.each([' \n1.png\t ', '\u00a01.png', '1.png\u202f', '\ufeff1.png'])(
    'has the address that an `<img>` gives it: %j',
    (src) => {
      const launched = vi.fn();
      const images = preloader();
      images.addEventListener('launch', ({ detail }) => launched(detail.url));
      images.load(src).catch(() => {});
      expect(launched).toHaveBeenCalledExactlyOnceWith(Object.assign(new Image(), { src }).src);
    },
  );

  test('is chosen by the browser from a srcset', async () => {
    const images = preloader();
    const [small, large] = [picture(), picture({ image: '16x12' })];
    const source = { src: small.url, srcset: `${small.url} 8w, ${large.url} 800w`, sizes: '700px' };
    await images.preload(source).done;
    const image = await images.load(source);
    expect(image.currentSrc).toBe(large.url);
    expect(await hitsOf([small, large])).toEqual([0, 1]);
  });

  test('asks for its `src` alone where its `srcset` is for other screens', async () => {
    const [own, dense] = [picture(), picture()];
    const image = await preloader().load({ src: own.url, srcset: `${dense.url} 9x` });
    expect(image.outerHTML).toBe(`<img srcset="${dense.url} 9x" src="${own.url}">`);
    expect(await hitsOf([own, dense])).toEqual([1, 0]);
  });

  test('is chosen from the candidates that its `srcset` named when it was asked for, whatever the page is by now', async () => {
    const images = preloader();
    const [plain, one] = [picture(), picture()];
    const base = baseOfPage();
    base.href = one.url;
    images.pause();
    const group = images.preload({ src: plain.url, srcset: `${one.url.replace(/.*\//, '')} 1x` });
    base.href = '/elsewhere/';
    images.resume();
    expect(await group.done).toMatchObject({ done: 1, failed: 0 });
    for await (const image of group) expect(image.currentSrc).toBe(one.url);
    expect(await hitsOf([plain, one])).toEqual([0, 1]);
  });

  test('is another one when the page has changed what the address of a candidate means', async () => {
    const images = preloader();
    const load = vi.fn(() => ({ result: new Promise<string>(() => {}) }));
    const source = { src: 'https://a.example/1.jpg', srcset: '2.jpg 1x', as: { name: 'own', load } };
    const base = baseOfPage();
    for (const folder of ['/one/', '/two/']) {
      base.href = folder;
      images.load(source).catch(() => {});
    }
    await expect.poll(() => load.mock.calls.length).toBe(2);
  });

  test('may be readable across origins', async () => {
    const one = picture();
    const image = await preloader().load({ src: one.url, crossOrigin: 'anonymous' });
    const canvas = document.createElement('canvas').getContext('2d');
    canvas?.drawImage(image, 0, 0);
    expect(canvas?.getImageData(0, 0, 1, 1).data).toHaveLength(4);
    expect((await one.seen()).requests[0]?.headers.origin).toBe(location.origin);
  });

  test('is requested with its referrer policy', async () => {
    const one = picture();
    await preloader().load({ src: one.url, referrerPolicy: 'no-referrer' });
    expect((await one.seen()).requests[0]?.headers.referer).toBeUndefined();
  });
});

describe('what is held', () => {
  test('is bounded by count, and the oldest goes first', async () => {
    const images = preloader({ maxHeld: 2 });
    const list = pictures(3, { cache: 'no-store' });
    await images.preload(...urls(list)).done;
    await turns();
    expect(images.stats()).toMatchObject({ held: 2 });
    expect(images.preload(...urls(list).slice(1)).progress.left).toBe(0);
    expect(images.preload(list[0]?.url ?? '').progress.left).toBe(1);
  });

  test('is bounded by decoded bytes', async () => {
    const images = preloader({ maxHeldBytes: 3 * 8 * 6 * 4 - 1 });
    await images.preload(...urls(pictures(3))).done;
    await turns();
    expect(images.stats()).toMatchObject({ held: 2, heldBytes: 2 * 8 * 6 * 4 });
  });

  test('may be nothing, and a load still gets its image', async () => {
    const images = preloader({ maxHeld: 0 });
    const one = picture({ gate: 'body' });
    const gallery = images.preload({ src: one.url, as: asBitmap() });
    const bitmap = images.load({ src: one.url, as: asBitmap() });
    await one.open('body');
    expect((await bitmap).width).toBe(8);
    expect((await gallery.done).done).toBe(1);
    expect(images.stats().held).toBe(0);
  });

  test('closes bitmaps that no caller got', async () => {
    const close = vi.spyOn(ImageBitmap.prototype, 'close');
    const images = preloader({ maxHeld: 1 });
    await images.preload(...pictures(2).map(({ url }) => ({ src: url, as: asBitmap() }))).done;
    await turns();
    expect(close).toHaveBeenCalledOnce();
    close.mockRestore();
  });
});

/** Polls while faked time goes on by a millisecond. WebKit has no idle callbacks: a timer stands in their place. */
const moments = (look: () => unknown) =>
  expect.poll(async () => {
    await vi.advanceTimersByTimeAsync(1);
    return look();
  });

describe('asBlob', () => {
  test('gives the bytes, and counts them', async () => {
    const images = preloader();
    const one = picture();
    const group = images.preload({ src: one.url, as: asBlob() });
    const { bytes } = await group.done;
    const blob = await images.load({ src: one.url, as: asBlob() });
    expect(blob).toBeInstanceOf(Blob);
    expect([blob.type, blob.size]).toEqual(['image/png', bytes]);
    expect(await one.hits()).toBe(1);
  });

  test('aborts its request', async () => {
    const images = preloader();
    const one = picture({ gate: 'body' });
    const control = new AbortController();
    const blob = images.load({ src: one.url, as: asBlob() }, control);
    await one.seen({ requests: 1 });
    control.abort('enough');
    await expect(blob).rejects.toBe('enough');
    await one.seen({ aborted: 1 });
  });

  test('rejects with the status', async () => {
    const one = resource({ status: 404 });
    await expect(preloader().load({ src: one.url, as: asBlob({ retries: 3 }) })).rejects.toThrow(
      new Error(`GET ${one.url} failed: 404.`),
    );
    expect(await one.hits()).toBe(1);
  });

  test('rejects with the status when its own fetch has read the body, and does not try again', async () => {
    const one = resource({ status: 404 });
    const reading = async (...args: Parameters<typeof globalThis.fetch>) => {
      const response = await fetch(...args);
      await response.text();
      return response;
    };
    const source = { src: one.url, as: asBlob({ fetch: reading, retries: 3 }) };
    await expect(preloader().load(source)).rejects.toThrow(new Error(`GET ${one.url} failed: 404.`));
    expect(await one.hits()).toBe(1);
  });

  test('rejects with the status although its own fetch keeps a copy that nobody reads', async () => {
    const one = resource({ status: 404, size: 200, chunk: 100, gate: 'end' });
    const copies: Response[] = [];
    const copying = async (...args: Parameters<typeof globalThis.fetch>) => {
      const response = await fetch(...args);
      copies.push(response.clone());
      return response;
    };
    const source = { src: one.url, as: asBlob({ fetch: copying }) };
    // In WebKit, the body would not be cancelled before the copy is.
    await expect(preloader().load(source)).rejects.toThrow(new Error(`GET ${one.url} failed: 404.`));
    await one.open('end');
    expect(copies).toHaveLength(1);
  });

  test('cannot choose from a srcset, and does not try again', async () => {
    const source = { src: picture().url, srcset: 'x.png 2x', as: asBlob({ retries: 3 }) };
    const images = preloader();
    let launches = 0;
    images.addEventListener('launch', () => void launches++);
    await expect(images.load(source)).rejects.toThrow(
      new TypeError('`asBlob()` and `asBitmap()` take no `srcset`: pass one `src`.'),
    );
    expect(launches).toBe(1);
  });

  test.each([
    ['a 503', { status: 503 }],
    ['a 429', { status: 429 }],
    ['a connection that breaks', { reset: 'headers' }],
    ['a body that breaks', { reset: 'body', size: 100, chunk: 50, length: 1 }],
  ])('tries again after %s', async (_, query) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const images = preloader();
      const [one, two] = [resource(query), picture()];
      let launches = 0;
      images.addEventListener('launch', ({ detail }) => {
        if (detail.url === one.url) launches++;
      });
      const group = images.preload<Blob>(
        { src: one.url, as: asBlob({ retries: 1 }) },
        { src: two.url, as: asBlob() },
      );
      // Meanwhile the queue goes on.
      await moments(() => group.progress).toMatchObject({ done: 1, left: 1 });
      expect(launches).toBe(1);
      await vi.advanceTimersByTimeAsync(1000);
      expect(await group.done).toMatchObject({ done: 1, failed: 1 });
      expect(launches).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  test('honours Retry-After', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const images = preloader();
      const one = resource({ status: 503, 'header.retry-after': 9 });
      const group = images.preload({ src: one.url, as: asBlob({ retries: 1 }) });
      await moments(async () => (await one.seen()).finished).toBe(1);
      await moments(() => images.stats().inFlight).toBe(0);
      // More than there is to wait without it, and less than it says.
      await vi.advanceTimersByTimeAsync(8000);
      expect(await one.hits()).toBe(1);
      await vi.advanceTimersByTimeAsync(1000);
      await group.done;
      expect(await one.hits()).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  test('does not wait for a server that asks for hours', async () => {
    const one = resource({ status: 503, 'header.retry-after': 7200 });
    const source = { src: one.url, as: asBlob({ retries: 1 }) };
    await expect(preloader().load(source)).rejects.toThrow('503');
  });
});

/** Returns the first bytes of a bitmap as WebGL gets them: red, green, blue, alpha. */
function pixelOf(bitmap: ImageBitmap): Uint8Array {
  const gl = document.createElement('canvas').getContext('webgl') as WebGLRenderingContext;
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
  const pixel = new Uint8Array(4);
  gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
  return pixel;
}

describe('asBitmap', () => {
  test('gives each caller a bitmap to close', async () => {
    const images = preloader();
    const one = picture({ gate: 'body' });
    const source = { src: one.url, as: asBitmap() };
    const loads = [images.load(source), images.load(source)];
    await one.open('body');
    const [first, second] = await Promise.all(loads);
    first?.close();
    expect([first?.width, second?.width]).toEqual([0, 8]);
    expect(await one.hits()).toBe(1);
  });

  test('gives each caller the colours that `premultiplyAlpha` asks for', async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
    canvas.getContext('2d')?.putImageData(new ImageData(new Uint8ClampedArray([200, 100, 50, 64]), 1), 0, 0);
    const images = preloader();
    const source = { src: canvas.toDataURL(), as: asBitmap({ premultiplyAlpha: 'none' }) };
    const bitmaps = await Promise.all([images.load(source), images.load(source)]);
    // A quarter of it when it is premultiplied. Browsers round in different ways.
    for (const [red = 0] of bitmaps.map(pixelOf)) expect(red).toBeGreaterThan(190);
  });

  test('passes its options on, and keeps different ones apart', async () => {
    const images = preloader();
    const one = picture();
    const small = await images.load({ src: one.url, as: asBitmap({ resizeWidth: 4 }) });
    expect(small.width).toBe(4);
    const group = images.preload(
      { src: one.url, as: asBitmap() },
      { src: one.url, as: asBitmap({ resizeWidth: 4 }) },
    );
    expect(group.progress.total).toBe(2);
  });

  test('rejects for a body that is no image', async () => {
    const one = resource({ type: 'image/png', body: 'no image' });
    await expect(preloader().load({ src: one.url, as: asBitmap() })).rejects.toThrow();
  });

  test('does not try again for an option that `createImageBitmap` refuses', async () => {
    const one = picture();
    const as = asBitmap({ retries: 1, resizeQuality: 'best' as ResizeQuality });
    await expect(preloader().load({ src: one.url, as })).rejects.toThrow(TypeError);
    expect(await one.hits()).toBe(1);
  });
});

describe('the page’s own preloader', () => {
  test('needs one line of code', async () => {
    const list = pictures(2);
    expect(await preload(...urls(list)).done).toMatchObject({ done: 2 });
    expect((await load(list[1]?.url ?? '')).naturalWidth).toBe(8);
    expect(await hitsOf(list)).toEqual([1, 1]);
  });
});
