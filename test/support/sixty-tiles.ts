// The main use of the worker: two tabs that show the same sixty tiles.

import { resource } from './resource.ts';
import { subscribed, type Tab } from './site.ts';

/** How wide the tiles of these URLs are in a tab. */
const widths = (tab: Tab, how: string, urls: string[]): Promise<number[]> =>
  tab.evaluate(
    (how, urls) => {
      const byFetch = async (url: string) => (await createImageBitmap(await (await fetch(url)).blob())).width;
      const byElement = async (url: string) => {
        const image = Object.assign(new Image(), { src: url });
        await image.decode();
        return image.naturalWidth;
      };
      return Promise.all(urls.map(how === 'fetch' ? byFetch : byElement));
    },
    how,
    urls,
  );

/** The ways to ask for them. */
export const ways: readonly (readonly [how: string, cache: string])[] = [
  ['fetch', 'no-store'],
  ['fetch', 'max-age=600'],
  ['<img>', 'no-store'],
  ['<img>', 'max-age=600'],
];

/** Has two tabs ask for sixty tiles at the same time; how wide they were, and how many requests the server saw. */
export async function sixtyTiles(tabs: readonly [Tab, Tab], origin: string, how: string, cache: string) {
  const tiles = Array.from({ length: 60 }, () => resource({ gate: 'headers', image: '8x8', cache }, origin));
  const urls = tiles.map(({ url }) => url);
  const shown = tabs.map((tab) => widths(tab, how, urls));
  await subscribed(tabs[0], 120);
  for (const { open } of tiles) await open('headers');
  const wide = (await Promise.all(shown)).flat();
  const hits = await Promise.all(tiles.map(({ hits }) => hits()));
  return { widths: wide, requests: hits.reduce((sum, count) => sum + count) };
}
