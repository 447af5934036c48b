// The usual way to preload: one `new Image()` for each picture, all at once. A click waits behind them.

import type { Pictures, Tell } from './pictures.ts';

/** Loads an image. Resolves when it can be shown. Rejects when it fails, or when its `src` is emptied. */
async function arrival(image: HTMLImageElement, url: string): Promise<HTMLImageElement> {
  await new Promise((resolve, reject) => {
    image.onload = resolve;
    image.onerror = reject;
    image.src = url;
  });
  // Not before: Chromium never frees an image that was aborted while `decode()` waited for it.
  await image.decode();
  return image;
}

export function naive(tell: Tell): Pictures {
  /** Exactly those that are loading. */
  const loading = new Map<string, HTMLImageElement>();
  /** All since the last stop, but those that failed. The page holds them, as the preloader does, so each is loaded once. */
  const pictures = new Map<string, Promise<HTMLImageElement>>();

  function load(url: string): Promise<HTMLImageElement> {
    const known = pictures.get(url);
    if (known) return known;
    const image = new Image();
    loading.set(url, image);
    tell(url, 'loading');
    const settle = (state: 'ready' | 'failed') => {
      if (loading.get(url) !== image) return;
      loading.delete(url);
      if (state === 'failed') pictures.delete(url);
      tell(url, state);
    };
    const picture = arrival(image, url);
    picture.then(
      () => settle('ready'),
      () => settle('failed'),
    );
    pictures.set(url, picture);
    return picture;
  }

  return {
    preload(urls) {
      for (const url of urls) void load(url);
    },
    load,
    stop() {
      for (const [url, image] of loading) {
        loading.delete(url);
        image.src = '';
        tell(url, '');
      }
      pictures.clear();
    },
  };
}
