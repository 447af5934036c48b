// Law 11 for a `fetch` that does not follow its signal, as mocks and in-process handlers: the body is cancelled.

import { describe, expect, test } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { deferred } from '../support/deferred.ts';
import { turns } from '../support/turns.ts';

const url = 'http://coflight.test/stream';

/** A `fetch` whose body goes on until it is cancelled. */
function endless() {
  const cancelled = deferred<unknown>();
  const body = () =>
    new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1000)),
      cancel: (reason) => cancelled.resolve(reason),
    });
  return { cancelled: cancelled.promise, answer: async () => new Response(body()) };
}

describe('a body that its last caller leaves is cancelled', () => {
  test('when a reader cancels it in the middle', async () => {
    const { cancelled, answer } = endless();
    const { body } = await createFetch({ fetch: answer })(url);
    const reader = body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await cancelled;
  });

  test('while it waits for a slow reader', async () => {
    const { cancelled, answer } = endless();
    const { body } = await createFetch({ fetch: answer })(url);
    const reader = body?.getReader();
    await reader?.read();
    await turns();
    await reader?.cancel();
    await cancelled;
  });

  test('when a method that reads the whole of it is aborted', async () => {
    const { cancelled, answer } = endless();
    const control = new AbortController();
    const response = await createFetch({ fetch: answer })(url, { signal: control.signal });
    const text = response.text();
    control.abort();
    await expect(text).rejects.toThrow('abort');
    await cancelled;
  });

  test('before anyone has read it', async () => {
    const { cancelled, answer } = endless();
    const control = new AbortController();
    await createFetch({ fetch: answer })(url, { signal: control.signal });
    control.abort();
    await cancelled;
  });

  test('when it comes after the abort', async () => {
    const { cancelled, answer } = endless();
    const gate = deferred();
    const control = new AbortController();
    const fetch = createFetch({ fetch: () => gate.promise.then(answer) });
    const call = fetch(url, { signal: control.signal });
    control.abort();
    await expect(call).rejects.toThrow('abort');
    gate.resolve();
    await cancelled;
    expect(fetch.stats()).toMatchObject({ inFlight: 0, left: 1 });
  });
});
