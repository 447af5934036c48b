// Law 8, in simulated pages: the class of happy-dom has fields where that of a platform has getters, and its
// `WritableStream` is the `Writable` of Node. The responses of mocks have members of the object, which no clone has.

import { Writable } from 'node:stream';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';

afterEach(() => void vi.unstubAllGlobals());

const Native = globalThis.Response;

class ResponseWithFields extends Native {
  override url = '';
  override type: ResponseType = 'default';
  override redirected = false;
}

test('the fields of a response, and of its clone, say what the network says', async () => {
  vi.stubGlobal('Response', ResponseWithFields);
  const said = { url: 'http://coflight.test/last', type: 'cors', redirected: true } as const;
  const fetch = createFetch({ fetch: async () => Object.assign(new ResponseWithFields('text'), said) });
  const shared = await Promise.all([fetch('http://coflight.test/'), fetch('http://coflight.test/')]);
  for (const response of [...shared, ...shared.map((response) => response.clone())]) {
    expect(response).toBeInstanceOf(ResponseWithFields);
    expect(response).toMatchObject(said);
    expect(await response.text()).toBe('text');
  }
});

test('a response has the class that is global when it is made', async () => {
  const fetch = createFetch({ fetch: async () => new Response('text') });
  expect((await fetch('http://coflight.test/')).constructor).toBe(Native);
  vi.stubGlobal('Response', ResponseWithFields);
  expect(await fetch('http://coflight.test/')).toBeInstanceOf(ResponseWithFields);
  vi.unstubAllGlobals();
  expect((await fetch('http://coflight.test/')).constructor).toBe(Native);
});

test("each caller's response says what that of a mock says, also without a body", async () => {
  const said = { url: 'http://coflight.test/last', type: 'cors', redirected: true } as const;
  const mocked = new Response(null, { status: 404 });
  for (const [name, value] of Object.entries(said)) Object.defineProperty(mocked, name, { value });
  const fetch = createFetch({ fetch: async () => mocked });
  const shared = await Promise.all([fetch('http://coflight.test/'), fetch('http://coflight.test/')]);
  for (const response of shared) expect(response).toMatchObject({ ...said, status: 404 });
});

test.each([
  ['is the `Writable` of Node', Writable],
  ['is missing, as in a jsdom whose setup adds streams one by one', undefined],
])('bodies arrive for each caller where `WritableStream` %s', async (_, WritableStream) => {
  vi.stubGlobal('WritableStream', WritableStream);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const fetch = createFetch({ fetch: async () => new Response('text') });
  const url = 'http://coflight.test/';
  const [one, other, late] = await Promise.all([fetch(url), fetch(url), fetch(`${url}late`)]);
  expect(await new Response(other.body).text()).toBe('text');
  expect(await one.text()).toBe('text');
  await vi.runAllTimersAsync(); // the body arrives without a reader
  expect(await late.text()).toBe('text');
});
