import assert from 'node:assert/strict';
import { held } from '../support/memory.ts';
import type { Law, Trial } from './law.ts';

type Bytes = ReadableStreamDefaultReader<Uint8Array>;

const readerOf = (response: Response) => response.body?.getReader() as Bytes;

async function length(reader: Bytes, each: () => void = () => {}): Promise<number> {
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.length;
    each();
  }
  return bytes;
}

const megabyte = 2 ** 20;

/** Asks, and drops the answer. */
async function forget({ response }: Trial, url: string): Promise<void> {
  await response(url);
}

export const bodies: readonly Law[] = [
  {
    id: '8a',
    says: 'A caller gets a `Response` like the native one: class, URL, immutable headers, `clone()`.',
    needs: ['response'],
    async check({ resource, response, Response }) {
      const { url } = resource({ body: 'whole' });
      for (const one of await Promise.all([response(url), response(url)])) {
        assert(one instanceof Response);
        assert.equal(one.url, url);
        assert.throws(() => one.headers.set('x', 'y'), TypeError);
        const copy = one.clone();
        assert.deepEqual([await one.text(), await copy.text()], ['whole', 'whole']);
      }
    },
  },
  {
    id: '9a',
    says: 'Each caller has its own body and reads it in any way. No caller can alter what others see.',
    needs: ['response'],
    async check({ resource, response }) {
      const { url } = resource({ body: '{"list":[1]}' });
      const asked = Array.from({ length: 5 }, () => response(url));
      const [one, two, three, four, five] = (await Promise.all(asked)) as [
        Response,
        Response,
        Response,
        Response,
        Response,
      ];
      const changed = (await one.json()) as { list: number[] };
      changed.list.push(2);
      assert.deepEqual(await two.json(), { list: [1] });
      new Uint8Array(await three.arrayBuffer()).fill(0);
      assert.equal(Buffer.from(await four.arrayBuffer()).toString(), '{"list":[1]}');
      assert.equal(await (await five.blob()).text(), '{"list":[1]}');
    },
  },
  {
    id: '9b',
    says: 'All callers can read the bytes that have arrived before the rest has come.',
    needs: ['response'],
    async check({ resource, response }) {
      const { url, open } = resource({ size: 200_000, chunk: 100_000, gate: 'end' });
      const readers = (await Promise.all([response(url), response(url)])).map(readerOf);
      for (const reader of readers) assert.equal((await reader.read()).done, false);
      await open('end');
      for (const reader of readers) await length(reader);
    },
  },
  {
    id: '9c',
    says: 'A caller that does not read yet stalls no other, and gets all of 8 MB later.',
    needs: ['response'],
    async check({ resource, response }) {
      const { url } = resource({ size: 8 * megabyte, chunk: 65_536 });
      const [first, second] = await Promise.all([response(url), response(url)]);
      assert.equal(await length(readerOf(first)), 8 * megabyte);
      assert.equal(await length(readerOf(second)), 8 * megabyte);
    },
  },
  {
    id: '10b',
    says: 'An answer that is dropped unread costs no memory: one caller reads 48 MB, another drops it, in less than 16 MB.',
    needs: ['response'],
    async check(trial) {
      const { url } = trial.resource({ size: 48 * megabyte, chunk: 65_536 });
      const [kept] = await Promise.all([trial.response(url), forget(trial, url)]);
      const before = held();
      let [peak, parts] = [0, 0];
      const bytes = await length(readerOf(kept), () => {
        if (++parts % 100 === 0) peak = Math.max(peak, held() - before);
      });
      assert.equal(bytes, 48 * megabyte);
      assert(peak < 16 * megabyte, `${Math.round(peak / megabyte)} MB`);
    },
  },
];
