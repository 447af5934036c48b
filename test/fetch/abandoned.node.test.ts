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
      // A body without pauses would leave the test no turn.
      pull: async (controller) => {
        await turns(1);
        controller.enqueue(new Uint8Array(1000));
      },
      cancel: (reason) => cancelled.resolve(reason),
    });
  return { cancelled: cancelled.promise, answer: async () => new Response(body()) };
}

describe('a body that its last caller leaves is cancelled', () => {
  test('A body that its last caller leaves is cancelled when a reader cancels it in the middle', async () => {
    const { cancelled, answer } = endless();
    const { body } = await createFetch({ fetch: answer })(url);
    const reader = body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await cancelled;
  });

  test('A body that its last caller leaves is cancelled while it waits for a slow reader', async () => {
    const { cancelled, answer } = endless();
    const { body } = await createFetch({ fetch: answer })(url);
    const reader = body?.getReader();
    await reader?.read();
    await turns();
    await reader?.cancel();
    await cancelled;
  });

  test('A body that its last caller leaves is cancelled when a method that reads the whole of it is aborted', async () => {
    const { cancelled, answer } = endless();
    const control = new AbortController();
    const response = await createFetch({ fetch: answer })(url, { signal: control.signal });
    const text = response.text();
    control.abort();
    await expect(text).rejects.toThrow('abort');
    await cancelled;
  });

  test('A body that its last caller leaves is cancelled when a method reads a clone that was made in the abort, and is no whole answer', async () => {
    const { cancelled, answer } = endless();
    const control = new AbortController();
    const texts: Promise<string>[] = [];
    let response: Response | undefined;
    control.signal.addEventListener('abort', () => {
      if (response) texts.push(response.clone().text());
    });
    response = await createFetch({ fetch: answer })(url, { signal: control.signal });
    control.abort();
    await cancelled;
    await expect(texts[0]).rejects.toThrow('abort');
  });

  test('A body that its last caller leaves is cancelled when the flight was forgotten while its callers got their responses', async () => {
    for (let steps = 0; steps < 8; steps++) {
      const { cancelled, answer } = endless();
      const fetch = createFetch({ fetch: answer });
      const control = new AbortController();
      const calls = [fetch(url, { signal: control.signal }), fetch(url, { signal: control.signal })];
      for (let step = 0; step < steps; step++) await undefined;
      fetch.forget();
      const texts = (await Promise.all(calls)).map((response) => response.text());
      control.abort();
      for (const text of texts) await expect(text).rejects.toThrow('abort');
      await cancelled;
      expect(fetch.stats()).toMatchObject({ failed: 0, inFlight: 0 });
    }
  });

  test('A body that its last caller leaves is cancelled before anyone has read it', async () => {
    const { cancelled, answer } = endless();
    const control = new AbortController();
    await createFetch({ fetch: answer })(url, { signal: control.signal });
    control.abort();
    await cancelled;
  });

  test('A body that its last caller leaves is cancelled when it comes after the abort', async () => {
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

test('a body that cannot be cancelled makes no error of an abort that the network did not follow', async () => {
  const headers = deferred<Response>();
  const control = new AbortController();
  const call = createFetch({ fetch: () => headers.promise })(url, { signal: control.signal });
  control.abort();
  await expect(call).rejects.toThrow('abort');
  let isCancelled = false;
  const body = new ReadableStream({
    cancel() {
      isCancelled = true;
      throw new Error('no');
    },
  });
  headers.resolve(new Response(body));
  // A rejection that no one handles would fail the run.
  await turns();
  expect(isCancelled).toBe(true);
});
