// Client libraries that take a `fetch`, with a wrapped one; and implementations of `fetch` beneath a wrapped one.

import { describe, expect, onTestFinished, test } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { resource } from '../support/resource.ts';

type Fetch = typeof globalThis.fetch;
/** A library as it is imported: installed in this folder alone, without its types. */
// biome-ignore lint/suspicious/noExplicitAny: each library has its own
type Library = Record<string, any>;
const load = (name: string): Promise<Library> => import(name);

/** Makes two equal calls in one turn; each resolves with the parsed answer. */
type Client = (fetch: Fetch, url: string) => Promise<(() => Promise<unknown>)[]>;

const twice = (call: () => Promise<unknown>) => [call, call];

const clients: Readonly<Record<string, Client>> = {
  async ofetch(fetch, url) {
    const { createFetch: create } = await load('ofetch');
    const $fetch = create({ fetch, Headers, AbortController });
    const options = { retry: 1, retryDelay: 5, responseType: 'json', ignoreResponseError: true };
    return twice(() => $fetch(url, { ...options, onRequest: () => {}, query: { zoom: 4 } }));
  },
  async 'ofetch with a baseURL, as Nuxt uses it'(fetch, url) {
    const { createFetch: create } = await load('ofetch');
    const { origin, pathname, search } = new URL(url);
    const $fetch = create({ fetch, Headers, AbortController }).create({ baseURL: origin });
    return twice(() => $fetch(pathname + search, { key: 'places', dedupe: 'defer' }));
  },
  async ky(fetch, url) {
    const { default: ky } = await load('ky');
    const client = ky.create({ fetch, retry: 0, timeout: false });
    return twice(() => client.get(url).json());
  },
  async 'ky with a timeout and retries'(fetch, url) {
    const { default: ky } = await load('ky');
    const client = ky.create({ fetch, retry: 2, timeout: 10_000 });
    return twice(() => client.get(url).json());
  },
  async axios(fetch, url) {
    const { default: axios } = await load('axios');
    const client = axios.create({ adapter: 'fetch', env: { fetch, Request, Response } });
    return twice(async () => (await client.get(url)).data);
  },
  async 'graphql-request'(fetch, url) {
    const { GraphQLClient } = await load('graphql-request');
    const client = new GraphQLClient(url, { fetch, method: 'GET', errorPolicy: 'all' });
    return twice(() => client.rawRequest('{ me }'));
  },
  async wretch(fetch, url) {
    const { default: wretch } = await load('wretch');
    const client = wretch(url).fetchPolyfill?.(fetch) ?? wretch(url).polyfills({ fetch });
    return twice(() => client.get().json());
  },
  async 'openapi-fetch'(fetch, url) {
    const { default: createClient } = await load('openapi-fetch');
    const { origin, pathname, search } = new URL(url);
    const client = createClient({ baseUrl: origin, fetch });
    return twice(async () => (await client.GET(pathname + search)).data);
  },
};

describe('two equal calls in one turn are one request', () => {
  test.each(Object.entries(clients))('through %s (#12)', async (_, client) => {
    const { url, hits, open } = resource({
      body: '{"data":{"me":1}}',
      type: 'application/json',
      gate: 'headers',
    });
    onTestFinished(() => open('headers'));
    const fetch = createFetch();
    const calls = (await client(fetch, url)).map((call) => call());
    await expect.poll(() => fetch.stats().joined + fetch.stats().bypassed).toBeGreaterThan(0);
    expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1, bypassed: 0 });
    await open('headers');
    for (const answer of await Promise.all(calls)) expect(answer).toMatchObject({ data: { me: 1 } });
    expect(await hits()).toBe(1);
  });
});

describe('an implementation of `fetch` beneath a wrapped one', () => {
  test.each(['node-fetch', 'cross-fetch'])(
    'gives leader and followers the same, a text or a clear error: %s (#12)',
    async (name) => {
      const { default: below } = await load(name);
      const { url } = resource({ body: 'firstsecond', chunk: 5 });
      const fetch = createFetch({ fetch: below });
      const outcomes = await Promise.all(
        [fetch(url), fetch(url), fetch(url)].map((call) =>
          call.then((answer) => answer.text()).catch((error: Error) => error),
        ),
      );
      const [leader] = outcomes;
      for (const outcome of outcomes) expect(String(outcome)).toBe(String(leader));
      if (leader instanceof Error)
        expect(leader.message).not.toMatch(/Cannot |is not a function|not iterable/);
      else expect(leader).toBe('firstsecond');
      expect(fetch.stats().inFlight).toBe(0);
    },
  );
});
