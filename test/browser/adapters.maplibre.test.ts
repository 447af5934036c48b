import type { MapOptions, RasterDEMSourceSpecification, StyleSpecification } from 'maplibre-gl';
import * as maplibregl from 'maplibre-gl';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { coalesceRequests, type MapRequest } from '../../src/adapters/maplibre.ts';
import { createFetch } from '../../src/index.ts';
import { Network } from '../support/network.ts';
import { resource } from '../support/resource.ts';
import { container, tileSet } from '../support/tiles.ts';

/** A vector tile with a layer that has no features. */
const body = '\x1a\x05\x0a\x01a\x78\x02';

/** A map of the world in four tiles, for one test. */
function createMap(style: StyleSpecification | string, options: Partial<MapOptions> = {}): maplibregl.Map {
  const map = new maplibregl.Map({
    container: container(),
    style,
    center: [0, 0],
    zoom: 1,
    renderWorldCopies: false,
    fadeDuration: 0,
    attributionControl: false,
    ...options,
  });
  onTestFinished(() => {
    if (map._removed !== true) map.remove();
  });
  return map;
}

const world = { minzoom: 1, maxzoom: 1 };

const styles = {
  raster: (url: string): StyleSpecification => ({
    version: 8,
    sources: { world: { type: 'raster', tiles: [url], ...world } },
    layers: [{ id: 'a', type: 'raster', source: 'world' }],
  }),
  vector: (url: string): StyleSpecification => ({
    version: 8,
    sources: { world: { type: 'vector', tiles: [url], ...world } },
    layers: [{ id: 'a', type: 'fill', source: 'world', 'source-layer': 'a' }],
  }),
};

const contents = { raster: { image: '8x8' }, vector: { body } };

/** Calls `coalesceRequests` without a map. Returns the protocols that were registered, and how to use them. */
function register(options: Parameters<typeof coalesceRequests>[1]) {
  const names: string[] = [];
  let load: Parameters<Parameters<typeof coalesceRequests>[0]['addProtocol']>[1] | undefined;
  const { AJAXError } = maplibregl;
  const addProtocol = (name: string, loaded: typeof load) => {
    names.push(name);
    load = loaded;
  };
  const transformRequest = coalesceRequests({ addProtocol, AJAXError }, options);
  const send = async (request: MapRequest, controller = new AbortController()) =>
    load?.({ ...request, url: `coflight+${request.url}` }, controller);
  return { names, transformRequest, send };
}

test.each([
  ['is the same request as that of another library', ['accept'], { launched: 1, joined: 4 }],
  [
    'is not the same request as that of another library, because of its `Accept`',
    [],
    { launched: 2, joined: 3 },
  ],
])('an image %s where the fetch ignores the headers %j', async (_, ignoreHeaders, counts) => {
  const { url, open } = resource({ image: '8x8', gate: 'headers' });
  const fetch = createFetch({ ignoreHeaders });
  const other = fetch(url);
  const transformRequest = coalesceRequests(maplibregl, { fetch });
  const idle = createMap(styles.raster(url), { transformRequest }).once('idle');
  await expect.poll(() => fetch.stats()).toMatchObject(counts);
  await open('headers');
  await Promise.all([idle, other]);
});

