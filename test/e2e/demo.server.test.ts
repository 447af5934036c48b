import { once } from 'node:events';
import { connect } from 'node:http2';
import { createServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import MVT from 'ol/format/MVT.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OwnDemo, outcomeOf, startDemo } from '../support/demo.ts';

describe('command line', () => {
  test.each([
    [['--port', 'x'], 'Expected `--port` to be a whole number from 0 to 65528, got `x`.'],
    [['--port', '65529'], 'Expected `--port` to be a whole number from 0 to 65528, got `65529`.'],
    [['--port'], 'Expected `--port` to be a whole number from 0 to 65528, got ``.'],
    [['--prot', '80'], 'Expected no option but --port, --cert, --key and --help, got `--prot`.'],
    [['8080'], 'Expected no option but --port, --cert, --key and --help, got `8080`.'],
    [['--cert', 'a.pem'], 'Expected `--cert` and `--key` together, each with the path of a PEM file.'],
  ])('refuses %j in one line', async (args, line) => {
    expect(await outcomeOf(...args)).toEqual({ out: '', err: `${line}\n`, code: 1 });
  });

  test('says in one line that a port is taken', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    const { out, err, code } = await outcomeOf('--port', String(port));
    taken.close();
    expect({ out, code }).toEqual({ out: '', code: 1 });
    const needed = `, and the demo needs ${port} to ${port + 7}`;
    expect(err).toBe(
      `Port ${port} is taken${needed}: choose another with --port, or leave it out for free ones.\n`,
    );
  });

  test.each([
    ['nowhere.pem', 'ENOENT: .*nowhere\\.pem.*'],
    ['package.json', '.*no start line'],
  ])('says in one line that a certificate cannot be used: %s', async (file, reason) => {
    const { err, code } = await outcomeOf('--cert', file, '--key', file);
    expect(code).toBe(1);
    const expected = 'Expected the PEM files of a certificate and its key.';
    expect(err).toMatch(new RegExp(`^The certificate cannot be used: ${reason}\\. ${expected}\\n$`));
  });

  test('explains itself', async () => {
    const { out, code } = await outcomeOf('--help');
    expect(code).toBe(0);
    expect(out).toContain('--port 8080');
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('ends cleanly on %s, with answers under way', async (signal) => {
    const demo = await startDemo();
    await demo.link('end').set({ hold: true });
    const answer = fetch(`${demo.origin}/link/end/tiles/light/2/1/1.png`).catch(() => 'cut off');
    while ((await demo.link('end').report()).sums.tiles.open < 1);
    expect(await demo.stop(signal)).toEqual({ code: 0, signal: null, err: '' });
    expect(await answer).toBe('cut off');
  });
});

describe('server', () => {
  let demo: OwnDemo;
  const get = (path: string) => fetch(demo.origin + path);

  beforeAll(async () => {
    demo = await startDemo();
  });
  afterAll(() => demo.stop());

  test('serves raster tiles as PNG, and vector tiles', async () => {
    const image = await get('/link/size/tiles/dark/3/4/2.png');
    const bytes = Buffer.from(await image.arrayBuffer());
    expect(image.headers.get('content-type')).toBe('image/png');
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([256, 256]);

    const shapes = await get('/link/size/tiles/vector/5/17/11.pbf');
    expect(shapes.headers.get('content-type')).toBe('application/x-protobuf');
    const features = new MVT().readFeatures(await shapes.arrayBuffer());
    expect(new Set(features.map((one) => one.get('layer')))).toEqual(new Set(['land', 'coasts', 'borders']));
    expect(features.map((one) => one.get('name'))).toContain('Greece');
  });

  test('lists the largest places of a block of tiles, across the date line too', async () => {
    const names = async (block: string) => {
      const { features } = await (await get(`/link/places/places/${block}.json`)).json();
      return features.map(({ properties }: { properties: { name: string } }) => properties.name);
    };
    expect((await names('4/8-8/5-5')).slice(0, 3)).toEqual(['Berlin', 'Rome', 'Paris']);
    // Fiji lies on both sides of 180 degrees: from the west, and from the east.
    expect(await names('4/15-16/8-9')).toContain('Suva');
    expect(await names('4/-1-0/8-9')).toContain('Suva');
  });

  test('has the borders of the world as lines', async () => {
    const { type, coordinates } = await (await get('/link/lines/borders.json')).json();
    expect(type).toBe('MultiLineString');
    expect(coordinates.length).toBeGreaterThan(150);
  });

  test('speaks HTTP/2 too, with a certificate of its own', async () => {
    const session = connect(demo.site.secure.page, { rejectUnauthorized: false });
    const stream = session.request({ ':path': '/link/h2/tiles/light/3/4/2.png' });
    const [headers] = await once(stream, 'response');
    expect(headers).toMatchObject({ ':status': 200, 'content-type': 'image/png' });
    expect((await buffer(stream)).subarray(1, 4).toString()).toBe('PNG');
    session.close();
    expect((await demo.link('h2').report()).sums.tiles).toMatchObject({ requests: 1, answered: 1 });
  });

  test('tells each origin who it is', async () => {
    const roles = Object.entries(demo.site.plain).map(async ([role, origin]) => {
      const { role: told } = await (await fetch(`${origin}/site.json`)).json();
      const page = await (await fetch(origin)).text();
      return [role, told, /src="[^"]*(index|panel)-/.exec(page)?.[1]];
    });
    expect(await Promise.all(roles)).toEqual([
      ['front', 'front', 'index'],
      ['off', 'off', 'panel'],
      ['page', 'page', 'panel'],
      ['worker', 'worker', 'panel'],
    ]);
  });

  test.each([
    'tiles/sepia/1/0/0.png',
    'tiles/light/1/2/0.png',
    'tiles/light/30/0/0.png',
    'tiles/light/0/0/0.png',
    'tiles/vector/3/4/2.png',
    'tiles/light/3/4/2.pbf',
    'tiles/light/1/0/0.jpg',
    'places/3/5-4/0-0.json',
    'gallery/nowhere.png',
    '../package.json',
    '%2e%2e/%2e%2e/package.json',
  ])('has nothing at %s, and counts nothing', async (path) => {
    expect((await get(`/link/nothing/${path}`)).status).toBe(404);
    expect(await demo.link('nothing').hits()).toEqual({});
  });

  test('draws a tile once for callers that ask for it at the same time', async () => {
    const links = Array.from({ length: 12 }, (_, index) => `crowd-${index}`);
    await Promise.all(links.map((id) => demo.link(id).set({ latency: 0, bandwidth: 0 })));
    const answers = await Promise.all(links.map((id) => get(`/link/${id}/tiles/light/6/33/22.png`)));
    const sizes = await Promise.all(answers.map(async (answer) => (await answer.arrayBuffer()).byteLength));
    expect(new Set(sizes).size).toBe(1);
    expect((await demo.drawn())['light/6/33/22']).toBe(1);
  });

  test('gives each link the Cache-Control that was set for it', async () => {
    await demo.link('cached').set({ cacheControl: 'max-age=600' });
    await demo.link('bare').set({ cacheControl: '' });
    const policy = async (id: string) =>
      (await get(`/link/${id}/tiles/light/2/1/1.png`)).headers.get('cache-control');
    expect(await policy('cached')).toBe('max-age=600');
    expect(await policy('bare')).toBeNull();
    expect(await policy('other')).toBe('no-cache');
  });

  test.each([
    [{ latency: -1 }, 'Expected `latency` to be a whole number of milliseconds from 0 to 10000, got `-1`.'],
    [
      { bandwidth: '1' },
      'Expected `bandwidth` to be a whole number of bytes a second from 0 to 1000000000, got `"1"`.',
    ],
    [
      { cacheControl: 'public' },
      'Expected `cacheControl` to be one of "no-cache", "no-store", "max-age=600", "", got `"public"`.',
    ],
    [{ speed: 1 }, 'Expected a setting of latency, bandwidth, cacheControl, hold, got `speed`.'],
  ])('refuses the settings %j and keeps its own', async (changes, error) => {
    const { settings } = await demo.link('strict').report();
    const response = await demo.link('strict').set({ latency: 5, ...(changes as object) });
    expect([response.status, await response.json()]).toEqual([400, { error }]);
    expect((await demo.link('strict').report()).settings).toEqual(settings);
  });

  test('counts held answers and aborted requests for each link', async () => {
    const link = demo.link('leaver');
    await link.set({ hold: true });
    const leaver = new AbortController();
    const answer = fetch(`${demo.origin}/link/leaver/tiles/light/2/1/1.png`, { signal: leaver.signal });
    const left = answer.catch((error: Error) => error.name);
    while ((await link.report()).sums.tiles.open < 1);
    leaver.abort();
    expect(await left).toBe('AbortError');
    while ((await link.report()).sums.tiles.open > 0);
    const { sums } = await link.report();
    expect(sums.tiles).toEqual({ requests: 1, distinct: 1, open: 0, answered: 0, aborted: 1, bytes: 0 });
    expect(await link.hits()).toEqual({ 'tiles/light/2/1/1.png': 1 });
    await link.reset();
    expect(await link.hits()).toEqual({});
  });
});
