// Law 9: each caller reads its own body, and the network is read once.

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { resource } from '../support/resource.ts';

const reads = {
  text: (r: Response) => r.text(),
  json: async (r: Response) => JSON.stringify(await r.json()),
  blob: async (r: Response) => (await r.blob()).text(),
  arrayBuffer: async (r: Response) => new TextDecoder().decode(await r.arrayBuffer()),
  bytes: async (r: Response) => new TextDecoder().decode(await r.bytes()),
  body: (r: Response) => new Response(r.body).text(),
};

/** Two responses of one flight. */
async function pair(query: Record<string, string | number>) {
  const fetch = createFetch();
  const { url, hits, open } = resource(query);
  const [one, other] = await Promise.all([fetch(url), fetch(url)]);
  return { fetch, one, other, hits, open };
}

const readerOf = (response: Response) => (response.body as ReadableStream<Uint8Array>).getReader();

describe('the own body', () => {
  test('reads the network once for callers that read in every form', async () => {
    const fetch = createFetch();
    const body = '{"name":"Zürich","places":[1,2,3]}';
    const { url, hits } = resource({ body, chunk: 3 });
    const callers = Object.values(reads).map(async (read) => read(await fetch(url)));
    for (const got of await Promise.all(callers)) expect(got).toBe(body);
    expect(await hits()).toBe(1);
    expect(fetch.stats().bytes).toBe(new TextEncoder().encode(body).length);
  });

  test.each(Object.keys(reads) as (keyof typeof reads)[])(
    'is whole for two callers that read it by %s',
    async (form) => {
      const { one, other, hits } = await pair({ body: '["a","b"]', chunk: 2 });
      expect(await Promise.all([reads[form](one), reads[form](other)])).toEqual(['["a","b"]', '["a","b"]']);
      expect(await hits()).toBe(1);
    },
  );

  test('gives each caller its own form data', async () => {
    const { one, other } = await pair({ type: 'application/x-www-form-urlencoded', body: 'a=1&b=2' });
    const [mine, theirs] = await Promise.all([one.formData(), other.formData()]);
    mine.set('a', 'changed');
    expect([...theirs]).toEqual([
      ['a', '1'],
      ['b', '2'],
    ]);
  });

  test('is a Blob with the bytes and the type of a native one, also when it is large', async () => {
    const { url } = resource({ size: 9_000_000, chunk: 1_000_000, type: 'Text/Plain;Charset=UTF-8' });
    const fetch = createFetch();
    const blobOf = (response: Response) => response.blob();
    const own = fetch(url).then(blobOf);
    const [blob, other, text] = await Promise.all([
      own,
      fetch(url).then(blobOf),
      fetch(url).then(reads.text),
    ]);
    const native = await globalThis.fetch(url).then(blobOf);
    expect(blob.type).toBe(native.type);
    expect(other.type).toBe(native.type);
    expect(blob.size).toBe(9_000_000);
    expect((await blob.text()) === text && (await other.text()) === (await native.text())).toBe(true);
  });

  test('is whole for each of a thousand callers', async () => {
    const fetch = createFetch();
    const { url, hits } = resource({ size: 5000, chunk: 1000 });
    const texts = await Promise.all(Array.from({ length: 1000 }, async () => (await fetch(url)).text()));
    expect(new Set(texts).size).toBe(1);
    expect(texts[999]).toHaveLength(5000);
    expect(await hits()).toBe(1);
    expect(fetch.stats()).toMatchObject({ calls: 1000, launched: 1, joined: 999, bytes: 5000, inFlight: 0 });
  });
});

