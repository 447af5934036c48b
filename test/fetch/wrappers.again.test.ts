// Law 7, for functions that are called more than once: what they did the first time is no promise for the next.

import { afterEach, expect, test } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';

const native = globalThis.fetch;

afterEach(() => {
  globalThis.fetch = native;
});

test('a wrapper on top that answers the first call itself and passes the second one on does not hang', async () => {
  let sent = 0;
  globalThis.fetch = async () => new Response(`network ${++sent}`);
  const wrapped = createFetch();
  let isFirst = true;
  globalThis.fetch = async (input, init) => {
    await undefined;
    if (!isFirst) return wrapped(input as string, { ...init });
    isFirst = false;
    return new Response('from the wrapper');
  };
  const texts: string[] = [];
  for (let time = 0; time < 2; time++)
    texts.push(await (await wrapped('http://coflight.test/places')).text());
  expect(texts).toEqual(['from the wrapper', 'network 1']);
});

test('writes of one URL, one after another, are all sent and are no loop', async () => {
  let sent = 0;
  globalThis.fetch = async () => new Response(`${++sent}`);
  const wrapped = createFetch();
  for (let time = 1; time <= 30; time++) {
    const response = await wrapped('http://coflight.test/places', { method: 'POST', body: 'new' });
    expect(await response.text()).toBe(`${time}`);
  }
});
