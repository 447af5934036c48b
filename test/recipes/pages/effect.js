import { createElement, StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

export function client(makeFetch) {
  const fetch = makeFetch();

  function Part({ url, done }) {
    const [outcome, setOutcome] = useState();
    useEffect(() => {
      const unmount = new AbortController();
      fetch(url, { signal: unmount.signal })
        .then((response) => response.json())
        .then(
          (data) => setOutcome([data]),
          (error) => unmount.signal.aborted || setOutcome([undefined, error]),
        );
      return () => unmount.abort();
    }, [url]);
    useEffect(() => outcome && done(...outcome), [done, outcome]);
  }

  return (url, signal) =>
    new Promise((resolve, reject) => {
      const root = createRoot(document.createElement('div'));
      const done = (data, error) => (error ? reject(error) : resolve(data));
      root.render(createElement(StrictMode, null, createElement(Part, { url, done })));
      signal?.addEventListener('abort', () => {
        root.unmount();
        reject(signal.reason);
      });
    });
}
