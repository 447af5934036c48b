import { createFetch } from 'coflight';

// All that Nuxt loads in the page goes through the global one: `$fetch`, `useFetch` and `useAsyncData`.
export default defineNuxtPlugin({
  enforce: 'pre',
  setup() {
    globalThis.fetch = createFetch();
  },
});
