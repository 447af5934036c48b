// A patch of the global fetch works, before or after `createFetch`: MSW in Node.

import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterEach, describe, expect, test } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { resource } from '../support/resource.ts';

const url = 'http://example.com/places';
const plain = globalThis.fetch;

/** MSW, counting in its handler, not yet listening. */
function mocked() {
  const seen: string[] = [];
  const server = setupServer(
    http.all(url, ({ request }) => {
      seen.push(request.method);
      return HttpResponse.json({ answer: seen.length });
    }),
  );
  const listen = () => {
    server.listen({ onUnhandledFrame: 'error' });
    stop = () => server.close();
  };
  return { seen, listen };
}

let stop = () => {};
afterEach(() => {
  stop();
  stop = () => {};
  globalThis.fetch = plain;
});

/** Two reads and a write. */
async function readsAndWrite(fetch: typeof globalThis.fetch) {
  const [one, other] = await Promise.all([fetch(url), fetch(url)]);
  expect(await Promise.all([one.json(), other.json()])).toEqual([{ answer: 1 }, { answer: 1 }]);
  expect(await (await fetch(url, { method: 'POST', body: 'text' })).json()).toEqual({ answer: 2 });
}

// MSW itself wants Node 22.
describe.runIf('withResolvers' in Promise)('MSW', () => {
  test('works when it is started after createFetch', async () => {
    const { seen, listen } = mocked();
    const fetch = createFetch();
    listen();
    await readsAndWrite(fetch);
    expect(seen).toEqual(['GET', 'POST']);
  });

  test('works when it is started before createFetch', async () => {
    const { seen, listen } = mocked();
    listen();
    await readsAndWrite(createFetch());
    expect(seen).toEqual(['GET', 'POST']);
  });

  test('works below a wrapped global fetch', async () => {
    const { seen, listen } = mocked();
    listen();
    globalThis.fetch = createFetch();
    await readsAndWrite(globalThis.fetch);
    expect(seen).toEqual(['GET', 'POST']);
  });

  test('reports an unhandled request itself', async () => {
    mocked().listen();
    await expect(createFetch()(resource().url)).rejects.toThrow();
  });

  test('can be stopped: the next call goes to the network', async () => {
    const { listen } = mocked();
    const fetch = createFetch();
    listen();
    await readsAndWrite(fetch);
    stop();
    stop = () => {};
    await expect(fetch('http://127.0.0.1:9/')).rejects.toBeInstanceOf(TypeError);
  });
});

describe('globalThis.fetch = createFetch()', () => {
  test('does not call itself, even where it was replaced again', async () => {
    const calls: string[] = [];
    globalThis.fetch = async (input) => {
      calls.push(String(input));
      return new Response('native');
    };
    const fetch = createFetch();
    globalThis.fetch = fetch;
    expect(await (await globalThis.fetch(url)).text()).toBe('native');
    // A wrapper is put on top, and passes calls on to the function from before.
    globalThis.fetch = (...args) => fetch(...args);
    expect(await (await globalThis.fetch(url)).text()).toBe('native');
    expect(calls).toEqual([url, url]);
  });

  test('may be done twice', async () => {
    globalThis.fetch = async () => new Response('native');
    globalThis.fetch = createFetch();
    globalThis.fetch = createFetch();
    expect(await (await globalThis.fetch(url)).text()).toBe('native');
  });
});
