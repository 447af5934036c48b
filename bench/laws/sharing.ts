import assert from 'node:assert/strict';
import { type Law, settle } from './law.ts';

export const sharing: readonly Law[] = [
  {
    id: '1a',
    says: 'Ten callers at once are one request.',
    async check({ resource, text }) {
      const { url, seen, open, hits } = resource({ gate: 'headers', body: 'shared' });
      const texts = Array.from({ length: 10 }, () => text(url));
      await seen({ requests: 1 });
      await settle();
      await open('headers');
      assert.deepEqual(await Promise.all(texts), Array(10).fill('shared'));
      assert.equal(await hits(), 1);
    },
  },
  {
    id: '10a',
    says: 'A caller that comes while the body is still arriving joins, and gets the whole body.',
    async check({ resource, text }) {
      const { url, seen, open, hits } = resource({ size: 100_000, chunk: 50_000, gate: 'end' });
      const early = text(url);
      while ((await seen({ requests: 1 })).sent < 50_000) await settle();
      const late = text(url);
      await settle();
      await open('end');
      assert.deepEqual([(await early).length, (await late).length], [100_000, 100_000]);
      assert.equal(await hits(), 1);
    },
  },
  {
    id: '3a',
    says: 'It is no cache: a caller that asks after the answer has arrived sends a new request.',
    async check({ resource, text }) {
      const { url, hits } = resource();
      await text(url).then(() => text(url));
      assert.equal(await hits(), 2);
    },
  },
];

/** Makes two callers ask at once. They must cause two requests. */
const apart =
  (one: RequestInit, other: RequestInit): Law['check'] =>
  async ({ resource, text }) => {
    const { url, open, hits } = resource({ gate: 'headers' });
    const texts = [text(url, one), text(url, other)];
    await settle();
    await open('headers');
    await Promise.all(texts);
    assert.equal(await hits(), 2);
  };

export const keys: readonly Law[] = [
  {
    id: '6a',
    says: 'Two users, told apart by `Authorization`, never share an answer.',
    needs: ['init'],
    check: apart({ headers: { authorization: 'a' } }, { headers: { authorization: 'b' } }),
  },
  {
    id: '6b',
    says: 'Requests with another `Accept` are kept apart.',
    needs: ['init'],
    check: apart({ headers: { accept: 'text/html' } }, { headers: { accept: 'text/plain' } }),
  },
  {
    id: '6c',
    says: '`GET` and `HEAD` are never one request.',
    needs: ['method'],
    check: apart({ method: 'HEAD' }, { method: 'GET' }),
  },
  {
    id: '6d',
    says: 'Requests with another redirect mode are kept apart.',
    needs: ['response'],
    async check({ resource, text }) {
      const { url, open } = resource({ gate: 'headers', redirect: resource({ body: 'there' }).url });
      const followed = text(url);
      const refused = text(url, { redirect: 'error' });
      refused.catch(() => {});
      await settle();
      await open('headers');
      assert.equal(await followed, 'there');
      await assert.rejects(refused);
    },
  },
  {
    id: '7a',
    says: 'Writes are never shared.',
    needs: ['method'],
    check: apart({ method: 'POST', body: 'one' }, { method: 'POST', body: 'one' }),
  },
  {
    id: '12a',
    says: 'A read after a write does not join a read from before it.',
    needs: ['method'],
    async check({ resource, text }) {
      const { url, seen, open, hits } = resource({ gate: 'headers' });
      const before = text(url);
      before.catch(() => {});
      await seen({ requests: 1 });
      await open('headers2', 'headers3');
      await text(url, { method: 'POST', body: 'changed' });
      await text(url);
      assert.equal(await hits(), 3);
      await open('headers');
      await before;
    },
  },
];
