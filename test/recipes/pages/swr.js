import { createElement, StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import useSWR, { SWRConfig } from 'swr';

export function client(makeFetch) {
  const fetch = makeFetch();
  const fetcher = (url) => fetch(url).then((response) => response.json());
  const value = () => ({ fetcher, provider: () => new Map(), shouldRetryOnError: false });

  function Part({ url, done, fail }) {
    const { data, error } = useSWR(url);
    useEffect(() => void (error ? fail(error) : data && done(data)), [data, error, done, fail]);
  }

  return (url) =>
    new Promise((done, fail) => {
      const part = createElement(Part, { url, done, fail });
      const root = createRoot(document.createElement('div'));
      root.render(createElement(StrictMode, null, createElement(SWRConfig, { value: value() }, part)));
    });
}
