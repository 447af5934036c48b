import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFetch } from '../../src/index.ts';
import {
  asBitmap,
  asBlob,
  createPreloader,
  type Group,
  type ImageSource,
  type Kind,
  type LoadOptions,
  load,
  type PreloaderOptions,
  pageActivity,
  watchImages,
} from '../../src/preload/index.ts';
import { picture, preloader } from '../support/preloading.ts';

const create = (options: unknown) => () => createPreloader(options as PreloaderOptions);

describe('createPreloader', () => {
  test.each([
    ['lanes', 0, 'a whole number from 1, got `0`'],
    ['lanes', 1.5, 'a whole number from 1, got `1.5`'],
    ['lanesPerOrigin', Number.NaN, 'a whole number from 1, got `NaN`'],
    ['loadTimeout', -1, 'a number from 0 to 2147483647, got `-1`'],
    ['busyTimeout', Number.NaN, 'a number from 0 to 2147483647, got `NaN`'],
    ['maxHeld', -5, 'a whole number from 0, got `-5`'],
    ['maxHeldBytes', -5, 'a number from 0, got `-5`'],
  ])('refuses `%s: %s` with a RangeError', (name, value, message) => {
    expect(create({ [name]: value })).toThrow(new RangeError(`Expected \`${name}\` to be ${message}.`));
  });

  test.each([
    ['lanes', '2', "a whole number from 1, got `'2'`"],
    ['lanes', null, 'a whole number from 1, got `null`'],
    ['slow', 'never', "'wait' or 'skip' or 'go', got `never`"],
    ['busy', globalThis.fetch, 'a wrapped fetch, pageActivity() or a list of them, got `[object Function]`.'],
    ['busy', [createFetch(), 5], 'a wrapped fetch, pageActivity() or a list of them'],
    ['busy', null, 'a wrapped fetch, pageActivity() or a list of them, got `null`.'],
    ['busy', { stats: () => ({ inFlight: 0 }) }, 'a wrapped fetch, pageActivity() or a list of them'],
    ['busy', createPreloader(), 'a wrapped fetch, pageActivity() or a list of them'],
  ])('refuses `%s: %s` with a TypeError', (name, value, message) => {
    expect(create({ [name]: value })).toThrow(TypeError);
    expect(create({ [name]: value })).toThrow(`Expected \`${name}\` to be ${message}`);
  });

  test.each([
    [{ maxheld: 5 }, 'Unknown option `maxheld`. Did you mean `maxHeld`?'],
    [{ lane: 2 }, 'Unknown option `lane`. Did you mean `lanes`?'],
    [{ busyTimout: 5 }, 'Unknown option `busyTimout`. Did you mean `busyTimeout`?'],
    [{ lanesPerHost: 1 }, 'Unknown option `lanesPerHost`. Did you mean `lanes`?'],
    [{ lanesPerOrigins: 1 }, 'Unknown option `lanesPerOrigins`. Did you mean `lanesPerOrigin`?'],
    [{ maxHeldByte: 5 }, 'Unknown option `maxHeldByte`. Did you mean `maxHeldBytes`?'],
    [{ patience: 1 }, 'Unknown option `patience`.'],
  ])('refuses %o, which it does not know', (options, message) => {
    expect(create(options)).toThrow(new TypeError(message));
  });

  test.each([[null], [5], ['fast'], [() => {}]])('refuses %o in place of options', (options) => {
    expect(create(options)).toThrow('Expected `options` to be a plain object');
  });

  test('takes undefined for every option', () => {
    const nothing: Record<keyof PreloaderOptions, undefined> = {
      busy: undefined,
      lanes: undefined,
      lanesPerOrigin: undefined,
      slow: undefined,
      idleTimeout: undefined,
      busyTimeout: undefined,
      loadTimeout: undefined,
      maxHeld: undefined,
      maxHeldBytes: undefined,
    };
    expect(create(nothing)).not.toThrow();
  });
});

describe('an address', () => {
  test.each([[''], [' '], [undefined], [null], ['http://'], [{}], [{ src: '' }], [5], [[]]])(
    'An address of %o is a TypeError, and nothing is lost',
    async (source) => {
      const images = preloader();
      const one = picture({ gate: 'body' });
      const gallery = images.preload(one.url);
      expect(() => images.preload(picture().url, source as string)).toThrow(TypeError);
      await expect(images.load(source as string)).rejects.toThrow(
        'Expected `src` to be the address of one image',
      );
      await one.open('body');
      expect((await gallery.done).done).toBe(1);
      expect(images.stats()).toMatchObject({ waiting: 0 });
    },
  );
});

