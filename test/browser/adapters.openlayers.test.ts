import GeoJSON from 'ol/format/GeoJSON.js';
import MVT from 'ol/format/MVT.js';
import TileLayer from 'ol/layer/Tile.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorTileLayer from 'ol/layer/VectorTile.js';
import OpenLayersMap from 'ol/Map.js';
import type Projection from 'ol/proj/Projection.js';
import { fromLonLat, get } from 'ol/proj.js';
import ImageTile from 'ol/source/ImageTile.js';
import VectorSource from 'ol/source/Vector.js';
import VectorTileSource from 'ol/source/VectorTile.js';
import XYZ from 'ol/source/XYZ.js';
import View from 'ol/View.js';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { featureLoader, tileLoader, tileLoadFunction } from '../../src/adapters/openlayers.ts';
import { createFetch } from '../../src/index.ts';
import { resource } from '../support/resource.ts';
import { container, middle, tileSet } from '../support/tiles.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"/>';

type Layer = TileLayer | VectorTileLayer | VectorLayer;

/** A map of nine tiles, for one test. */
function createMap(layer: Layer): OpenLayersMap {
  const center = fromLonLat([middle.longitude, middle.latitude]);
  const map = new OpenLayersMap({
    target: container(),
    layers: [layer],
    view: new View({ center, zoom: 3 }),
    controls: [],
  });
  onTestFinished(() => map.setTarget());
  return map;
}

/** Resolves when a map has drawn all that it shows. */
const drawn = (map: OpenLayersMap) =>
  new Promise<void>((resolve) => map.once('rendercomplete', () => resolve()));

/** Returns the colour in the middle of a map; transparent when it shows nothing. */
function colourOf(map: OpenLayersMap): number[] {
  const canvas = map.getTargetElement()?.querySelector('canvas');
  return [...(canvas?.getContext('2d')?.getImageData(100, 100, 1, 1).data ?? [])];
}

const events = ['tileloadstart', 'tileloadend', 'tileloaderror'] as const;

/** The events of a source, with their counts. */
function told(source: XYZ | ImageTile | VectorTileSource): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of events) source.on(name, () => (counts[name] = (counts[name] ?? 0) + 1));
  return counts;
}

/** The two ways to images: a source that has addresses, and one that asks by coordinates. */
const sources = [
  [
    'tileLoadFunction',
    (url: string, fetch: typeof globalThis.fetch, options = {}) =>
      new XYZ({ url, tileLoadFunction: tileLoadFunction({ fetch }), ...options }),
  ],
  [
    'tileLoader',
    (url: string, fetch: typeof globalThis.fetch, options = {}) => {
      const source = new ImageTile({ loader: tileLoader(url, { fetch }), ...options });
      // OpenLayers notices a refresh of a source that has changed before.
      source.changed();
      return source;
    },
  ],
] as const;

test('tileLoadFunction sends cookies for a tile of OpenLayers 6.5 to 10.6, whose `<img>` alone says so', () => {
  const fetch = vi.fn(() => new Promise<Response>(() => {}));
  const image = Object.assign(new Image(), { crossOrigin: 'use-credentials', referrerPolicy: 'origin' });
  const tile = { getImage: () => image, getState: () => 1, setState() {}, addEventListener() {} };
  tileLoadFunction({ fetch })(tile, '/3/4/4');
  const init = { credentials: 'include', referrerPolicy: 'origin' };
  expect(fetch).toHaveBeenCalledWith('/3/4/4', expect.objectContaining(init));
});

