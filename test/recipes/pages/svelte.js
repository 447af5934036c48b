import { mount, unmount } from 'svelte';
import Part from './Part.svelte';

export function client(makeFetch) {
  const fetch = makeFetch();
  return (url, signal) =>
    new Promise((done, fail) => {
      const part = mount(Part, { target: document.createElement('div'), props: { url, fetch, done, fail } });
      signal?.addEventListener('abort', () => unmount(part));
    });
}
