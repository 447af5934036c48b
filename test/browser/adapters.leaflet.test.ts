import * as leaflet from 'leaflet';
import * as leaflet2 from 'leaflet-2';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { coalesceTiles } from '../../src/adapters/leaflet.ts';
import { createFetch } from '../../src/index.ts';
import { ended, preloader } from '../support/preloading.ts';
import { resource } from '../support/resource.ts';
import { container, middle, tileSet } from '../support/tiles.ts';
import { turns } from '../support/turns.ts';

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

  /** Adds a layer to a new map. Resolves when all its tiles have loaded. */
  async function show(layer: leaflet.TileLayer): Promise<leaflet.Map> {
    const map = createMap();
    await new Promise<void>((resolve) => map.addLayer(layer.once('load', () => resolve())));
    return map;
  }

  /** Collects the names of the events of a layer, from now on. */
  function told(layer: leaflet.TileLayer): string[] {
    const names: string[] = [];
    for (const name of events) layer.on(name, () => names.push(name));
    return names;
  }

  const imagesOf = (map: leaflet.Map) => [...map.getContainer().querySelectorAll('img')];

  test('four maps of one view send one request for each tile', async () => {
    const set = tileSet({ gate: 'headers' });
    const fetch = createFetch();
    const shown = [1, 2, 3, 4].map(() => show(coalesceTiles(new L.TileLayer(set.template), { fetch })));
    expect(fetch.stats()).toMatchObject({ launched: 9, joined: 27 });
    await set.open('headers');
    await Promise.all(shown);
    expect(await set.counts()).toEqual({ requests: 9, tiles: 9 });
  });

  test('a layer shows its tiles also where the page has given `Object.prototype` a `get`', async () => {
    const set = tileSet();
    Object.defineProperty(Object.prototype, 'get', { value: () => {}, configurable: true });
    try {
      await show(new L.TileLayer(set.template));
      await show(coalesceTiles(new L.TileLayer(set.template), { fetch: createFetch() }));
    } finally {
      Reflect.deleteProperty(Object.prototype, 'get');
    }
    expect((await set.counts()).requests).toBe(18);
  });

  test('the tiles in the middle of the view are fetched first, as Leaflet orders them', () => {
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
    ['tiles that load', {}, {}],
    ['missing tiles', { body: 'none', status: 404 }, {}],
    ['empty tiles', { status: 204 }, {}],
    ['images with an error status', { status: 404 }, {}],
    ['connections that break', { reset: 'headers' }, {}],
    ['error tiles', { body: 'none', status: 404 }, { errorTileUrl: resource({ image: '4x4' }).url }],
    ['error tiles that fail', { body: 'none', status: 404 }, { errorTileUrl: resource({ body: '' }).url }],
  ])(
    'a layer fires the same events and shows the same images as plain Leaflet for %s',
    async (_, query, options) => {
      /** Shows a layer. Returns what can be seen of it, and what removes it. */
      const look = async (shared: boolean) => {
        const layer = new L.TileLayer(tileSet(query).template, options);
        if (shared) coalesceTiles(layer, { fetch: createFetch() });
        const names = told(layer);
        const map = await show(layer);
        const seen = () => ({
          // With error tiles Leaflet fires `load` once for each tile that finds all others loaded.
          names: names.filter((name, at) => name !== 'load' || names.indexOf(name) === at).toSorted(),
          sizes: imagesOf(map).map(({ naturalWidth }) => naturalWidth),
          classes: imagesOf(map).map(({ className }) => className),
        });
        return { map, seen, remove: () => map.removeLayer(layer) };
      };
      const plain = await look(false);
      const isReady = ({ complete, naturalWidth, className }: HTMLImageElement) =>
        complete && (!naturalWidth || className.includes('loaded'));
      await expect.poll(() => imagesOf(plain.map).every(isReady)).toBe(true);
      // An image whose tile is being fetched has no source yet, and is complete.
      const shared = await look(true);
      await expect.poll(shared.seen).toEqual(plain.seen());
      for (const one of [plain, shared]) one.remove();
      expect(shared.seen()).toEqual(plain.seen());
    },
  );

  test.each(['fetch', 'images'])(
    'in a series of zooms, each when its tiles have loaded, tiles by `%s` fire the events of plain Leaflet',
    async (by) => {
      /** Zooms a map. Returns the events of each tile, in order of the first. */
      const zoom = async (prepare: (layer: leaflet.TileLayer) => leaflet.TileLayer) => {
        const layer = new L.TileLayer(tileSet().template);
        const ofTiles = new Map<HTMLElement, string[]>();
        for (const name of events)
          layer.on(name, (event) => {
            const { tile } = event as leaflet.TileEvent;
            ofTiles.set(tile, [...(ofTiles.get(tile) ?? []), name]);
          });
        const map = await show(prepare(layer));
        for (const level of [4, 3, 4, 5, 4, 3, 2, 3]) {
          const loaded = new Promise((resolve) => layer.once('load', resolve));
          map.setZoom(level);
          await loaded;
        }
        return [...ofTiles.values()];
      };
      const options = by === 'fetch' ? { fetch: createFetch() } : { images: preloader() };
      const seen = await zoom((layer) => coalesceTiles(layer, options));
      expect(seen).toEqual(await zoom((layer) => layer));
    },
  );

  test.each([
    { subdomains: 'xy', tms: true },
    { detectRetina: true, zoomOffset: 1 },
    { zoomReverse: true, maxZoom: 5, foo: 'bar' },
  ])('a layer fetches the same URLs as plain Leaflet with the options %o', (options) => {
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
    [{ crossOrigin: false }, { credentials: 'same-origin', referrerPolicy: '' }],
    [{ crossOrigin: 'use-credentials' }, { credentials: 'include', referrerPolicy: '' }],
    [{ referrerPolicy: true }, { credentials: 'same-origin', referrerPolicy: '' }],
    [{ referrerPolicy: 'origin' }, { credentials: 'same-origin', referrerPolicy: 'origin' }],
  ] as const)('with the options %o tiles are fetched with %o', (options, expected) => {
    const fetch = vi.fn(() => new Promise<Response>(() => {}));
    const map = createMap().addLayer(coalesceTiles(new L.TileLayer('/{z}/{x}/{y}', options), { fetch }));
    expect(fetch).toHaveBeenCalledWith('/3/4/4', expect.objectContaining(expected));
    const plain = createMap().addLayer(new L.TileLayer('data:,{z}/{x}/{y}', options));
    const names = ['crossorigin', 'referrerpolicy', 'alt'];
    const attributes = (map_: leaflet.Map) =>
      imagesOf(map_).map((image) => names.map((name) => image.getAttribute(name)));
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

  test('the error of `tileerror` is the error that `fetch` rejects with', async () => {
    const reason = new TypeError('offline');
    const layer = coalesceTiles(new L.TileLayer('/{z}/{x}/{y}'), { fetch: () => Promise.reject(reason) });
    const errors: unknown[] = [];
    layer.on('tileerror', ({ error }) => errors.push(error));
    await show(layer);
    expect(errors).toEqual(Array(9).fill(reason));
  });

  test('a failed tile loads when a listener gives it its URL again', async () => {
    const set = tileSet({});
    const layer = coalesceTiles(new L.TileLayer(set.template), { fetch: () => Promise.reject(new Error()) });
    layer.on('tileerror', ({ tile, coords }) => {
      tile.src = layer.getTileUrl(coords);
    });
    const loaded = vi.fn();
    layer.on('tileload', loaded);
    createMap().addLayer(layer);
    await expect.poll(() => loaded.mock.calls.length).toBe(9);
    expect(await set.counts()).toEqual({ requests: 9, tiles: 9 });
  });

  test('a layer without a URL requests nothing, and fires the events of plain Leaflet', async () => {
    const fetch = vi.fn(async () => new Response());
    const look = async (layer: leaflet.TileLayer) => {
      const names = told(layer);
      await show(layer);
      return names;
    };
    const plain = await look(new L.TileLayer(''));
    expect(await look(coalesceTiles(new L.TileLayer(''), { fetch }))).toEqual(plain);
    expect(plain).toContain('tileerror');
    expect(fetch).not.toHaveBeenCalled();
  });

  test('a tile is complete when it has its image, and not before: a zoom removes tiles that are not', async () => {
    const set = tileSet({ gate: 'headers' });
    const layer = coalesceTiles(new L.TileLayer(set.template), { fetch: createFetch() });
    const map = createMap().addLayer(layer);
    const complete = () => imagesOf(map).map(({ complete }) => complete);
    expect(complete()).toEqual(Array(9).fill(false));
    const shown = new Promise((resolve) => layer.once('load', resolve));
    await set.open('headers');
    await shown;
    expect(complete()).toEqual(Array(9).fill(true));
  });

  test('tiles that plain Leaflet has made before can be removed', () => {
    const layer = new L.TileLayer('data:,{z}/{x}/{y}');
    const map = createMap().addLayer(layer);
    coalesceTiles(layer, { fetch: createFetch() });
    map.removeLayer(layer);
    expect(imagesOf(map)).toEqual([]);
  });

  describe('a removed tile', () => {
    test('aborts its request and fires no further event', async () => {
      const set = tileSet({ gate: 'headers' });
      const fetch = createFetch();
      const layer = coalesceTiles(new L.TileLayer(set.template), { fetch });
      const map = createMap().addLayer(layer);
      await set.seen({ requests: 6 });
      map.removeLayer(layer);
      const names = told(layer);
      await set.seen({ aborted: 6 });
      expect(fetch.stats()).toMatchObject({ left: 9, inFlight: 0 });
      expect(names).toEqual([]);
    });

    test.each([
      ['all listeners', undefined],
      ['all listeners for `tileunload`', 'tileunload'],
    ] as const)(
      'aborts its request and frees its image when the page has removed %s of the layer',
      async (_, type) => {
        const set = tileSet({ gate: 'headers' });
        const fetch = createFetch();
        const revoke = vi.spyOn(URL, 'revokeObjectURL');
        onTestFinished(() => revoke.mockRestore());
        const layer = coalesceTiles(new L.TileLayer(set.template), { fetch });
        const map = createMap().addLayer(layer);
        const loaded = new Promise<void>((resolve) => layer.once('tileload', () => resolve()));
        await set.open('headers1');
        await loaded;
        if (type) layer.off(type);
        else layer.off();
        map.removeLayer(layer);
        expect(revoke).toHaveBeenCalledOnce();
        await expect.poll(() => fetch.stats()).toMatchObject({ left: 8, inFlight: 0 });
      },
    );

    test('aborts its request while the body arrives', async () => {
      const set = tileSet({ gate: 'end', chunk: 10 });
      const fetch = createFetch();
      const layer = coalesceTiles(new L.TileLayer(set.template), { fetch });
      const map = createMap().addLayer(layer);
      await expect.poll(() => fetch.stats().bytes).toBeGreaterThan(0);
      map.removeLayer(layer);
      await expect.poll(() => fetch.stats()).toMatchObject({ inFlight: 0 });
    });

    test('aborts its request when a zoom skips it, without an error', async () => {
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
      // The tile was aborted, not failed.
      expect(names).not.toContain('tileerror');
      expect(await failed.hits()).toBe(0);
    });

    test('leaves the request to the other maps that wait for it', async () => {
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

    test.each(['fetch', 'images'])('gets no image when `%s` delivers one later', async (name) => {
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

    test('aborts its request when it leaves the view', async () => {
      const set = tileSet({ gate: 'headers' });
      const fetch = createFetch();
      const layer = coalesceTiles(new L.TileLayer(set.template, { keepBuffer: 0 }), { fetch });
      const map = createMap().addLayer(layer);
      await set.seen({ requests: 1 });
      map.panBy([256, 0], { animate: false });
      expect(fetch.stats()).toMatchObject({ launched: 12, left: 0 });
      // Leaflet looks for tiles out of view each time a tile has loaded.
      const unloaded = new Promise<void>((resolve) => layer.once('tileunload', () => resolve()));
      await set.open('headers1');
      await unloaded;
      await expect.poll(() => fetch.stats()).toMatchObject({ left: 3, settled: 4 });
    });
  });

  test('a page can load the image of a tile again, as a screenshot of the map does', async () => {
    const map = await show(coalesceTiles(new L.TileLayer(tileSet().template), { fetch: createFetch() }));
    const again = imagesOf(map).map((tile) => Object.assign(new Image(), { src: tile.src }).decode());
    await expect(Promise.all(again)).resolves.toHaveLength(9);
  });

  test('a map that moves to another document keeps its tiles', async () => {
    const map = await show(coalesceTiles(new L.TileLayer(tileSet().template), { fetch: createFetch() }));
    const frame = document.body.appendChild(document.createElement('iframe'));
    onTestFinished(() => frame.remove());
    frame.contentDocument?.body.append(map.getContainer());
    const moved = imagesOf(map).map((tile) => tile.decode());
    await expect(Promise.all(moved)).resolves.toHaveLength(9);
  });

  test('every blob URL is revoked when its tile fails or is removed', async () => {
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
    // The third layer is removed after its first blob has arrived and before the image has loaded.
    made.mockImplementationOnce((blob) => {
      queueMicrotask(() => map.removeLayer(layer));
      return createObjectURL(blob);
    });
    await expect.poll(() => made.mock.calls.length).toBeGreaterThan(18);
    const urls = () => made.mock.results.map(({ value }) => value as string);
    await expect.poll(() => revoked.mock.calls.length).toBe(made.mock.calls.length);
    expect(revoked.mock.calls.flat().toSorted()).toEqual(urls().toSorted());
  });

  test('a map with slow tiles does not delay another map', async () => {
    const fetch = createFetch();
    const [slow, quick] = [tileSet({ gate: 'body' }), tileSet()];
    createMap().addLayer(coalesceTiles(new L.TileLayer(slow.template), { fetch }));
    const elsewhere = quick.template.replace('localhost', '127.0.0.1');
    expect(imagesOf(await show(coalesceTiles(new L.TileLayer(elsewhere), { fetch })))).toHaveLength(9);
    expect(fetch.stats()).toMatchObject({ inFlight: 9, settled: 9 });
    await slow.open('body');
  });

  test('a WMS layer loads its tiles with the wrapped fetch too', async () => {
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

  describe('with a preloader', () => {
    test('each tile is one image of the preloader and one request', async () => {
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

    test('tiles load before the images that are preloaded', async () => {
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

    test('a removed tile aborts its request', async () => {
      const set = tileSet({ gate: 'headers' });
      const images = preloader();
      const layer = coalesceTiles(new L.TileLayer(set.template), { images });
      const map = createMap().addLayer(layer);
      await set.seen({ requests: 6 });
      map.removeLayer(layer);
      await ended(set, 6);
      expect(images.stats()).toMatchObject({ inFlight: 0 });
    });

    test('the options and errors of the layer apply', async () => {
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

  test('returns the layer that it was given', () => {
    expect(coalesceTiles(layer, { fetch })).toBe(layer);
  });

  describe('for a layer that has a `fetch` already', () => {
    const other = new leaflet.TileLayer('/{z}/{x}/{y}');
    coalesceTiles(other, { fetch });
    const { createTile } = other as unknown as { createTile: unknown };

    test.each([
      ['another `fetch`', { fetch: (url: RequestInfo | URL) => fetch(url) }],
      ['a preloader', { images: { load: () => new Promise<HTMLImageElement>(() => {}) } }],
    ])('throws when it is given %s', (_, options) => {
      expect(() => coalesceTiles(other, options)).toThrow(
        new TypeError('This layer has another `fetch` or preloader: make one for each.'),
      );
      expect(other).toHaveProperty('createTile', createTile);
    });

    test('changes nothing when it is given the same `fetch`', () => {
      expect(coalesceTiles(other, { fetch })).toBe(other);
      expect(other).toHaveProperty('createTile', createTile);
    });
  });

  test.each([
    [undefined, { fetch }, 'Expected `layer` to be a tile layer of Leaflet, got `undefined`.'],
    [{}, { fetch }, 'Expected `layer` to be a tile layer of Leaflet, got `[object Object]`.'],
    [layer, undefined, 'Expected `options` to be a plain object, got `undefined`.'],
    [layer, null, 'Expected `options` to be a plain object, got `null`.'],
    [layer, { images: undefined }, 'Expected `fetch` to be a function, got `undefined`.'],
    [layer, { fetch, image: {} }, 'Unknown option `image`. Did you mean `images`?'],
    [layer, {}, 'Expected `fetch` to be a function, got `undefined`.'],
    [layer, { fetch: 'GET' }, 'Expected `fetch` to be a function, got `GET`.'],
    [layer, { images: null }, 'Expected `images` to be a preloader, got `null`.'],
    [layer, { fetch, images: { load() {} } }, 'Expected `fetch` or `images`, got both.'],
  ])('throws a TypeError for the layer %o with the options %o', (given, options, message) => {
    expect(() => coalesceTiles(wrong(given), wrong(options))).toThrow(new TypeError(message));
  });
});
