import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createElement, StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';

export function client(makeFetch) {
  const fetch = makeFetch();

  function Part({ url, done, fail }) {
    const { data, error } = useQuery({
      queryKey: [url],
      queryFn: async ({ signal }) => (await fetch(url, { signal })).json(),
    });
    useEffect(() => void (error ? fail(error) : data && done(data)), [data, error, done, fail]);
  }

  return (url, signal) =>
    new Promise((done, fail) => {
      const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
      const root = createRoot(document.createElement('div'));
      const part = createElement(Part, { url, done, fail });
      root.render(createElement(StrictMode, null, createElement(QueryClientProvider, { client }, part)));
      signal?.addEventListener('abort', () => {
        root.unmount();
        fail(signal.reason);
      });
    });
}