test('A list in place of a source is refused with an error that says how to pass several', async () => {
  const message =
    'Expected `src` to be the address of one image (for several: `preload(...sources)`), got `[object Array]`.';
  const list = [picture().url] as unknown as string;
  expect(() => preloader().preload(list)).toThrow(new TypeError(message));
});

describe('replace', () => {
  test.each([['1.jpg'], [null], [undefined], [5], [{ src: '1.jpg' }]])(
    'refuses %o, which is no list, and drops nothing',
    (sources) => {
      const images = preloader();
      images.pause();
      images.preload(picture().url);
      expect(() => images.replace(sources as never)).toThrow(TypeError);
      expect(() => images.replace(sources as never)).toThrow(
        'Expected `sources` to be a list of images, got `',
      );
      expect(images.stats()).toMatchObject({ waiting: 1 });
    },
  );

  test('takes a list of any kind', () => {
    const images = preloader();
    const { url } = picture();
    expect(images.replace(new Set([url])).progress.total).toBe(1);
  });
});

describe('forget', () => {
  test.each([
    [null, 'null'],
    [5, '5'],
    ['', "''"],
  ])('refuses %o with an error that says what it expects', (target, got) => {
    expect(() => preloader().forget(target as string)).toThrow(
      `Expected \`target\` to be the address of one image, got \`${got}\`.`,
    );
  });
});

describe('the type of a source', () => {
  test('is that of an element, unless `as` says what comes', () => {
    const images = preloader();
    const [src, as] = ['1.jpg', asBlob()];
    // The compiler checks these functions. No test calls them.
    const calls = [
      (): Promise<HTMLImageElement> => images.load(src),
      (): Promise<HTMLImageElement> => images.load({ src }),
      (): Promise<Blob> => images.load({ src, as }),
      (): Promise<ImageBitmap> => load({ src, as: asBitmap() }),
      (): Group<Blob> => images.preload({ src, as }, { src: new URL(src), as }),
      (): Group<Blob | HTMLImageElement> => images.preload<Blob | HTMLImageElement>(src, { src, as }),
      (source: ImageSource): Group => images.replace([source]),
      (source: ImageSource<Blob>): Promise<Blob> => images.load(source),
      (group: Group<Blob>) => group.addEventListener('progress', ({ type }) => type),
      // @ts-expect-error
      (group: Group<Blob>) => group.addEventListener('progres', () => {}),
      // @ts-expect-error
      (): Promise<Blob> => images.load(src),
      // @ts-expect-error
      (): Promise<Blob> => images.load({ src }),
      // @ts-expect-error
      () => images.load<ImageBitmap>({ src }),
      // @ts-expect-error
      () => images.preload(src, { src, as }),
      // @ts-expect-error
      () => createPreloader({ busy: images }),
    ];
    expect(calls).toHaveLength(15);
  });
});

