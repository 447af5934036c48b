import * as leaflet from 'leaflet';
import * as leaflet2 from 'leaflet-2';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { coalesceTiles } from '../../src/adapters/leaflet.ts';
import { createFetch } from '../../src/index.ts';
import { preloader, turns } from '../support/preloading.ts';
import { resource } from '../support/resource.ts';
import { container, middle, tileSet } from '../support/tiles.ts';

const events = ['loading', 'tileloadstart', 'tileload', 'tileerror', 'load', 'tileunload', 'tileabort'];

describe.each([
  ['1.9', leaflet],
  ['2', leaflet2],
])('coalesceTiles, Leaflet %s', (_, L) => {
  /** A map of nine tiles, for one test. */
  function createMap(options: leaflet.MapOptions = {}): leaflet.Map {
    const map = new L.Map(container(), { fadeAnimation: false, zoomAnimation: false, ...options });
    onTestFinished(() => void map.remove());
    return map.setView([middle.latitude, middle.longitude], 3);
  }

  /** Resolves when a layer that is added to a map of its own has loaded all its tiles. */
  async function show(layer: leaflet.TileLayer): Promise<leaflet.Map> {
    const map = createMap();
    await new Promise<void>((resolve) => map.addLayer(layer.once('load', () => resolve())));
    return map;
  }

  /** The names of all that a layer tells, from now on. */
  function told(layer: leaflet.TileLayer): string[] {
    const names: string[] = [];
    for (const name of events) layer.on(name, () => names.push(name));
    return names;
  }

  const imagesOf = (map: leaflet.Map) => [...map.getContainer().querySelectorAll('img')];

  test('maps of one view share the requests for their tiles', async () => {
    const set = tileSet({ gate: 'headers' });
    const fetch = createFetch();
    const shown = [1, 2, 3, 4].map(() => show(coalesceTiles(new L.TileLayer(set.template), { fetch })));
    expect(fetch.stats()).toMatchObject({ launched: 9, joined: 27 });
    await set.open('headers');
    await Promise.all(shown);
    expect(await set.counts()).toEqual({ requests: 9, tiles: 9 });
  });

  test('asks for tiles when Leaflet does, those in the middle first', () => {
    const urls: string[] = [];
    const layer = coalesceTiles(new L.TileLayer('/{z}/{x}/{y}'), {
      fetch: (url) => {
        urls.push(String(url));
        return new Promise(() => {});
      },
    });
    createMap().addLayer(layer);
    expect(urls).toHaveLength(9);
    expect(urls[0]).toBe('/3/4/4');
  });

  test.each([
    ['tiles that come', {}, {}],
    ['tiles that are not there', { body: 'none', status: 404 }, {}],
    ['tiles that are empty', { status: 204 }, {}],
    ['images with an error status', { status: 404 }, {}],
    ['connections that break', { reset: 'headers' }, {}],
    ['error tiles', { body: 'none', status: 404 }, { errorTileUrl: resource({ image: '4x4' }).url }],
    ['error tiles that fail', { body: 'none', status: 404 }, { errorTileUrl: resource({ body: '' }).url }],
  ])('tells and shows of %s what Leaflet does', async (_, query, options) => {
    const look = async (shared: boolean) => {
      const layer = new L.TileLayer(tileSet(query).template, options);
      if (shared) coalesceTiles(layer, { fetch: createFetch() });
      const names = told(layer);
      const map = await show(layer);
      const isReady = ({ complete, naturalWidth, className }: HTMLImageElement) =>
        complete && (!naturalWidth || className.includes('loaded'));
      await vi.waitFor(() => expect(imagesOf(map).every(isReady)).toBe(true));
      const sizes = imagesOf(map).map(({ naturalWidth }) => naturalWidth);
      const classes = imagesOf(map).map(({ className }) => className);
      map.removeLayer(layer);
      // While error tiles come, Leaflet tells of the end of loading once for each that finds all others loaded.
      const once = names.filter((name, at) => name !== 'load' || names.indexOf(name) === at);
      return { names: once.toSorted(), sizes, classes };
    };
    expect(await look(true)).toEqual(await look(false));
  });

  test.each([
    { subdomains: 'xy', tms: true },
    { detectRetina: true, zoomOffset: 1 },
    { zoomReverse: true, maxZoom: 5, foo: 'bar' },
  ])('asks for the addresses that Leaflet asks for, with the options %o', (options) => {
    const template = `${location.origin}/{s}/{z}/{x}/{y}{r}.png?{foo}`;
    const withFoo = { foo: '', ...options };
    const urls: string[] = [];
    const fetch = (url: unknown) => {
      urls.push(String(url));
      return new Promise<Response>(() => {});
    };
    createMap().addLayer(coalesceTiles(new L.TileLayer(template, withFoo), { fetch }));
    const map = createMap().addLayer(new L.TileLayer(template, withFoo));
    expect(urls.toSorted()).toEqual(
      imagesOf(map)
        .map(({ src }) => src)
        .toSorted(),
    );
  });

  test.each([
    [{}, { credentials: 'same-origin', referrerPolicy: '' }],
    [{ crossOrigin: true }, { credentials: 'same-origin', referrerPolicy: '' }],
    [{ crossOrigin: '' }, { credentials: 'same-origin', referrerPolicy: '' }],
    [{ crossOrigin: 'use-credentials' }, { credentials: 'include', referrerPolicy: '' }],
    [{ referrerPolicy: 'origin' }, { credentials: 'same-origin', referrerPolicy: 'origin' }],
  ] as const)('with the options %o tiles are fetched with %o', (options, expected) => {
    const fetch = vi.fn(() => new Promise<Response>(() => {}));
    const map = createMap().addLayer(coalesceTiles(new L.TileLayer('/{z}/{x}/{y}', options), { fetch }));
    expect(fetch).toHaveBeenCalledWith('/3/4/4', expect.objectContaining(expected));
    const plain = createMap().addLayer(new L.TileLayer('data:,{z}/{x}/{y}', options));
    const attributes = (map_: leaflet.Map) =>
      imagesOf(map_).map(({ crossOrigin, referrerPolicy, alt }) => [crossOrigin, referrerPolicy, alt]);
    expect(attributes(map)).toEqual(attributes(plain));
  });

  test.each(['fetch', 'images'])(
    'layers whose `crossOrigin` is true, empty or "anonymous" share requests by `%s`',
    async (by) => {
      const set = tileSet({ gate: 'headers' });
      const options = by === 'fetch' ? { fetch: createFetch() } : { images: preloader() };
      const shown = [true, '', 'anonymous'].map((crossOrigin) =>
        show(coalesceTiles(new L.TileLayer(set.template, { crossOrigin } as object), options)),
      );
      await set.seen({ requests: 6 });
      await set.open('headers');
      await Promise.all(shown);
      expect(await set.counts()).toEqual({ requests: 9, tiles: 9 });
    },
  );

  test('an error that `fetch` rejects with is the error of `tileerror`', async () => {
    const reason = new TypeError('offline');
    const layer = coalesceTiles(new L.TileLayer('/{z}/{x}/{y}'), { fetch: () => Promise.reject(reason) });
    const errors: unknown[] = [];
    layer.on('tileerror', ({ error }) => errors.push(error));
    await show(layer);
    expect(errors).toEqual(Array(9).fill(reason));
  });

  describe('a tile that is removed', () => {
    test('is aborted, and tells nothing more', async () => {
      const set = tileSet({ gate: 'headers' });
      const fetch = createFetch();
      const layer = coalesceTiles(new L.TileLayer(set.template), { fetch });
      const map = createMap().addLayer(layer);
      await set.seen({ requests: 6 });
      map.removeLayer(layer);
      const names = told(layer);
      expect(fetch.stats()).toMatchObject({ left: 9, inFlight: 0 });
      await set.seen({ aborted: 6 });
      expect(names).toEqual([]);
    });

    test('is aborted in mid-body, too', async () => {
      const set = tileSet({ gate: 'end', chunk: 10 });
      const fetch = createFetch();
      const layer = coalesceTiles(new L.TileLayer(set.template), { fetch });
      const map = createMap().addLayer(layer);
      await vi.waitFor(() => expect(fetch.stats().bytes).toBeGreaterThan(0));
      map.removeLayer(layer);
      expect(fetch.stats()).toMatchObject({ inFlight: 0 });
    });

    test('is aborted where a zoom leads past it', async () => {
      const [set, failed] = [tileSet({ gate: 'headers' }), resource({ image: '4x4' })];
      const fetch = createFetch();
      const options = { errorTileUrl: failed.url };
      const layer = coalesceTiles(new L.TileLayer(set.template, options), { fetch });
      const map = createMap({ zoomAnimation: true }).addLayer(layer);
      const names = told(layer);
      const zoomed = new Promise<void>((resolve) => map.once('zoomend', () => resolve()));
      map.setZoom(4, { animate: true });
      await zoomed;
      expect(names.filter((name) => name === 'tileabort')).toHaveLength(9);
      expect(fetch.stats()).toMatchObject({ left: 9 });
      // It has not failed.
      expect(names).not.toContain('tileerror');
      expect(await failed.hits()).toBe(0);
    });

    test('leaves the request to the others', async () => {
      const set = tileSet({ gate: 'headers' });
      const fetch = createFetch();
      const [left, stays] = [1, 2].map(() => coalesceTiles(new L.TileLayer(set.template), { fetch }));
      const map = createMap().addLayer(left as leaflet.TileLayer);
      const shown = show(stays as leaflet.TileLayer);
      map.removeLayer(left as leaflet.TileLayer);
      await set.open('headers');
      expect(imagesOf(await shown).map(({ naturalWidth }) => naturalWidth)).toEqual(Array(9).fill(8));
      expect(await set.counts()).toEqual({ requests: 9, tiles: 9 });
    });

    test.each(['fetch', 'images'])('gets no image, though `%s` comes with one', async (name) => {
      const set = tileSet();
      const image = new Image();
      image.src = new URL(set.url).href;
      const blob = await (await fetch(set.url)).blob();
      const come = Promise.withResolvers<void>();
      const options = {
        fetch: { fetch: () => come.promise.then(() => new Response(blob)) },
        images: { images: { load: () => come.promise.then(() => image) } },
      }[name];
      const layer = coalesceTiles(new L.TileLayer(set.template), options as { fetch: typeof fetch });
      const map = createMap().addLayer(layer);
      const tiles = imagesOf(map);
      map.removeLayer(layer);
      const before = tiles.map(({ src }) => src);
      come.resolve();
      await turns();
      expect(tiles.map(({ src }) => src)).toEqual(before);
    });

    test('is aborted where it leaves the view', async () => {
      const set = tileSet({ gate: 'headers' });
      const fetch = createFetch();
      const layer = coalesceTiles(new L.TileLayer(set.template, { keepBuffer: 0 }), { fetch });
      const map = createMap().addLayer(layer);
      await set.seen({ requests: 1 });
      map.panBy([256, 0], { animate: false });
      expect(fetch.stats()).toMatchObject({ launched: 12, left: 0 });
      // Leaflet looks for what is no longer in view when a tile has come.
      const unloaded = new Promise<void>((resolve) => layer.once('tileunload', () => resolve()));
      await set.open('headers1');
      await unloaded;
      expect(fetch.stats()).toMatchObject({ left: 3, settled: 4 });
    });
  });

  test('nothing is left of a blob, whatever becomes of its tile', async () => {
    const { createObjectURL } = URL;
    const made = vi.spyOn(URL, 'createObjectURL');
    const revoked = vi.spyOn(URL, 'revokeObjectURL');
    onTestFinished(() => void vi.restoreAllMocks());
    const create = (query = {}) =>
      coalesceTiles(new L.TileLayer(tileSet(query).template), { fetch: createFetch() });
    const [good, bad] = [create(), create({ body: 'no image' })];
    (await show(good)).removeLayer(good);
    (await show(bad)).removeLayer(bad);
    const layer = create();
    const map = createMap().addLayer(layer);
    // The third layer is removed when the first blob is there and its image is not.
    made.mockImplementationOnce((blob) => {
      queueMicrotask(() => map.removeLayer(layer));
      return createObjectURL(blob);
    });
    await vi.waitFor(() => {
      expect(made.mock.calls.length).toBeGreaterThan(18);
      const urls = made.mock.results.map(({ value }) => value as string);
      expect(revoked.mock.calls.flat().toSorted()).toEqual(urls.toSorted());
    });
  });

  test('a slow map keeps no other waiting', async () => {
    const fetch = createFetch();
    const [slow, quick] = [tileSet({ gate: 'body' }), tileSet()];
    createMap().addLayer(coalesceTiles(new L.TileLayer(slow.template), { fetch }));
    const elsewhere = quick.template.replace('localhost', '127.0.0.1');
    expect(imagesOf(await show(coalesceTiles(new L.TileLayer(elsewhere), { fetch })))).toHaveLength(9);
    expect(fetch.stats()).toMatchObject({ inFlight: 9, settled: 9 });
    await slow.open('body');
  });

  test('other layers of tiles are served as well', async () => {
    const set = tileSet();
    const { origin, pathname } = new URL(set.url);
    const fetch = createFetch();
    const layer = coalesceTiles(new L.TileLayer.WMS(`${origin}${pathname}?image=8x8`, { layers: 'a' }), {
      fetch,
    });
    await show(layer);
    const { requests } = await set.seen();
    expect(requests).toHaveLength(9);
    expect(requests[0]?.url).toMatch(/layers=a.*bbox=/i);
  });

  describe('through a preloader', () => {
    test('tiles are images of the queue, each asked for once', async () => {
      const set = tileSet();
      const images = preloader();
      const launched: (string | undefined)[] = [];
      images.addEventListener('launch', ({ detail }) => launched.push(detail.url));
      const map = await show(coalesceTiles(new L.TileLayer(set.template), { images }));
      expect(imagesOf(map).map(({ naturalWidth }) => naturalWidth)).toEqual(Array(9).fill(8));
      expect(
        imagesOf(map)
          .map(({ src }) => src)
          .toSorted(),
      ).toEqual(launched.toSorted());
      expect(await set.counts()).toEqual({ requests: 9, tiles: 9 });
    });

    test('tiles go before what is preloaded', async () => {
      const [set, later] = [tileSet({ gate: 'headers' }), resource({ image: '8x8' })];
      const images = preloader();
      createMap().addLayer(coalesceTiles(new L.TileLayer(set.template), { images }));
      images.preload(later.url);
      await set.seen({ requests: 6 });
      expect(await later.hits()).toBe(0);
      expect(images.stats()).toMatchObject({ inFlight: 9, waiting: 1 });
      await set.open('headers');
      await later.seen({ requests: 1 });
    });

    test('a tile that is removed is given up', async () => {
      const set = tileSet({ gate: 'headers' });
      const images = preloader();
      const layer = coalesceTiles(new L.TileLayer(set.template), { images });
      const map = createMap().addLayer(layer);
      await set.seen({ requests: 6 });
      map.removeLayer(layer);
      expect(images.stats()).toMatchObject({ inFlight: 0 });
      await set.seen({ aborted: 6 });
    });

    test('options and errors are those of the layer', async () => {
      const set = tileSet({ body: 'none' });
      const images = preloader();
      const layer = new L.TileLayer(set.template, { crossOrigin: true, referrerPolicy: 'no-referrer' });
      const names = told(layer);
      await show(coalesceTiles(layer, { images }));
      expect(names.filter((name) => name === 'tileerror')).toHaveLength(9);
      const { requests } = await set.seen();
      expect(requests[0]?.headers).toMatchObject({ origin: location.origin });
      expect(requests[0]?.headers).not.toHaveProperty('referer');
    });
  });
});