describe.each(sources)('%s', (_, create) => {
  test('four maps of one view send one request for each tile', async () => {
    const set = tileSet({ gate: 'headers' });
    const fetch = createFetch();
    const maps = [1, 2, 3, 4].map(() => createMap(new TileLayer({ source: create(set.template, fetch) })));
    const all = maps.map(drawn);
    await expect.poll(() => fetch.stats()).toMatchObject({ launched: 9, joined: 27 });
    await set.open('headers');
    await Promise.all(all);
    expect(await set.counts()).toEqual({ requests: 9, tiles: 9 });
    for (const map of maps) expect(colourOf(map)[3]).toBe(255);
  });

  test.each([
    ['tiles that load', {}, { tileloadstart: 9, tileloadend: 9 }],
    ['images with an error status', { status: 404 }, { tileloadstart: 9, tileloadend: 9 }],
    ['SVG images', { type: 'image/svg+xml', body: svg }, { tileloadstart: 9, tileloadend: 9 }],
    ['broken SVG images', { type: 'image/svg+xml', body: '<svg' }, { tileloadstart: 9, tileloaderror: 9 }],
    ['missing tiles', { status: 404, body: 'none' }, { tileloadstart: 9, tileloaderror: 9 }],
    ['connections that break', { reset: 'headers' }, { tileloadstart: 9, tileloaderror: 9 }],
  ])('a source fires the events of OpenLayers for %s', async (_, query, expected) => {
    const source = create(tileSet(query).template, createFetch());
    const counts = told(source);
    await drawn(createMap(new TileLayer({ source })));
    expect(counts).toEqual(expected);
  });

  test.each([
    [{}, {}],
    [{ crossOrigin: 'anonymous' }, {}],
    [{ crossOrigin: 'use-credentials' }, { credentials: 'include' }],
    [{ referrerPolicy: 'origin' }, { referrerPolicy: 'origin' }],
  ] as const)('with the options %o tiles are fetched with %o', async (options, expected) => {
    const fetch = vi.fn(() => Promise.reject(new TypeError()));
    await drawn(createMap(new TileLayer({ source: create('/{z}/{x}/{y}', fetch, options) })));
    const init = { credentials: 'same-origin', referrerPolicy: '', ...expected };
    expect(fetch).toHaveBeenCalledWith('/3/4/4', expect.objectContaining(init));
  });

  test('a disposed tile is aborted, and the others are not', async () => {
    const set = tileSet({ gate: 'headers' });
    const fetch = createFetch();
    const [one, other] = [create(set.template, fetch), create(set.template, fetch)];
    createMap(new TileLayer({ source: one }));
    const shown = drawn(createMap(new TileLayer({ source: other })));
    await expect.poll(() => fetch.stats()).toMatchObject({ launched: 9, joined: 9 });
    // Drops its tiles and asks for them again.
    one.refresh();
    await expect.poll(() => fetch.stats()).toMatchObject({ launched: 9, joined: 18, left: 9 });
    await set.open('headers');
    await shown;
    expect(await set.counts()).toEqual({ requests: 9, tiles: 9 });
  });

  test('a failed tile is loaded when it is requested again', async () => {
    const set = tileSet();
    let fail = true;
    const source = create(set.template, (...args) =>
      fail ? Promise.reject(new TypeError()) : fetch(...args),
    );
    const map = createMap(new TileLayer({ source }));
    await drawn(map);
    fail = false;
    source.refresh();
    await drawn(map);
    expect(colourOf(map)[3]).toBe(255);
  });

  test('a map with slow tiles does not delay another map', async () => {
    const fetch = createFetch();
    const [slow, quick] = [tileSet({ gate: 'body' }), tileSet()];
    createMap(new TileLayer({ source: create(slow.template, fetch) }));
    const elsewhere = quick.template.replace('localhost', '127.0.0.1');
    const map = createMap(new TileLayer({ source: create(elsewhere, fetch) }));
    await drawn(map);
    expect(colourOf(map)[3]).toBe(255);
    await slow.open('body');
  });
});