describe.each(['raster', 'vector'] as const)('coalesceRequests, %s tiles', (kind) => {
  const style = styles[kind];
  const content = contents[kind];

  test('four maps of one view send one request for each tile', async () => {
    const set = tileSet({ ...content, gate: 'headers' });
    const fetch = createFetch();
    const transformRequest = coalesceRequests(maplibregl, { fetch });
    const maps = [1, 2, 3, 4].map(() => createMap(style(set.template), { transformRequest }));
    const idle = maps.map((map) => map.once('idle'));
    await expect.poll(() => fetch.stats()).toMatchObject({ launched: 4, joined: 12 });
    await set.open('headers');
    await Promise.all(idle);
    expect(await set.counts()).toEqual({ requests: 4, tiles: 4 });
  });

  test.each([
    ['does not exist', { status: 404 }],
    ['fails', { status: 500 }],
    ['is empty', { status: 204 }],
  ])('a tile that %s causes the same errors as in plain MapLibre', async (_, query) => {
    const look = async (shared: boolean) => {
      const { url, template } = tileSet({ ...content, ...query });
      const transformRequest = shared ? coalesceRequests(maplibregl, { fetch: createFetch() }) : null;
      const map = createMap(style(template), { transformRequest });
      const errors: unknown[] = [];
      map.on('error', ({ error }) => {
        const { name, message, status, url: at } = error as maplibregl.AJAXError;
        const without = (text = '') => text.replace(url.replace('127.0.0.1', 'localhost'), '');
        errors.push([error instanceof maplibregl.AJAXError, name, without(message), status, without(at)]);
      });
      const idle = map.once('idle');
      // MapLibre says `idle` after a frame, and asks for none after an answer of 404.
      const repaint = setInterval(() => map.triggerRepaint(), 100);
      await idle.finally(() => clearInterval(repaint));
      return errors.toSorted();
    };
    expect(await look(true)).toEqual(await look(false));
  });

  test('a tile that leaves the view of one map is aborted for that map only', async () => {
    const set = tileSet({ ...content, gate: 'headers' });
    const fetch = createFetch();
    const transformRequest = coalesceRequests(maplibregl, { fetch });
    const [leaves, stays] = [1, 2].map(() => createMap(style(set.template), { transformRequest, zoom: 3 }));
    const idle = stays?.once('idle');
    const left = new Set<string>();
    fetch.addEventListener('leave', ({ detail }) => left.add(detail.url.slice(-5)));
    await expect.poll(() => fetch.stats()).toMatchObject({ launched: 4, joined: 4 });
    // All tiles but the one in the north west are out of view. MapLibre may request that one again.
    leaves?.jumpTo({ center: [-90, 60] });
    await expect.poll(() => [...left]).toEqual(expect.arrayContaining(['1/0/1', '1/1/0', '1/1/1']));
    await set.open('headers');
    await idle;
    expect(await set.counts()).toEqual({ requests: 4, tiles: 4 });
    expect(await set.seen()).toMatchObject({ aborted: 0 });
  });

  test('a removed map aborts its requests', async () => {
    const set = tileSet({ ...content, gate: 'headers' });
    const fetch = createFetch();
    const map = createMap(style(set.template), { transformRequest: coalesceRequests(maplibregl, { fetch }) });
    // MapLibre ends its workers with the last map. Ended workers abort nothing.
    createMap({ version: 8, sources: {}, layers: [] });
    await set.seen({ requests: 4 });
    map.remove();
    await set.seen({ aborted: 4 });
    expect(fetch.stats()).toMatchObject({ left: 4, inFlight: 0 });
  });

  test('each map sends its requests with the `fetch` of its own call', async () => {
    const users = ['a', 'b'].map((name) => {
      const set = tileSet(content);
      const sent: (string | null)[] = [];
      const fetch: typeof globalThis.fetch = (input, init) => {
        const headers = new Headers(init?.headers);
        headers.set('x-user', name);
        sent.push(new URL(String(input)).pathname);
        return globalThis.fetch(input, { ...init, headers });
      };
      return { set, sent, transformRequest: coalesceRequests(maplibregl, { fetch }) };
    });
    const idle = users.map(({ set, transformRequest }) =>
      createMap(style(set.template), { transformRequest }).once('idle'),
    );
    await Promise.all(idle);
    for (const [at, { set, sent }] of users.entries()) {
      const { requests } = await set.seen();
      expect(requests.map(({ headers }) => headers['x-user'])).toEqual(Array(4).fill('ab'[at]));
      expect(sent).toHaveLength(4);
    }
  });

  test('a map with slow tiles does not delay another map', async () => {
    const [slow, quick] = [tileSet({ ...content, gate: 'body' }), tileSet(content)];
    const fetch = createFetch();
    const transformRequest = coalesceRequests(maplibregl, { fetch });
    createMap(style(slow.template), { transformRequest });
    await slow.seen({ requests: 4 });
    const elsewhere = quick.template.replace('localhost', '127.0.0.1');
    await createMap(style(elsewhere), { transformRequest }).once('idle');
    expect(await quick.counts()).toEqual({ requests: 4, tiles: 4 });
    await slow.open('body');
  });
});

