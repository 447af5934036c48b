import { createApp, onMounted, onUnmounted } from 'vue';

export function client(makeFetch) {
  const fetch = makeFetch();
  return (url, signal) =>
    new Promise((resolve, reject) => {
      const app = createApp({
        setup() {
          const unmount = new AbortController();
          onMounted(() => {
            const answer = fetch(url, { signal: unmount.signal });
            answer.then((response) => response.json()).then(resolve, reject);
          });
          onUnmounted(() => unmount.abort());
          return () => null;
        },
      });
      app.mount(document.createElement('div'));
      signal?.addEventListener('abort', () => app.unmount());
    });
}