describe('a value that cannot change', () => {
  test('is one text, decoded once', async () => {
    const decode = vi.spyOn(TextDecoder.prototype, 'decode');
    try {
      const { one, other } = await pair({ body: 'one text' });
      expect(await Promise.all([one.text(), other.text()])).toEqual(['one text', 'one text']);
      expect(decode).toHaveBeenCalledOnce();
    } finally {
      decode.mockRestore();
    }
  });

  test('is the bytes of one Blob, made once', async () => {
    let made = 0;
    vi.stubGlobal(
      'Blob',
      class extends Blob {
        constructor(...args: ConstructorParameters<typeof Blob>) {
          super(...args);
          made++;
        }
      },
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    const size = 5_000_000; // a smaller body becomes a Blob inside the platform
    const lone = await pair({ size });
    await lone.one.blob();
    // Node makes a second one.
    const madeForOne = made;
    expect(madeForOne).toBeGreaterThan(0);
    const { one, other } = await pair({ size });
    // At once: the collector may take what a later reader would share.
    for (const blob of await Promise.all([one.blob(), other.blob()])) expect(blob.size).toBe(size);
    expect(made).toBe(2 * madeForOne);
  });
});

describe('a value that can change', () => {
  test.each(['bytes', 'arrayBuffer'] as const)('is a new one for each caller: %s', async (form) => {
    const { one, other } = await pair({ body: 'unchanged' });
    const mine = await one[form]();
    new Uint8Array(mine).fill(0);
    if (mine instanceof Uint8Array) mine.fill(0);
    const theirs = await other[form]();
    expect(new TextDecoder().decode(theirs)).toBe('unchanged');
  });

  test.each(['text/css', 'Text/CSS;Charset=UTF-8', 'multipart/form-data; boundary=AbC', ''])(
    'is a Blob that one caller names: %j',
    async (type) => {
      const { one, other } = await pair({ body: 'one text', type });
      const mine = Object.assign(await one.blob(), { name: 'mine.css' });
      const theirs = await other.blob();
      expect(theirs).not.toHaveProperty('name');
      expect([theirs.type, theirs.size, await theirs.text()]).toEqual([mine.type, 8, 'one text']);
    },
  );

  test('may be transferred by one caller while another reads', async () => {
    const { one, other } = await pair({ body: 'still here' });
    const buffer = await one.arrayBuffer();
    structuredClone(buffer, { transfer: [buffer] });
    expect(buffer.byteLength).toBe(0);
    expect(await other.text()).toBe('still here');
  });

  test('is a new one for each caller: parsed JSON', async () => {
    const { one, other } = await pair({ body: '{"list":[1]}' });
    const [mine, theirs] = await Promise.all([one.json(), other.json()]);
    mine.list.push(2);
    expect(theirs).toEqual({ list: [1] });
  });

  test.each([
    '{"a":{"b":[{"c":null},[],{}]},"d":"x","e":[1,[2,[3]]]}',
    '{"__proto__":{"polluted":[1]},"constructor":{"prototype":1},"1":[2],"":{}}',
    '[[[]],null,true,-0,1e300,"\\u0000\\ud800"]',
    'null',
    '"text"',
    '0',
  ])('is a new one for each caller, equal to that of JSON.parse: %s', async (body) => {
    const { one, other } = await pair({ body });
    const [mine, theirs] = await Promise.all([one.json(), other.json()]);
    expect(JSON.stringify(mine)).toBe(JSON.stringify(JSON.parse(body)));
    expect(JSON.stringify(theirs)).toBe(JSON.stringify(JSON.parse(body)));
    if (Object(mine) === mine) expect(mine).not.toBe(theirs);
  });

  test('is parsed again for each caller when it is nested too deeply to be copied', async () => {
    const deep = 50_000;
    const fetch = createFetch({ fetch: async () => new Response('['.repeat(deep) + ']'.repeat(deep)) });
    const calls = [fetch('http://coflight.test/deep'), fetch('http://coflight.test/deep')];
    const [mine, theirs] = await Promise.all(calls.map(async (call) => (await call).json()));
    // Nothing that prints or compares goes so deep either.
    expect(mine.length === 1 && mine[0] !== theirs[0]).toBe(true);
  });

  test('is a new one for each caller: the chunks of a stream, also for a late caller', async () => {
    const { fetch, one, other, open } = await pair({ body: 'abcdef', chunk: 3, gate: 'end' });
    const { value } = await readerOf(one).read();
    value?.fill(0);
    const late = await fetch(one.url);
    await open('end');
    expect(await Promise.all([other.text(), late.text()])).toEqual(['abcdef', 'abcdef']);
  });

  test('is not given away to the last caller while a clone reads the body', async () => {
    const { one, other } = await pair({ body: 'unchanged' });
    await other.body?.cancel();
    const copy = one.clone();
    (await one.bytes()).fill(0);
    expect(await copy.text()).toBe('unchanged');
  });
});

describe('pace', () => {
  test('is each reader’s own', async () => {
    const { one, other, open } = await pair({ body: 'aabbcc', chunk: 2, gate: 'end' });
    const slow = readerOf(one);
    const first = await slow.read();
    await open('end');
    expect(await other.text()).toBe('aabbcc');
    expect(new TextDecoder().decode(first.value)).toBe('aa');
    let rest = '';
    for (let part = await slow.read(); !part.done; part = await slow.read())
      rest += new TextDecoder().decode(part.value);
    expect(rest).toBe('bbcc');
  });

  test.each<[string, (one: Response) => unknown]>([
    ['never reads', () => {}],
    ['stops in mid-body', (one) => readerOf(one).read()],
    ['holds the reader and reads nothing', readerOf],
    ['cancels', (one) => one.body?.cancel()],
    [
      'cancels in mid-body',
      async (one) => {
        const reader = readerOf(one);
        await reader.read();
        await reader.cancel();
      },
    ],
  ])('The pace of a caller who %s does not affect another', async (_, misbehave) => {
    const { one, other } = await pair({ size: 2_000_000, chunk: 100_000 });
    await misbehave(one);
    expect(await other.text()).toHaveLength(2_000_000);
  });
});