describe('coalesceRequests', () => {
  test('terrain and hillshade share the tiles of their elevation model', async () => {
    const show = async (shared: boolean) => {
      const set = tileSet({ image: '64x64' });
      const fetch = createFetch({ linger: 60_000 });
      const transformRequest = shared ? coalesceRequests(maplibregl, { fetch }) : null;
      // Flat, whatever the pixels are.
      const flat = { encoding: 'custom', redFactor: 0, greenFactor: 0, blueFactor: 0, baseShift: 0 } as const;
      const tiles = { tiles: [set.template], tileSize: 64, ...world };
      const model: RasterDEMSourceSpecification = { type: 'raster-dem', ...tiles, ...flat };
      await createMap(
        {
          version: 8,
          sources: { ground: model, shade: model },
          layers: [{ id: 'shade', type: 'hillshade', source: 'shade' }],
          terrain: { source: 'ground' },
        },
        { transformRequest, zoom: 2 },
      ).once('idle');
      return set.counts();
    };
    const alone = await show(false);
    expect(alone.requests).toBe(2 * alone.tiles);
    expect(await show(true)).toEqual({ requests: alone.tiles, tiles: alone.tiles });
  });

  test('two maps share styles, TileJSON, sprites, glyphs and GeoJSON', async () => {
    const { origin } = location;
    const place = {
      type: 'Feature',
      properties: {},
      geometry: { type: 'Point', coordinates: [0, 0] },
    };
    const picture = () => {
      const canvas = new OffscreenCanvas(8, 8);
      canvas.getContext('2d');
      return canvas.convertToBlob();
    };
    const files: Record<string, () => BodyInit | Promise<Blob>> = {
      '/style.json': () =>
        JSON.stringify({
          version: 8,
          sprite: `${origin}/sprite`,
          glyphs: `${origin}/{fontstack}/{range}.pbf`,
          sources: {
            world: { type: 'raster', url: `${origin}/tiles.json` },
            places: { type: 'geojson', data: `${origin}/places.json` },
          },
          layers: [
            { id: 'world', type: 'raster', source: 'world' },
            {
              id: 'names',
              type: 'symbol',
              source: 'places',
              layout: { 'text-field': 'A', 'text-font': ['f'] },
            },
          ],
        }),
      '/tiles.json': () => JSON.stringify({ tiles: [`${origin}/tile-{z}.png`], ...world }),
      '/places.json': () => JSON.stringify(place),
      '/sprite.json': () => '{}',
      '/sprite.png': picture,
      '/tile-1.png': picture,
      '/f/0-255.pbf': () => new ArrayBuffer(0),
    };
    const sent: string[] = [];
    const fetch = createFetch({
      linger: 60_000,
      fetch: async (input) => {
        const { pathname } = new URL(input instanceof Request ? input.url : input, origin);
        sent.push(pathname);
        const file = files[pathname];
        return file ? new Response(await file()) : new Response('', { status: 404 });
      },
    });
    const transformRequest = coalesceRequests(maplibregl, { fetch });
    const maps = [1, 2].map(() => createMap('/style.json', { transformRequest, pixelRatio: 1 }));
    await Promise.all(maps.map((map) => map.once('idle')));
    expect(sent.toSorted()).toEqual(Object.keys(files).toSorted());
  });

  describe('the answer that MapLibre gets', () => {
    const { send } = register({ fetch: createFetch() });
    const text = '{"a":1}';

    test.each([
      ['json', { a: 1 }],
      ['string', text],
      [undefined, text],
      ['arrayBuffer', new TextEncoder().encode(text).buffer],
      ['image', new TextEncoder().encode(text).buffer],
    ] as const)('has the type %s that MapLibre asks for', async (type, data) => {
      const { url } = resource({ body: text });
      expect(await send({ url, ...(type && { type }) })).toMatchObject({ data });
    });

    test('contains the expiry and the ETag of the response', async () => {
      const { url } = resource({ cache: 'max-age=5', 'header.expires': 'never', 'header.etag': '"1"' });
      expect(await send({ url })).toEqual({
        data: 'ok',
        cacheControl: 'max-age=5',
        expires: 'never',
        etag: '"1"',
      });
    });

    test('contains no expiry and no ETag when the response has none', async () => {
      const { url } = resource();
      expect(await send({ url })).toEqual({ data: 'ok', cacheControl: 'no-store', expires: null });
    });

    test('is an error with the status, the URL and the body for an error status', async () => {
      const { url } = resource({ status: 403, body: 'no' });
      const error = (await send({ url }).catch((reason) => reason)) as maplibregl.AJAXError;
      expect(error).toBeInstanceOf(maplibregl.AJAXError);
      expect(error).toMatchObject({ status: 403, statusText: 'Forbidden', url });
      expect(await error.body.text()).toBe('no');
    });

    test('is an error with the status 0 when there is no response', async () => {
      const { url } = resource({ reset: 'headers' });
      const error = await send({ url }).catch((reason) => reason);
      expect(error).toBeInstanceOf(maplibregl.AJAXError);
      const { message } = (await globalThis.fetch(url).catch((reason: Error) => reason)) as Error;
      expect(error).toMatchObject({ status: 0, url, message: expect.stringContaining(message) });
    });

    test('is an AbortError when MapLibre aborts', async () => {
      const { url } = resource({ gate: 'headers' });
      const controller = new AbortController();
      const answer = send({ url }, controller);
      controller.abort();
      await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    });
  });

  describe('the request that is sent', () => {
    test.each([
      [{}, {}],
      [{ type: 'json' }, { accept: 'application/json' }],
      [{ type: 'json', headers: { Accept: 'text/x' } }, { accept: 'text/x' }],
      [{ type: 'image', headers: { accept: 'image/webp,*/*' } }, { accept: 'image/webp,*/*' }],
      [{ headers: { 'x-key': '1' } }, { 'x-key': '1' }],
    ] as const)('for %o has the headers %o', async (request, headers) => {
      const network = new Network();
      const { send } = register({ fetch: network.fetch });
      void send({ url: 'http://localhost/', ...request }).catch(() => {});
      expect(Object.fromEntries(network.sent[0]?.headers ?? [])).toEqual(headers);
    });

    test('has the method, body and modes that MapLibre asks for', () => {
      const fetch = vi.fn(() => new Promise<Response>(() => {}));
      const given = {
        method: 'POST',
        body: 'x',
        credentials: 'include',
        cache: 'reload',
        referrerPolicy: 'origin',
      } as const;
      void register({ fetch }).send({ url: 'https://localhost/', type: 'json', ...given });
      expect(fetch).toHaveBeenCalledWith('https://localhost/', expect.objectContaining(given));
    });
  });

  describe('the `transformRequest` that is returned', () => {
    const { names, transformRequest } = register({ fetch });

    test('uses protocols that are registered', () => {
      expect(names).toEqual(['coflight+http', 'coflight+https']);
    });

    test('uses one protocol for each fetch', () => {
      const addProtocol = vi.fn();
      const { AJAXError } = maplibregl;
      const [one, two] = [vi.fn(), vi.fn()];
      const named = (fetch: typeof globalThis.fetch) =>
        coalesceRequests({ addProtocol, AJAXError }, { fetch })('https://a.test/');
      const [first, second] = [named(one), named(two)];
      expect(second).not.toEqual(first);
      expect([named(one), named(two)]).toEqual([first, second]);
      expect(addProtocol.mock.calls.map(([name]) => name)).toHaveLength(4);
    });

    test('uses another protocol for the fetch that another copy of this module was given', async () => {
      const copy = '../../src/adapters/maplibre.ts?copy';
      const other: { coalesceRequests: typeof coalesceRequests } = await import(/* @vite-ignore */ copy);
      expect(other.coalesceRequests).not.toBe(coalesceRequests);
      const library = { addProtocol: vi.fn(), AJAXError: maplibregl.AJAXError };
      const first = coalesceRequests(library, { fetch: vi.fn() })('https://a.test/');
      const second = other.coalesceRequests(library, { fetch: vi.fn() })('https://a.test/');
      expect(second).not.toEqual(first);
    });

    test.each([
      ['http://a.test/1', 'coflight+http://a.test/1'],
      ['https://a.test/1?x#y', 'coflight+https://a.test/1?x#y'],
      ['/style.json', `coflight+${location.origin}/style.json`],
      ['data:,x', 'data:,x'],
      ['blob:null/x', 'blob:null/x'],
      ['pmtiles://https://a.test/1', 'pmtiles://https://a.test/1'],
      ['https://a.test/film.mp4?x', 'https://a.test/film.mp4?x'],
      ['http://', 'http://'],
    ])('turns %s into %s', (url, expected) => {
      expect(transformRequest(url, 'Source')).toEqual({ url: expected });
    });

    test('calls a `transformRequest` of your own first', async () => {
      const url = 'https://a.test/';
      const headers = { authorization: 'x' };
      const own = { url: 'https://b.test/', headers };
      const shared = { url: 'coflight+https://b.test/', headers };
      const given = vi.fn((): MapRequest | Promise<MapRequest> | undefined => own);
      const { transformRequest } = register({ fetch, transformRequest: given });
      expect(transformRequest(url, 'Tile')).toEqual(shared);
      expect(given).toHaveBeenCalledWith(url, 'Tile');
      given.mockReturnValueOnce(undefined);
      expect(transformRequest(url, 'Tile')).toEqual({ url: `coflight+${url}` });
      given.mockReturnValueOnce(Promise.resolve(own));
      expect(await transformRequest(url, 'Tile')).toEqual(shared);
    });

    test('does not change requests that are not eligible', () => {
      const { transformRequest } = register({
        fetch,
        eligible: (url, type) => type === 'Tile' && url.endsWith('/1'),
      });
      expect(transformRequest('https://a.test/1', 'Tile')).toEqual({ url: 'coflight+https://a.test/1' });
      expect(transformRequest('https://a.test/2', 'Tile')).toEqual({ url: 'https://a.test/2' });
      expect(transformRequest('https://a.test/1', 'Source')).toEqual({ url: 'https://a.test/1' });
    });
  });

  test.each([
    [undefined, { fetch }, 'Expected `maplibre` to be the module of MapLibre 4 or newer, got `undefined`.'],
    [{}, { fetch }, 'Expected `maplibre` to be the module of MapLibre 4 or newer, got `[object Object]`.'],
    // MapLibre 3, whose protocols take no promises.
    [
      Object.assign(() => {}, { addProtocol() {} }),
      { fetch },
      'Expected `maplibre` to be the module of MapLibre 4 or newer, got `[object Function]`.',
    ],
    [maplibregl, undefined, 'Expected `options` to be a plain object, got `undefined`.'],
    [maplibregl, {}, 'Expected `fetch` to be a function, got `undefined`.'],
    [maplibregl, { fetch, elligible: 1 }, 'Unknown option `elligible`. Did you mean `eligible`?'],
    [maplibregl, { fetch: 1 }, 'Expected `fetch` to be a function, got `1`.'],
    [maplibregl, { fetch, eligible: 1 }, 'Expected `eligible` to be a function that is not async, got `1`.'],
    [
      maplibregl,
      { fetch, eligible: null },
      'Expected `eligible` to be a function that is not async, got `null`.',
    ],
    [
      maplibregl,
      { fetch, eligible: async () => false },
      'Expected `eligible` to be a function that is not async, got `[object AsyncFunction]`.',
    ],
    [
      maplibregl,
      { fetch, transformRequest: {} },
      'Expected `transformRequest` to be a function, got `[object Object]`.',
    ],
  ])('throws a TypeError for a wrong argument (%#)', (maplibre, options, message) => {
    expect(() => coalesceRequests(maplibre as never, options as never)).toThrow(new TypeError(message));
  });
});
