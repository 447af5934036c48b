import assert from 'node:assert/strict';
import { type Law, settle } from './law.ts';

const reason = new Error('I have left.');

/** Makes a caller that can leave. */
function caller(call: (signal: AbortSignal) => Promise<string>) {
  const controller = new AbortController();
  const text = call(controller.signal);
  text.catch(() => {});
  return { text, leave: () => controller.abort(reason) };
}

export const leaving: readonly Law[] = [
  {
    id: '11a',
    says: "The first caller's abort spares the others.",
    needs: ['signal'],
    async check({ resource, text }) {
      const { url, seen, open } = resource({ gate: 'headers', body: 'for you' });
      const [leader, follower] = [1, 2].map(() => caller((signal) => text(url, { signal })));
      await seen({ requests: 1 });
      leader?.leave();
      await settle();
      await open('headers');
      assert.equal(await follower?.text, 'for you');
    },
  },
  {
    id: '11b',
    says: "A later caller's abort rejects that caller alone, at once, with the reason of its own signal.",
    needs: ['signal'],
    async check({ resource, text }) {
      const { url, seen, open } = resource({ gate: 'headers', body: 'for me' });
      const [leader, follower] = [1, 2].map(() => caller((signal) => text(url, { signal })));
      await seen({ requests: 1 });
      follower?.leave();
      await assert.rejects(follower?.text as Promise<string>, reason);
      await open('headers');
      assert.equal(await leader?.text, 'for me');
    },
  },
  {
    id: '11c',
    says: 'When all callers have left, their request is aborted.',
    needs: ['signal'],
    async check({ resource, text }) {
      const { url, seen } = resource({ gate: 'headers' });
      const callers = [1, 2].map(() => caller((signal) => text(url, { signal })));
      await seen({ requests: 1 });
      await settle();
      for (const { leave } of callers) leave();
      const { requests } = await seen();
      await seen({ aborted: requests.length });
    },
  },
  {
    id: '2a',
    says: 'No caller joins a request that all callers have left.',
    needs: ['signal'],
    async check({ resource, text }) {
      const { url, seen, open } = resource({ gate: 'headers', body: 'afresh' });
      const { leave } = caller((signal) => text(url, { signal }));
      await seen({ requests: 1 });
      leave();
      const next = caller((signal) => text(url, { signal }));
      await settle();
      await open('headers');
      assert.equal(await next.text, 'afresh');
    },
  },
  {
    id: '4a',
    says: 'A caller that is already aborted sends no request, and joins none.',
    needs: ['signal'],
    async check({ resource, text }) {
      const { url, seen, open, hits } = resource({ gate: 'headers' });
      await assert.rejects(text(url, { signal: AbortSignal.abort(reason) }));
      await settle();
      assert.equal(await hits(), 0);
      const other = text(url);
      await seen({ requests: 1 });
      const late = text(url, { signal: AbortSignal.abort(reason) });
      late.catch(() => {});
      await settle();
      await open('headers');
      await other;
      await assert.rejects(late);
    },
  },
];

export const failing: readonly Law[] = [
  {
    id: '13a',
    says: 'A failure reaches every caller, and the next call sends a new request.',
    async check({ resource, text }) {
      const { url, seen, open, hits } = resource({ gate: 'headers', reset: 'headers' });
      const asked = [1, 2, 3].map(() => text(url));
      const told = Promise.allSettled(asked);
      await seen({ requests: 1 });
      await settle();
      await open('headers');
      assert.deepEqual(
        (await told).map(({ status }) => status),
        ['rejected', 'rejected', 'rejected'],
      );
      const before = await hits();
      await assert.rejects(text(url));
      assert.equal(await hits(), before + 1);
    },
  },
  {
    id: '13b',
    says: 'A body that breaks off fails for every caller: none takes the half for the whole.',
    async check({ resource, text }) {
      const { url, seen, open } = resource({
        size: 100_000,
        chunk: 50_000,
        gate: 'end',
        reset: 'body',
      });
      const asked = Promise.allSettled([1, 2].map(() => text(url)));
      await seen({ requests: 1 });
      await settle();
      await open('end');
      assert.deepEqual(
        (await asked).map(({ status }) => status),
        ['rejected', 'rejected'],
      );
    },
  },
  {
    id: '4b',
    says: 'No rejection is left unhandled.',
    async check({ resource, text }) {
      const unhandled: unknown[] = [];
      const hear = (error: unknown) => void unhandled.push(error);
      process.on('unhandledRejection', hear);
      try {
        const { url } = resource({ reset: 'headers' });
        const told = await Promise.allSettled([1, 2, 3].map(() => text(url)));
        assert(told.every(({ status }) => status === 'rejected'));
        await settle();
      } finally {
        process.off('unhandledRejection', hear);
      }
      assert.deepEqual(unhandled, []);
    },
  },
];
