// The usual way to preload: one `new Image()` for each picture, all at once. A click waits behind them.

/** @import { Pictures } from './gallery.js' */
/** @import { Tell } from './queued.js' */

/** @returns {Pictures} */
export function naive(/** @type {Tell} */ tell) {
  /** @type {Map<string, HTMLImageElement>} Exactly those that are loading. */
  const loading = new Map();

  function start(/** @type {string} */ url) {
    const image = new Image();
    loading.set(url, image);
    tell(url, 'loading');
    image.src = url;
    return image.decode().then(
      () => {
        if (loading.get(url) === image) tell(url, 'ready');
        loading.delete(url);
        return image;
      },
      (error) => {
        if (loading.get(url) === image) tell(url, 'failed');
        loading.delete(url);
        throw error;
      },
    );
  }

  return {
    preload(urls) {
      for (const url of urls) start(url).catch(() => {});
    },
    async load(url) {
      const image = new Image();
      if (!loading.has(url)) return start(url);
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
