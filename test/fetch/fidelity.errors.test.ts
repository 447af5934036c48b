// Law 8: the same errors for the same mistakes, and a function that looks like the native one.

import { afterEach, describe, expect, inject, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { inBrowser, mistakeOf } from '../support/native.ts';
import { resource } from '../support/resource.ts';

const native = globalThis.fetch;
afterEach(() => void (globalThis.fetch = native));

const good = () => resource().url;
type Arguments = readonly unknown[];

describe('a mistake', () => {
  test.each<[string, () => Arguments]>([
    ['no arguments', () => []],
    ['undefined', () => [undefined, { cache: 'only-if-cached' }]],
    ['an invalid URL', () => ['http://']],
    ['credentials in the URL', () => ['http://user:secret@127.0.0.1/']],
    ['an unknown scheme', () => ['nonsense:thing']],
    ['a forbidden port', () => ['http://127.0.0.1:6667/']],
    ['a port where nobody is', () => ['http://127.0.0.1:9/']],
    ['a forbidden method', () => [good(), { method: 'CONNECT' }]],
    ['a method that is no token', () => [good(), { method: 'G T' }]],
    ['a body with GET', () => [good(), { body: 'text' }]],
    ['a body with HEAD', () => [good(), { method: 'HEAD', body: 'text' }]],
    ['a wrong signal', () => [good(), { signal: 'stop' }]],
    ['false for a signal', () => [good(), { signal: false }]],
    ['an empty text for a signal', () => [good(), { signal: '' }]],
    ['an object for a signal', () => [good(), { signal: { aborted: false } }]],
    ['a wrong mode', () => [good(), { mode: 'sideways' }]],
    ['a navigation', () => [good(), { mode: 'navigate' }]],
    ['wrong credentials', () => [good(), { credentials: 'maybe' }]],
    ['a wrong cache', () => [good(), { cache: 'perhaps' }]],
    ['only-if-cached elsewhere', () => [good(), { cache: 'only-if-cached' }]],
    ['a wrong redirect', () => [good(), { redirect: 'around' }]],
    ['a wrong referrer policy', () => [good(), { referrerPolicy: 'gossip' }]],
    ['a wrong header name', () => [good(), { headers: { 'a b': '1' } }]],
    ['a wrong header value', () => [good(), { headers: { a: 'b\nc' } }]],
    ['a header outside Latin-1', () => [good(), { headers: { a: '€' } }]],
    ['headers that are none', () => [good(), { headers: 7 }]],
    ['null for the iterator of headers', () => [good(), { headers: { [Symbol.iterator]: null, a: '1' } }]],
    ['undefined for the iterator of headers', () => [good(), { headers: { [Symbol.iterator]: undefined } }]],
    ['an iterator of headers that is none', () => [good(), { headers: { [Symbol.iterator]: 7 } }]],
    ['a line break and a `<` in a URL', () => [`${good()}&a=\n<b`]],
    ['an init that is none', () => [good(), 7]],
    ['a window', () => [good(), { window: 'mine' }]],
    [
      'an integrity mismatch',
      () => [good(), { integrity: 'sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=' }],
    ],
    ['a redirect where none is allowed', () => [resource({ redirect: '/x' }).url, { redirect: 'error' }]],
    ['a redirect to nowhere', () => [resource({ redirect: 'nonsense:thing' }).url]],
    [
      'a used Request',
      () => {
        const request = new Request(good(), { method: 'POST', body: 'text' });
        void request.text();
        return [request];
      },
    ],
    [
      'no CORS headers',
      () => [`${inject('origin')}/r/${Math.random()}?header.access-control-allow-origin=null`],
    ],
    ['credentials with any origin', () => [good(), { credentials: 'include' }]],
    ['another origin where only ours is allowed', () => [good(), { mode: 'same-origin' }]],
  ])('is the same: %s', async (_, make) => {
    const fetch = createFetch();
    const expected = await mistakeOf(() => native(...(make() as [string])));
    expect(await mistakeOf(() => fetch(...(make() as [string])))).toBe(expected);
    // Twice in one turn: the follower gets the same as the leader.
    const calls = make();
    const both = [1, 2].map(() => mistakeOf(() => fetch(...(calls as [string]))));
    expect(await Promise.all(both)).toEqual([expected, expected]);
    expect(fetch.stats().inFlight).toBe(0);
  });

  test('is never thrown', () => {
    const fetch = createFetch() as (...args: unknown[]) => Promise<Response>;
    for (const args of [[], ['http://'], [good(), { signal: 7 }], [Symbol('url')], [good(), null, 7]])
      fetch(...args).catch(() => {});
  });
});

describe('the function', () => {
  test('looks like the native one', () => {
    const look = (fetch: object) => ({
      ...Object.getOwnPropertyDescriptor(fetch, 'length'),
      name: (fetch as { name: string }).name,
      type: typeof fetch,
    });
    expect(look(createFetch())).toEqual(look(native));
    expect('prototype' in createFetch()).toBe(false);
    expect(() => new (createFetch() as unknown as new (url: string) => object)(good())).toThrow(TypeError);
  });

  test('may be the global one, and does not call itself', async () => {
    const fetch = createFetch();
    globalThis.fetch = fetch;
    const { url, hits } = resource();
    const responses = await Promise.all([globalThis.fetch(url), fetch(url)]);
    expect(await Promise.all(responses.map((response) => response.text()))).toEqual(['ok', 'ok']);
    expect(await hits()).toBe(1);
    expect(await mistakeOf(() => globalThis.fetch('http://'))).toBe(await mistakeOf(() => native('http://')));
  });

  test('takes a foreign this as the native one does, where it is the global one', async () => {
    const foreign = async (fetch: typeof globalThis.fetch) => {
      globalThis.fetch = fetch;
      return [
        await mistakeOf(() => fetch.call({} as never, good())),
        await mistakeOf(() => fetch.call(null as never, good())),
        await mistakeOf(() => fetch.call(globalThis, good())),
      ];
    };
    expect(await foreign(createFetch())).toEqual(await foreign(native));
  });

  test('calls the function that is the global fetch at that moment', async () => {
    const fetch = createFetch();
    const patched = vi.fn(async () => new Response('patched'));
    globalThis.fetch = patched;
    expect(await (await fetch(good())).text()).toBe('patched');
    globalThis.fetch = native;
    expect(await (await fetch(good())).text()).toBe('ok');
    expect(patched).toHaveBeenCalledTimes(1);
  });

  test.runIf(inBrowser)('finds a relative URL where the native one does', async () => {
    const base = document.head.appendChild(document.createElement('base'));
    const { url } = resource();
    base.href = url;
    const response = await createFetch()(`?body=relative`);
    base.remove();
    expect(await response.text()).toBe('relative');
    expect(response.url).toBe(`${url.split('?')[0]}?body=relative`);
  });
});
