// The usual way to preload: one `new Image()` for each picture, all at once. A click waits behind them.

import type { Pictures, Tell } from './pictures.ts';

export function naive(tell: Tell): Pictures {
  /** Exactly those that are loading. */
  const loading = new Map<string, HTMLImageElement>();

  async function start(url: string): Promise<HTMLImageElement> {
    const image = new Image();
    loading.set(url, image);
    tell(url, 'loading');
    image.src = url;
    const settle = (state: 'ready' | 'failed') => {
      if (loading.get(url) !== image) return;
      loading.delete(url);
      tell(url, state);
    };
    await image.decode().then(
      () => settle('ready'),
      (error) => {
        settle('failed');
        throw error;
      },
    );
    return image;
  }

  return {
    preload(urls) {
      for (const url of urls) start(url).catch(() => {});
    },
    async load(url) {
      if (!loading.has(url)) return start(url);
      const image = new Image();
      image.src = url; // the browser joins it to the one that is loading
      await image.decode();
      return image;
    },
    stop() {
      for (const [url, image] of loading) {
        loading.delete(url);
        image.removeAttribute('src');
        tell(url, '');
      }
    },
  };
}