describe('tileLoadFunction', () => {
  test('revokes every blob URL', async () => {
    const made = vi.spyOn(URL, 'createObjectURL');
    const revoked = vi.spyOn(URL, 'revokeObjectURL');
    onTestFinished(() => void vi.restoreAllMocks());
    for (const query of [{}, { body: 'none' }]) {
      const load = tileLoadFunction({ fetch: createFetch() });
      const source = new XYZ({ url: tileSet(query).template, tileLoadFunction: load });
      await drawn(createMap(new TileLayer({ source })));
    }
    expect(revoked).toHaveBeenCalledTimes(18);
    expect(revoked.mock.calls.flat()).toEqual(
      expect.arrayContaining(made.mock.results.map(({ value }) => value)),
    );
  });

  /** A tile that waits to be loaded. */
  function tileOf(url: string) {
    const source = new XYZ({ url, tileLoadFunction: tileLoadFunction({ fetch: createFetch() }) });
    return source.getTile(3, 4, 4, 1, get('EPSG:3857') as Projection);
  }

  test('loads a tile of an older OpenLayers, which does not say how it is requested', async () => {
    const older = { getCrossOrigin: undefined, getReferrerPolicy: undefined };
    const tile = Object.assign(tileOf(tileSet().template), older);
    tile.load();
    await expect.poll(() => tile.getState()).toBe(2);
  });

  test('loads a tile that changes meanwhile in another way than by its release', async () => {
    const set = tileSet({ gate: 'headers' });
    const tile = tileOf(set.template);
    const states: number[] = [];
    tile.addEventListener('change', () => void states.push(tile.getState()));
    tile.load();
    tile.dispatchEvent('change');
    await set.open('headers');
    await expect.poll(() => states).toEqual([1, 1, 2]);
  });

  describe('for vector tiles', () => {
    /** A vector tile with a layer that has no features. */
    const body = '\x1a\x05\x0a\x01a\x78\x02';
    const create = (url: string, fetch: typeof globalThis.fetch, format = new MVT()) =>
      new VectorTileSource({ url, format, tileSize: 256, tileLoadFunction: tileLoadFunction({ fetch }) });

    test('four maps of one view send one request for each vector tile', async () => {
      const set = tileSet({ gate: 'headers', body });
      const fetch = createFetch();
      const all = [1, 2, 3, 4].map(() =>
        drawn(createMap(new VectorTileLayer({ source: create(set.template, fetch) }))),
      );
      await expect.poll(() => fetch.stats()).toMatchObject({ launched: 9, joined: 27 });
      await set.open('headers');
      await Promise.all(all);
      expect(await set.counts()).toEqual({ requests: 9, tiles: 9 });
    });

    test.each([
      ['tiles that load', { body }, { tileloadstart: 9, tileloadend: 9 }],
      ['missing tiles', { body, status: 404 }, { tileloadstart: 9, tileloaderror: 9 }],
      ['bodies that are no tiles', { body: 'none' }, { tileloadstart: 9, tileloaderror: 9 }],
    ])('a source fires the events of OpenLayers for %s', async (_, query, expected) => {
      const source = create(tileSet(query).template, createFetch());
      const counts = told(source);
      await drawn(createMap(new VectorTileLayer({ source })));
      expect(counts).toEqual(expected);
    });

    test('a tile stays loaded when a listener for its `change` event throws, and the error is reported', async () => {
      const load = tileLoadFunction({ fetch: async () => new Response(body) });
      const reason = new Error('of the listener');
      const setState = vi.fn();
      const setFeatures = vi.fn(() => {
        throw reason;
      });
      let loader = async () => {};
      const setLoader = (given: typeof loader) => void (loader = given);
      const getFormat = () => new MVT();
      const tile = { setLoader, setFeatures, setState, getFormat };
      load(tile as never, '/3/4/4');
      await expect(loader()).rejects.toBe(reason);
      expect(setState).not.toHaveBeenCalled();
    });

    test('the format reads the features of a tile for its extent and for the projection of the map', async () => {
      const format = new MVT();
      const read = vi.spyOn(format, 'readFeatures');
      const source = create(tileSet({ body }).template, createFetch(), format);
      await drawn(createMap(new VectorTileLayer({ source })));
      const extent = source.getTileGrid()?.getTileCoordExtent([3, 4, 4]);
      const options = { extent, featureProjection: get('EPSG:3857') };
      expect(read).toHaveBeenCalledWith(expect.anything(), options);
    });
  });
});

