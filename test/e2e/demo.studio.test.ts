import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { KeptPainter } from '../../demo/server/kept-painter.ts';
import type { Order } from '../../demo/server/orders.ts';
import { PainterThread } from '../../demo/server/painter.ts';
import { regions } from '../../demo/server/regions.ts';
import { Studio } from '../../demo/server/studio.ts';
import { Wire } from '../../demo/server/wire.ts';

const japan: Order = { kind: 'picture', name: 'japan' };
const italy: Order = { kind: 'picture', name: 'italy' };

/** A painter whose drawings are finished by hand. */
function painter() {
  const jobs: (PromiseWithResolvers<Buffer> & { order: Order; aborted: boolean })[] = [];
  const paint = (order: Order) => {
    const job = { ...Promise.withResolvers<Buffer>(), order, aborted: false };
    jobs.push(job);
    const abort = () => {
      job.aborted = true;
    };
    return { result: job.promise, abort };
  };
  return { jobs, paint };
}

const never = new AbortController().signal;

describe('Studio', () => {
  test('paints once for callers that ask at the same time, and not again for later callers', async () => {
    const hand = painter();
    const studio = new Studio(hand, 100);
    const asked = [studio.drawing(japan, never), studio.drawing(japan, never)];
    expect(hand.jobs).toHaveLength(1);
    const png = Buffer.alloc(10);
    hand.jobs[0]?.resolve(png);
    expect(await Promise.all(asked)).toEqual([png, png]);
    expect(await studio.drawing(japan, never)).toBe(png);
    expect(studio.drawn).toEqual({ 'picture/japan': 1 });
  });

  test('aborts a painting only when its last caller has left', async () => {
    const hand = painter();
    const studio = new Studio(hand, 100);
    const [one, other] = [new AbortController(), new AbortController()];
    const asked = [studio.drawing(japan, one.signal), studio.drawing(japan, other.signal)];
    one.abort();
    await expect(asked[0]).rejects.toBe(one.signal.reason);
    expect(hand.jobs[0]?.aborted).toBe(false);
    other.abort();
    await expect(asked[1]).rejects.toBe(other.signal.reason);
    expect(hand.jobs[0]?.aborted).toBe(true);
  });

  test('keeps at most as many paintings as it has room for: those that were asked for last', async () => {
    const hand = painter();
    const studio = new Studio(hand, 25);
    const draw = async (order: Order) => {
      const asked = studio.drawing(order, never);
      hand.jobs.at(-1)?.resolve(Buffer.alloc(10));
      await asked;
    };
    await draw(japan);
    await draw(italy);
    await draw(japan);
    await draw({ kind: 'thumb', name: 'italy' });
    expect(hand.jobs).toHaveLength(3);
    await draw(japan);
    expect(hand.jobs).toHaveLength(3);
    await draw(italy);
    expect(hand.jobs).toHaveLength(4);
  });

  test('tries a painting that failed again for the next caller', async () => {
    const hand = painter();
    const studio = new Studio(hand, 100);
    const asked = studio.drawing(japan, never);
    hand.jobs[0]?.reject(new Error('No paint'));
    await expect(asked).rejects.toThrow('No paint');
    studio.drawing(japan, never).catch(() => {});
    expect(hand.jobs).toHaveLength(2);
  });
});

describe('KeptPainter', () => {
  test('does not repeat paintings of an earlier start', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'coflight-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const [first, second] = [painter(), painter()];
    const png = Buffer.from('a drawing');
    const painted = new KeptPainter(first, folder).paint(japan).result;
    await expect.poll(() => first.jobs).toHaveLength(1);
    first.jobs[0]?.resolve(png);
    expect(await painted).toEqual(png);
    expect(await new KeptPainter(second, folder).paint(japan).result).toEqual(png);
    expect(second.jobs).toHaveLength(0);
  });

  test('does not begin a painting that was aborted before its file was found missing', async () => {
    const hand = painter();
    const job = new KeptPainter(hand, join(tmpdir(), randomUUID())).paint(japan);
    job.abort();
    await expect(job.result).rejects.toThrow('picture/japan was aborted.');
    expect(hand.jobs).toHaveLength(0);
  });
});

describe('PainterThread', () => {
  test('paints each order, except orders that were aborted before they began', async () => {
    const thread = new PainterThread();
    // One more than are ever begun at once.
    const ordered = regions.slice(0, 5).map(({ name }) => thread.paint({ kind: 'thumb', name }));
    const [first, last] = [ordered[0], ordered.at(-1)];
    last?.abort();
    const pngs = await Promise.all(ordered.slice(0, -1).map(({ result }) => result));
    expect(new Set(pngs.map((png) => png.subarray(1, 4).toString()))).toEqual(new Set(['PNG']));
    await expect(thread.paint({ kind: 'thumb', name: 'nowhere' }).result).rejects.toThrow(
      'no picture of nowhere',
    );
    await thread.paint({ kind: 'thumb', name: 'western-europe' }).result;
    expect(await Promise.race([last?.result, first?.result.then(() => 'not begun')])).toBe('not begun');
  });
});

describe('Wire', () => {
  test('serves answers that are under way at the same time in turn', async () => {
    const wire = new Wire();
    wire.speed = 16_000;
    const passed: string[] = [];
    const send = async (name: string) => {
      for (let piece = 0; piece < 3; piece++) {
        await wire.pass(wire.chunk, never);
        passed.push(name);
      }
    };
    await Promise.all([send('a'), send('b')]);
    expect(passed.join('')).toBe('ababab');
  });
});
