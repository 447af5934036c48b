import { createEffect, createResource, createRoot, onCleanup } from 'solid-js';

export function client(makeFetch) {
  const fetch = makeFetch();
  return (url, signal) =>
    new Promise((resolve, reject) =>
      createRoot((dispose) => {
        const unmount = new AbortController();
        onCleanup(() => unmount.abort());
        const [data] = createResource(async () => (await fetch(url, { signal: unmount.signal })).json());
        createEffect(() => void (data.error ? reject(data.error) : data.latest && resolve(data.latest)));
        signal?.addEventListener('abort', () => {
          dispose();
          reject(signal.reason);
        });
      }),
    );
}