describe('coalesceTiles', () => {
  const layer = new leaflet.TileLayer('/{z}/{x}/{y}');
  const wrong = (value: unknown) => value as never;

  test('returns the layer', () => {
    expect(coalesceTiles(layer, { fetch })).toBe(layer);
  });

  describe('for a layer that it was given before', () => {
    const other = new leaflet.TileLayer('/{z}/{x}/{y}');
    coalesceTiles(other, { fetch });
    const { createTile } = other as unknown as { createTile: unknown };

    test.each([
      ['another `fetch`', { fetch: (url: RequestInfo | URL) => fetch(url) }],
      ['a preloader', { images: { load: () => new Promise<HTMLImageElement>(() => {}) } }],
    ])('refuses %s', (_, options) => {
      expect(() => coalesceTiles(other, options)).toThrow(
        new TypeError('This layer has another `fetch` or preloader: make one for each.'),
      );
      expect(other).toHaveProperty('createTile', createTile);
    });

    test('changes nothing with the same `fetch`', () => {
      expect(coalesceTiles(other, { fetch })).toBe(other);
      expect(other).toHaveProperty('createTile', createTile);
    });
  });

  test.each([
    [undefined, { fetch }, 'Expected `layer` to be a tile layer of Leaflet, got `undefined`.'],
    [{}, { fetch }, 'Expected `layer` to be a tile layer of Leaflet, got `[object Object]`.'],
    [layer, undefined, 'Expected `fetch` to be a function, got `undefined`.'],
    [layer, {}, 'Expected `fetch` to be a function, got `undefined`.'],
    [layer, { fetch: 'GET' }, 'Expected `fetch` to be a function, got `GET`.'],
    [layer, { images: null }, 'Expected `images` to be a preloader, got `null`.'],
  ])('refuses %o with the options %o', (given, options, message) => {
    expect(() => coalesceTiles(wrong(given), wrong(options))).toThrow(new TypeError(message));
  });
});
