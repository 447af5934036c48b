// Law 6: an input that is neither a string, nor a URL, nor a Request goes to the network as it is.

import { describe, expect, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { mistakeOf } from '../support/native.ts';
import { resource } from '../support/resource.ts';

/** Values that are passed to `fetch` instead of a URL. */
const strangers: readonly (readonly [what: string, make: (url: string) => unknown])[] = [
  ['an object that stringifies to a URL', (url) => ({ toString: () => url })],
  [
    'an object with the members of a Request',
    (url) => ({ url, method: 'GET', headers: {}, toString: () => url }),
  ],
  ['a Request behind a Proxy', (url) => new Proxy(new Request(url), {})],
  ['an object that inherits from a Request', (url) => Object.create(new Request(url))],
  ['an object that inherits from Request.prototype', () => Object.create(Request.prototype)],
  ['an object that inherits from a URL', (url) => Object.create(new URL(url))],
  ['a Request of another implementation', () => ({ [Symbol.toStringTag]: 'Request' })],
  ['a String object', (url) => Object(url)],
];

/** Whether the platform takes it for a Request: Node 20 and 22 go by the prototype. */
function isRequestHere(input: unknown): boolean {
  try {
    return new Request(input as Request).url === 'http://example.com/' && !String(input).startsWith('http');
  } catch {
    return false;
  }
}

describe.each(strangers)('%s', (_, make) => {
  test.skipIf(isRequestHere(make('http://example.com/')))(
    'reaches the network untouched, once for each call (#12)',
    async () => {
      const network = vi.fn(async (..._: unknown[]) => new Response('answer'));
      const fetch = createFetch({ fetch: network as typeof globalThis.fetch });
      const [input, init] = [make('http://example.com/') as string, { headers: { 'x-one': '1' } }];
      await Promise.all([fetch(input, init), fetch(input, init)]);
      expect(network).toHaveBeenCalledTimes(2);
      for (const [given, with_] of network.mock.calls) {
        expect(Object.is(given, input)).toBe(true);
        expect(with_).toEqual(init);
      }
      expect(fetch.stats()).toMatchObject({ launched: 0, joined: 0, bypassed: 2 });
    },
  );

  test('is converted as natively', async () => {
    const { url } = resource();
    const outcome = (fetch: typeof globalThis.fetch) =>
      mistakeOf(async () => (await fetch(make(url) as string)).text());
    expect(await outcome(createFetch())).toBe(await outcome(globalThis.fetch));
  });
});

test('an object that stringifies is made a string once for each call, as natively (#12)', async () => {
  const { url } = resource();
  const stringify = vi.fn(() => url);
  await (await createFetch()({ toString: stringify } as unknown as string)).text();
  expect(stringify).toHaveBeenCalledTimes(1);
});

describe('shared are', () => {
  class Own extends Request {}
  class OwnUrl extends URL {}
  const url = 'http://example.com/places';

  test.each<[string, RequestInfo | URL]>([
    ['an instance of a subclass of Request', new Own(url)],
    ['an instance of a subclass of URL', new OwnUrl(url)],
  ])('a string and %s', (_, input) => {
    const fetch = createFetch({ fetch: async () => new Response('answer') });
    void fetch(url);
    void fetch(input);
    expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1, bypassed: 0 });
  });
});
