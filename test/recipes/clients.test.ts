// Client libraries that take a `fetch`.

import { type Ask, load, type Recipe, tryAll } from './recipe.ts';

const parts = (url: string) => {
  const { origin, pathname, search } = new URL(url);
  return { origin, path: pathname + search };
};

const recipes: readonly Recipe[] = [
  {
    name: 'ky',
    npm: 'ky',
    async client(fetch) {
      const { default: ky } = await load('ky');
      const client = ky.create({ fetch, retry: 0 });
      return (url, signal) => client.get(url, { signal }).json();
    },
  },
  {
    name: 'ofetch',
    npm: 'ofetch',
    async client(fetch) {
      const { createFetch } = await load('ofetch');
      const $fetch = createFetch({ fetch, Headers, AbortController });
      return (url, signal) => $fetch(url, { retry: 0, responseType: 'json', signal });
    },
  },
  {
    name: 'axios',
    npm: 'axios',
    async client(fetch) {
      const { default: axios } = await load('axios');
      const client = axios.create({ adapter: 'fetch', env: { fetch } });
      return async (url, signal) => (await client.get(url, { signal })).data;
    },
  },
  {
    name: 'openapi-fetch',
    npm: 'openapi-fetch',
    async client(fetch) {
      const { default: createClient } = await load('openapi-fetch');
      return async (url, signal) => {
        const { origin, path } = parts(url);
        return (await createClient({ baseUrl: origin, fetch }).GET(path, { signal })).data;
      };
    },
  },
  {
    name: 'wretch',
    npm: 'wretch',
    async client(fetch) {
      const { default: wretch } = await load('wretch');
      return (url, signal) => wretch(url, { signal }).fetchPolyfill(fetch).get().json();
    },
  },
  {
    name: 'graphql-request, queries by GET',
    npm: 'graphql-request',
    async client(fetch) {
      const { GraphQLClient } = await load('graphql-request');
      return async (url, signal) => {
        const client = new GraphQLClient(url, { fetch, method: 'GET' });
        return { data: await client.request({ document: '{ me }', signal }) };
      };
    },
  },
  {
    name: 'Apollo Client, queries by GET',
    npm: '@apollo/client',
    async client(fetch) {
      const { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } = await load('@apollo/client/core');
      void ApolloLink;
      const query = gql`
        query {
          me
        }
      `;
      return async (uri, signal) => {
        const link = new HttpLink({ uri, fetch, useGETForQueries: true });
        const client = new ApolloClient({ link, cache: new InMemoryCache() });
        return client.query({ query, context: { fetchOptions: { signal } } });
      };
    },
  },
  {
    name: 'urql, a client for each part of a page',
    npm: '@urql/core',
    async client(fetch) {
      const { Client, fetchExchange, gql } = await load('@urql/core');
      const query = gql`
        query {
          me
        }
      `;
      return (url, signal) =>
        new Promise((resolve, reject) => {
          const client = new Client({ url, fetch, exchanges: [fetchExchange] });
          const { unsubscribe } = client
            .query(query, {})
            .subscribe(({ data, error }: { data?: object; error?: Error }) =>
              error ? reject(error) : resolve({ data }),
            );
          signal?.addEventListener('abort', () => {
            unsubscribe();
            reject(signal.reason);
          });
        });
    },
  },
  {
    name: 'TanStack Query, a client for each part of a page',
    npm: '@tanstack/react-query',
    async client(fetch) {
      const { QueryClient } = await load('@tanstack/react-query');
      return async (url, leave) => {
        const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
        const queryFn = async ({ signal }: { signal: AbortSignal }) => (await fetch(url, { signal })).json();
        leave?.addEventListener('abort', () => void client.cancelQueries());
        return client.fetchQuery({ queryKey: [url], queryFn });
      };
    },
  },
  {
    name: 'RTK Query, a store for each part of a page',
    npm: '@reduxjs/toolkit',
    async client(fetchFn): Promise<Ask> {
      const { configureStore } = await load('@reduxjs/toolkit');
      const { createApi, fetchBaseQuery } = await load('@reduxjs/toolkit/query');
      return async (url, signal) => {
        const api = createApi({
          baseQuery: fetchBaseQuery({ fetchFn }),
          endpoints: (build: { query(options: object): unknown }) => ({
            get: build.query({ query: () => url }),
          }),
        });
        const store = configureStore({
          reducer: { [api.reducerPath]: api.reducer },
          middleware: (defaults: () => { concat(more: unknown): unknown }) =>
            defaults().concat(api.middleware),
        });
        const asked = store.dispatch(api.endpoints.get.initiate());
        signal?.addEventListener('abort', () => asked.abort());
        return asked.unwrap();
      };
    },
  },
  {
    name: 'tRPC, queries',
    npm: '@trpc/client',
    async client(fetch) {
      const { createTRPCUntypedClient, httpLink } = await load('@trpc/client');
      return (url, signal) =>
        createTRPCUntypedClient({ links: [httpLink({ url, fetch })] }).query('me', undefined, { signal });
    },
  },
  {
    name: 'Supabase, reads',
    npm: '@supabase/supabase-js',
    async client(fetch) {
      const { createClient } = await load('@supabase/supabase-js');
      const auth = { persistSession: false, autoRefreshToken: false };
      return async (url, signal) => {
        const { origin, pathname, search } = new URL(url);
        const supabase = createClient(origin + pathname, 'key', { auth, global: { fetch } });
        const rows = supabase.from(`me${search}`).select();
        return (await (signal ? rows.abortSignal(signal) : rows).throwOnError()).data;
      };
    },
  },
  {
    name: 'Effect’s `HttpClient`, with `ignoreHeaders`',
    npm: 'effect',
    options: { ignoreHeaders: ['b3', 'traceparent'] },
    sends: 'b3',
    async client(fetch) {
      const { Effect, Layer } = await load('effect');
      const { FetchHttpClient, HttpClient } = await load('effect/http');
      const layer = Layer.provide(FetchHttpClient.layer, Layer.succeed(FetchHttpClient.Fetch, fetch));
      return (url, signal) => {
        const json = Effect.flatMap(HttpClient.get(url), (response: { json: unknown }) => response.json);
        return Effect.runPromise(Effect.provide(json, layer), { signal });
      };
    },
  },
  {
    name: 'loaders.gl',
    npm: '@loaders.gl/core',
    async client(fetch) {
      const { load: loadBy } = await load('@loaders.gl/core');
      const { JSONLoader } = await load('@loaders.gl/json');
      return (url, signal) =>
        loadBy(url, JSONLoader, {
          core: { fetch: (input: string) => fetch(input, { signal: signal ?? null }) },
        });
    },
  },
];

tryAll('clients', recipes);
