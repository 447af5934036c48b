// Law 10: bytes that are kept for later callers are released when no caller may join.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { piece, readerOf } from '../support/reading.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

const url = 'http://example.com/';
const bytes = (text: string) => new TextEncoder().encode(text);

/** A network whose body arrives chunk by chunk, when the test says so. */
function told(options: Parameters<typeof createFetch>[0]) {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({ start: (it) => void (controller = it) });
  const answers = [new Response(body), new Response('another')];
  const fetch = createFetch({ ...options, fetch: async () => answers.shift() as Response });
  return { fetch, controller };
}

test('a caller that joins while the last joinable bytes arrive gets all of them', async () => {
  const { fetch, controller } = told({ maxReplay: 5 });
  const reader = readerOf(await fetch(url));
  controller.enqueue(bytes('first'));
  expect(await piece(reader)).toBe('first');
  const next = piece(reader);
  const late = fetch(url);
  expect(fetch.stats().joined).toBe(1);
  controller.enqueue(bytes('second'));
  controller.close();
  expect(await (await late).text()).toBe('firstsecond');
  expect(await next).toBe('second');
});

test('past maxReplay a chunk that all callers have read is released', async () => {
  const { fetch, controller } = told({ maxReplay: 0 });
  const reader = readerOf(await fetch(url));
  let ref: WeakRef<Uint8Array> | undefined;
  // In a separate function, so that nothing on this stack holds it.
  await (async () => {
    const first = bytes('first');
    ref = new WeakRef(first);
    controller.enqueue(first);
  })();
  expect(await piece(reader)).toBe('first');
  controller.enqueue(bytes('second'));
  expect(await piece(reader)).toBe('second');
  await expect
    .poll(() => {
      collect();
      // A failed expectation of the piece itself would hold it.
      return ref?.deref() === undefined;
    })
    .toBe(true);
  controller.close();
  expect(await piece(reader)).toBeUndefined();
});
