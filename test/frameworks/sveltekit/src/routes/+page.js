import { createFetch } from 'coflight';
import { createPreloader } from 'coflight/preload';

// At module level: evaluated on the server, too.
export const _images = createPreloader();

export async function load({ fetch: given, url }) {
  const fetch = createFetch({ fetch: given }); // SvelteKit's own, which keeps what the server has loaded
  const ask = async () => (await fetch(url.searchParams.get('json'))).json();
  const answers = await Promise.all(Array.from({ length: 10 }, ask));
  return { texts: answers.map(({ data }) => data.me), next: url.searchParams.get('next') };
}
