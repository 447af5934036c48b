// Packages that coalesce HTTP requests, in a page and in Node: each as its documentation says, with its defaults.

/// <reference path="./packages.d.ts" />

import createClient from '@fetchkit/ffetch';
import { QueryObserver } from '@tanstack/query-core';
import axios from 'axios';
import { setupCache } from 'axios-cache-interceptor';
import { D2LFetch } from 'd2l-fetch/src/d2lfetch.js';
import { fetchDedupe } from 'd2l-fetch-dedupe';
import wretch from 'wretch';
import { dedupe } from 'wretch/middlewares/dedupe';
import { createFetch } from '../../dist/index.js';
import type { Contender } from './contender.ts';
import { type Ask, keyed, queryClient } from './keyed.ts';

// d2l-fetch takes fetch and AbortController from `window`.
globalThis.window ??= globalThis as typeof window;

const whole = (get: (url: string, init?: RequestInit) => Promise<Response>): Contender => ({
  takes: new Set(['init', 'method', 'signal', 'response']),
  get,
});

/** A program without a library: a map by URL, and a clone for each caller. */
export function naiveMap(): Contender {
  const inFlight = new Map<string, Promise<Response>>();
  return whole(async (url, init) => {
    let response = inFlight.get(url);
    if (!response) {
      response = fetch(url, init).finally(() => inFlight.delete(url));
      inFlight.set(url, response);
    }
    return (await response).clone();
  });
}

/** One request at a time, and a copy of its bytes for each caller: nothing could be faster. */
export function bareMap(): Contender {
  const inFlight = new Map<string, Promise<ArrayBuffer>>();
  return {
    takes: new Set(),
    async get(url) {
      let promise = inFlight.get(url);
      if (!promise) {
        const free = () => void inFlight.delete(url);
        promise = fetch(url).then((response) => response.arrayBuffer());
        inFlight.set(url, promise);
        promise.then(free, free);
      }
      const bytes = await promise;
      return { text: async () => new TextDecoder().decode(bytes), arrayBuffer: async () => bytes.slice() };
    },
  };
}

function wretchDedupe(): Contender {
  const client = wretch().middlewares([dedupe()]);
  return whole((url, { method = 'GET', headers = {}, ...options } = {}) =>
    client.url(url, true).headers(headers).options(options).fetch(method).res(),
  );
}

function d2l(): Contender {
  const client = new D2LFetch();
  client.use({ name: 'dedupe', fn: fetchDedupe });
  return whole((url, init) => client.fetch(new Request(url, init)));
}

/** By default it does not share answers that must not be stored. So it stores all of them, for a millisecond. */
function axiosCache(): Contender {
  const client = setupCache(axios.create(), { interpretHeader: false, ttl: 1 });
  return {
    takes: new Set(['init', 'method', 'signal']),
    async get(url, { method = 'GET', headers, signal, body } = {}) {
      const plain = { responseType: 'text', transformResponse: (data: unknown) => data };
      const { data } = await client.request({ url, method, headers, signal, data: body, ...plain });
      return { text: async () => data };
    },
  };
}

/** A caller that may leave is an observer, as a component is. Another caller asks for the query. */
function tanstack(): Contender {
  const client = queryClient();
  return {
    takes: new Set(['signal']),
    async get(url, { signal } = {}) {
      const query = {
        queryKey: [url],
        queryFn: async (context: { readonly signal: AbortSignal }) =>
          (await fetch(url, { signal: context.signal })).text(),
      };
      const data = signal ? await observed(query, signal) : await client.fetchQuery(query);
      return { text: async () => data };
    },
  };

  function observed(query: ConstructorParameters<typeof QueryObserver<string>>[1], signal: AbortSignal) {
    return new Promise<string>((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const leave = new QueryObserver(client, query).subscribe(({ status, fetchStatus, data, error }) => {
        if (fetchStatus !== 'idle' || status === 'pending') return;
        queueMicrotask(leave);
        if (status === 'success') resolve(data as string);
        else reject(error);
      });
      signal.addEventListener('abort', () => {
        leave();
        reject(signal.reason);
      });
    });
  }
}

/** Makes a contender of a package that knows no requests: the URL is the key, and the native fetch is the work. */
const byKey = (ask: Ask<string>): Contender => ({
  takes: new Set(),
  async get(url) {
    const work = async () => (await fetch(url)).text();
    const data = await new Promise<string>((resolve, reject) => ask(url, work, resolve, reject));
    return { text: async () => data };
  },
});

/** The wrapped fetch with one value of JSON for all callers, which none of them can change. */
export const frozen = (): Contender => whole(createFetch({ json: 'frozen' }));

/** The contenders in a page and in Node, the floor first. */
export const fetching: Readonly<Record<string, () => Contender>> = {
  native: () => whole((url, init) => fetch(url, init)),
  coflight: () => whole(createFetch()),
  'naive map': naiveMap,
  wretch: wretchDedupe,
  ffetch: () => ({ ...whole(createClient({ dedupe: true, retries: 0, timeout: 0 })), gives: 'one for all' }),
  'd2l-fetch-dedupe': d2l,
  'axios-cache-interceptor': axiosCache,
  'TanStack Query': tanstack,
};

/** The core and its peers, made to fetch. */
export const fetchingByKey = (): Record<string, () => Contender> =>
  Object.fromEntries(
    ['holdon', 'promise-inflight', 'promise-coalesce', 'p-memoize'].map((name) => [
      name,
      () => byKey((keyed[name] as (typeof keyed)[string])<string>()),
    ]),
  );