describe('tileLoader', () => {
  const request = { signal: new AbortController().signal, maxY: 7 };

  test.each([
    ['/{z}/{x}/{y}.png?{z}', '/3/1/2.png?3'],
    ['/{-y}/{other}', '/5/{other}'],
    [(z: number, x: number, y: number, { maxY = 0 }) => `/${z}-${x}-${y}-${maxY}`, '/3-1-2-7'],
  ])('With the URL %s, `tileLoader` requests the tile 3/1/2 at %s', async (url, expected) => {
    const fetch = vi.fn(() => Promise.reject(new TypeError('offline')));
    await expect(tileLoader(url, { fetch })(3, 1, 2, request)).rejects.toThrow('offline');
    expect(fetch).toHaveBeenCalledWith(expected, expect.anything());
  });

  test('rejects for a tile without a URL, and requests nothing', async () => {
    const fetch = vi.fn(() => Promise.reject(new TypeError('offline')));
    const load = tileLoader(() => '', { fetch });
    await expect(load(3, 1, 2, request)).rejects.toThrow(new TypeError('This tile has no URL.'));
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('featureLoader', () => {
  const places = JSON.stringify({
    type: 'FeatureCollection',
    features: [
      { type: 'Feature', properties: { name: 'x' }, geometry: { type: 'Point', coordinates: [0, 45] } },
    ],
  });
  const format = new GeoJSON();

  test('maps share the request, and each gets its own features in its projection', async () => {
    const { url, hits } = resource({ body: places });
    const fetch = createFetch({ linger: 60_000 });
    const all = [1, 2, 3].map(async () => {
      const source = new VectorSource({ format, loader: featureLoader(url, format, { fetch }) });
      await drawn(createMap(new VectorLayer({ source })));
      return source.getFeatures()[0];
    });
    const features = await Promise.all(all);
    expect(new Set(features).size).toBe(3);
    expect(await hits()).toBe(1);
    for (const feature of features) {
      expect(feature?.get('name')).toBe('x');
      expect(feature?.getGeometry()?.getExtent()[1]).toBeCloseTo(5_621_521, 0);
    }
  });

  test('requests the extent when the URL is a function', async () => {
    const fetch = vi.fn(() => Promise.resolve(new Response(places)));
    const load = featureLoader((extent, resolution) => `/${extent}/${resolution}`, format, { fetch });
    expect(await load([1, 2, 3, 4], 5, 'EPSG:3857')).toHaveLength(1);
    expect(fetch).toHaveBeenCalledWith('/1,2,3,4/5');
  });

  test.each([
    ['an error status', { body: places, status: 500 }],
    ['a body without features', { body: 'none' }],
  ])('a source fires `featuresloaderror` for %s', async (_, query) => {
    const { url } = resource(query);
    const source = new VectorSource({ format, loader: featureLoader(url, format, { fetch: createFetch() }) });
    const failed = new Promise((resolve) => source.once('featuresloaderror', resolve));
    createMap(new VectorLayer({ source }));
    await failed;
    expect(source.getFeatures()).toEqual([]);
  });

  describe('called by OpenLayers before 10.9, which ignores a promise', () => {
    test('adds the features to its source, then tells of them', async () => {
      const fetch = () => Promise.resolve(new Response(places));
      const source = new VectorSource();
      const loaded = await new Promise((resolve, reject) =>
        featureLoader('/', format, { fetch }).call(source, [], 1, 'EPSG:3857', resolve, reject),
      );
      expect(loaded).toHaveLength(1);
      expect(source.getFeatures()).toEqual(loaded);
    });

    test.each([
      ['an error status', () => new Response(places, { status: 500 })],
      ['a body without features', () => new Response('none')],
      ['an error of the network', () => Promise.reject(new TypeError('offline'))],
    ])('tells of %s', async (_, answer) => {
      const fetch = async () => answer();
      const source = new VectorSource();
      await new Promise<void>((resolve, reject) =>
        featureLoader('/', format, { fetch }).call(source, [], 1, 'EPSG:3857', reject, resolve),
      );
      expect(source.getFeatures()).toEqual([]);
    });
  });

  test('the error for an error status names the URL and the status', async () => {
    const { url } = resource({ status: 503 });
    const load = featureLoader(url, format, { fetch });
    await expect(load([], 1, 'EPSG:3857')).rejects.toThrow(`GET ${url} failed: 503.`);
  });

  test('the error for an error status names the URL that was asked for where a response has none', async () => {
    const load = featureLoader('/cities', format, { fetch: async () => new Response('', { status: 404 }) });
    await expect(load([], 1, 'EPSG:3857')).rejects.toThrow('GET /cities failed: 404.');
  });
});

describe('a wrong argument', () => {
  const wrong = (value: unknown) => value as never;
  const format = new GeoJSON();

  test.each([
    [() => tileLoadFunction(wrong(undefined)), 'Expected `options` to be a plain object, got `undefined`.'],
    [() => tileLoadFunction(wrong({ fetch, url: '/' })), 'Unknown option `url`.'],
    [() => tileLoadFunction(wrong({ fetch: 1 })), 'Expected `fetch` to be a function, got `1`.'],
    [() => tileLoader('/', wrong({})), 'Expected `fetch` to be a function, got `undefined`.'],
    [() => tileLoader(wrong(1), { fetch }), 'Expected `url` to be a template or a function, got `1`.'],
    [
      () => featureLoader(wrong(null), format, { fetch }),
      'Expected `url` to be a URL or a function, got `null`.',
    ],
    [
      () => featureLoader('/', wrong({}), { fetch }),
      'Expected `format` to be a format of OpenLayers, got `[object Object]`.',
    ],
  ])('throws a TypeError that names it: %s', (act, message) => {
    expect(act).toThrow(new TypeError(message));
  });
});