describe('an image request', () => {
  const src = 'http://127.0.0.1:1/1.png';

  test.each<[object, string | RegExp]>([
    [{ priority: 'high' }, 'Expected `priority` to be a number, got `high`.'],
    [{ priority: Number.NaN }, 'Expected `priority` to be a number, got `NaN`.'],
    [{ as: {} }, 'Expected `as` to be a kind of image, such as asBlob(), got `[object Object]`.'],
    [{ as: 'blob' }, 'Expected `as` to be a kind of image, such as asBlob(), got `blob`.'],
    [{ as: asBlob }, 'Expected `as` to be a kind of image, such as asBlob(), got `'],
    [{ as: { load() {} } }, 'Expected `as` to be a kind of image'],
    [{ srcset: 5 }, 'Expected `srcset` to be a string, got `5`.'],
    [{ crossOrigin: 5 }, 'Expected `crossOrigin` to be a string, got `5`.'],
    [{ crossorigin: 'anonymous' }, 'Unknown option `crossorigin`. Did you mean `crossOrigin`?'],
    [{ alt: 'A photo' }, /Unknown option `alt`\.$/],
    [{ srcSet: '2.png 2x' }, 'Unknown option `srcSet`. Did you mean `srcset`?'],
  ])('An image request with %o is refused', async (more, message) => {
    const images = preloader();
    const source = { src, ...more } as ImageSource;
    expect(() => images.preload(source)).toThrow(message);
    expect(() => images.replace([source])).toThrow(message);
    await expect(images.load(source)).rejects.toThrow(message);
    expect(images.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
  });

  test.each<[object, string]>([
    [{ srcset: '2.png 2x' }, 'Expected `src` to be the address of one image, got `undefined`.'],
    [{ src: undefined }, 'Expected `src` to be the address of one image, got `undefined`.'],
    [{ url: src }, 'Unknown option `url`.'],
  ])('An image request that is %o, without `src`, is refused', async (source, message) => {
    await expect(preloader().load(source as ImageSource)).rejects.toThrow(message);
  });

  test('may have null or undefined for each attribute', () => {
    const source = { src, srcset: undefined, sizes: undefined, crossOrigin: null, referrerPolicy: undefined };
    const images = preloader();
    images.preload(source, src);
    expect(images.stats()).toMatchObject({ waiting: 1 });
  });

  test('may be an element, whose attributes it takes, also where a framework has added members', async () => {
    const one = picture();
    const element = Object.assign(new Image(), { __framework: {} });
    element.crossOrigin = 'anonymous';
    element.loading = 'lazy';
    element.src = one.url;
    expect((await preloader().load(element)).crossOrigin).toBe('anonymous');
  });

  test.each([
    [{ crossOrigin: '' }, { crossOrigin: 'anonymous' }],
    [{ crossOrigin: 'nonsense' }, { crossOrigin: 'anonymous' }],
    [{ crossOrigin: 'no-use-credentials' }, { crossOrigin: 'anonymous' }],
    [{ crossOrigin: 'use-credentials-not' }, { crossOrigin: 'anonymous' }],
    [{ crossOrigin: 'USE-credentials' }, { crossOrigin: 'use-credentials' }],
    [{ referrerPolicy: '' }, {}],
    [{ srcset: '' }, {}],
    [{ priority: 5 }, {}],
  ])('An image request with %o is the same as with %o', (one, other) => {
    const images = preloader();
    expect(images.preload({ src, ...one }, { src, ...other }).progress.total).toBe(1);
  });
});

describe('asBlob and asBitmap', () => {
  test.each<[object, string]>([
    [{ fetch: 5 }, 'Expected `fetch` to be a function, got `5`.'],
    [{ retries: Number.NaN }, 'Expected `retries` to be a whole number from 0, got `NaN`.'],
    [{ retries: -1 }, 'Expected `retries` to be a whole number from 0, got `-1`.'],
    [{ retries: '3' }, "Expected `retries` to be a whole number from 0, got `'3'`."],
  ])('refuse %o', (options, message) => {
    expect(() => asBlob(options)).toThrow(message);
    expect(() => asBitmap(options)).toThrow(message);
  });

  test('refuse unknown options', () => {
    expect(() => asBlob({ retrys: 3 } as object)).toThrow('Unknown option `retrys`. Did you mean `retries`?');
    expect(() => asBitmap({ resizewidth: 3 } as object)).toThrow(
      'Unknown option `resizewidth`. Did you mean `resizeWidth`?',
    );
  });

  test('take undefined for every option', () => {
    expect(() => [
      asBlob({ fetch: undefined, retries: undefined }),
      asBitmap({ fetch: undefined, retries: undefined }),
    ]).not.toThrow();
  });
});

describe('load', () => {
  test.each<[unknown, string]>([
    [{ signal: 5 }, 'Expected `signal` to be an AbortSignal, got `5`.'],
    [{ signal: {} }, 'Expected `signal` to be an AbortSignal, got `[object Object]`.'],
    [{ sginal: undefined }, 'Unknown option `sginal`. Did you mean `signal`?'],
    [null, 'Expected `options` to be a plain object, got `null`.'],
    [AbortSignal.abort(), 'Expected `options` to be a plain object, got `[object AbortSignal]`.'],
  ])('refuses %o, and the image is still held', async (options, message) => {
    const images = preloader();
    const { url } = picture();
    await images.preload(url).done;
    await expect(images.load(url, options as LoadOptions)).rejects.toThrow(message);
    expect(images.stats()).toMatchObject({ inFlight: 0, waiting: 0, held: 1 });
  });

  test('takes null and undefined for a signal', async () => {
    const images = preloader();
    await images.load(picture().url, { signal: undefined });
    expect((await images.load(picture().url, { signal: null })).naturalWidth).toBe(8);
  });

  test('takes an AbortController for its signal', async () => {
    const control = new AbortController();
    control.abort('before');
    await expect(preloader().load(picture().url, control)).rejects.toBe('before');
  });
});

describe('prioritize', () => {
  test.each([['high'], [Number.NaN], [undefined]])('refuses %s', (priority) => {
    const group = preloader().preload(picture().url);
    expect(() => group.prioritize(priority as number)).toThrow(
      `Expected \`priority\` to be a number, got \`${priority}\`.`,
    );
  });
});

describe('pageActivity and watchImages', () => {
  test('stops watching the page with its last listener', () => {
    const disconnect = vi.spyOn(PerformanceObserver.prototype, 'disconnect');
    onTestFinished(() => disconnect.mockRestore());
    const activity = pageActivity();
    const listener = () => {};
    for (const type of ['launch', 'settle'] as const) activity.addEventListener(type, listener);
    activity.removeEventListener('launch', listener);
    expect(disconnect).not.toHaveBeenCalled();
    activity.removeEventListener('settle', listener);
    expect(disconnect).toHaveBeenCalledOnce();
  });

  test('refuse wrong and unknown options', () => {
    for (const quietDelay of [-1, 2 ** 31, Number.POSITIVE_INFINITY])
      expect(() => pageActivity({ quietDelay })).toThrow(
        `Expected \`quietDelay\` to be a number from 0 to 2147483647, got \`${quietDelay}\`.`,
      );
    expect(() => pageActivity({ quiet: 1 } as object)).toThrow('Unknown option `quiet`.');
    expect(() => watchImages(document, { image: preloader() } as object)).toThrow(
      'Unknown option `image`. Did you mean `images`?',
    );
    expect(() => watchImages(document, { images: 5 } as object)).toThrow(
      'Expected `images` to be a preloader, got `5`.',
    );
    for (const [root, got] of [
      ['main' as unknown as Document, 'main'],
      [document.createElement('iframe'), '[object HTMLIFrameElement]'],
    ] as const)
      expect(() => watchImages(root)).toThrow(
        `Expected \`root\` to be a document or an element (of a frame: its \`contentDocument\`), got \`${got}\`.`,
      );
  });
});

/** A kind of image in which one thing goes wrong. */
const kindWith = (wrong: Partial<Kind<string>>): Kind<string> => ({
  name: `custom ${Math.random()}`,
  load: () => ({ result: Promise.resolve('image') }),
  ...wrong,
});
const fail = () => {
  throw new Error('custom');
};

describe('a kind of the caller', () => {
  test('needs no more than a name and a way to load', async () => {
    const images = preloader();
    const as = kindWith({});
    const group = images.preload({ src: picture().url, as });
    const seen: string[] = [];
    for await (const image of group) seen.push(image);
    expect(seen).toEqual(['image']);
    expect(await group.done).toMatchObject({ done: 1, bytes: 0 });
  });

  test.each<[string, Partial<Kind<string>>]>([
    ['load', { load: fail }],
    ['load, by what it returns', { load: () => undefined as never }],
    ['load, later', { load: () => ({ result: Promise.resolve().then(fail) }) }],
    ['memoryBytes', { memoryBytes: fail }],
    ['networkBytes', { networkBytes: fail }],
    ['retry', { load: () => ({ result: Promise.resolve().then(fail) }), retry: fail }],
  ])('A kind of the caller that throws in %s fails its image, and the queue goes on', async (_, wrong) => {
    const images = preloader();
    const as = kindWith(wrong);
    const url = picture().url;
    const group = images.preload<string | HTMLImageElement>({ src: url, as }, picture().url);
    expect(await group.done).toMatchObject({ done: 1, failed: 1, left: 0 });
    await expect(images.load({ src: url, as })).rejects.toThrow();
    expect(images.stats()).toMatchObject({ inFlight: 0, waiting: 0, held: 1 });
  });

  test('A kind of the caller that throws in `copy` fails the callers that would have got a copy', async () => {
    const images = preloader();
    const source = { src: picture().url, as: kindWith({ copy: fail }) };
    const loads = await Promise.allSettled([images.load(source), images.load(source)]);
    expect(loads.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('A kind of the caller that throws in release takes nothing with it, and the page hears of it', async () => {
    const images = preloader();
    const sources = [1, 2].map(() => ({ src: picture().url, as: kindWith({ release: fail }) }));
    await images.preload(...sources).done;
    const errors: unknown[] = [];
    const onError = (event: ErrorEvent) => {
      event.preventDefault();
      errors.push(event.error.message);
    };
    addEventListener('error', onError);
    onTestFinished(() => removeEventListener('error', onError));
    images.clear();
    expect(images.stats()).toMatchObject({ held: 0, heldBytes: 0 });
    await expect.poll(() => errors).toEqual(['custom', 'custom']);
  });

  test.each([Number.NaN, -5, '5', undefined])(
    'A kind of the caller that takes %s for its memory is counted as nothing',
    async (bytes) => {
      const images = preloader();
      await images.preload(picture().url).done;
      const as = kindWith({ memoryBytes: () => bytes as number });
      await images.preload({ src: picture().url, as }).done;
      expect(images.stats()).toMatchObject({ held: 2, heldBytes: 8 * 6 * 4 });
    },
  );

  test('may load undefined as its result', async () => {
    const images = preloader();
    const as = kindWith({ load: () => ({ result: Promise.resolve(undefined as never) }) });
    const group = images.preload({ src: picture().url, as });
    const seen: unknown[] = [];
    for await (const image of group) seen.push(image);
    expect(seen).toEqual([undefined]);
  });
});
