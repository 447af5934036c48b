import { onTestFinished } from 'vitest';
import { resource } from './resource.ts';

/**
 * Tiles of the counting server: the template of their addresses, and the requests that the server has seen. They have
 * another host name, because six tiles that wait take all connections of one host.
 */
export function tileSet(query: Record<string, string | number> = {}) {
  const tiles = resource({ cache: 'no-cache', ...('body' in query ? {} : { image: '8x8' }), ...query });
  // Waiting requests would keep the connections from the next test.
  onTestFinished(() => tiles.open('headers', 'body', 'end'));
  return {
    ...tiles,
    template: `${tiles.url.replace('127.0.0.1', 'localhost')}&tile={z}/{x}/{y}`,
    /** How many requests came, and for how many tiles. */
    counts: async (): Promise<{ requests: number; tiles: number }> => {
      const { requests } = await tiles.seen();
      return { requests: requests.length, tiles: new Set(requests.map(({ url }) => url)).size };
    },
  };
}

/** A square element in the page, for one test. */
export function container(size = 300): HTMLElement {
  const element = document.createElement('div');
  element.style.cssText = `width: ${size}px; height: ${size}px`;
  document.body.append(element);
  onTestFinished(() => element.remove());
  return element;
}

/** The middle of tile 3/4/4: around it a map of 300 pixels shows nine tiles of 256. */
export const middle = {
  longitude: 22.5,
  latitude: (Math.atan(Math.sinh(-Math.PI / 8)) * 180) / Math.PI,
};
