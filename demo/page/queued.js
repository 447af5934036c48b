// Through the preloader: one picture at a time, and whatever is clicked comes first.

import { createPreloader } from 'coflight/preload';

/** @import { Requests } from './requests.js' */
/** @import { Pictures } from './gallery.js' */
/** @typedef {'' | 'waiting' | 'loading' | 'ready' | 'failed'} State */
/** @typedef {(url: string, state: State) => void} Tell */

/** What the preloader's events tell of one image. */
const states = /** @type {const} */ ({ done: 'ready', failed: 'failed', cancelled: '' });

/**
 * @param {Tell} tell
 * @param {Requests} requests
 * @returns {Pictures}
 */
export function queued(tell, requests) {
  const images = createPreloader({ busy: requests.fetch, idleTimeout: 200 });
  images.addEventListener('launch', (event) => {
    const { url } = /** @type {CustomEvent<{ url: string }>} */ (event).detail;
    tell(url, 'loading');
  });
  images.addEventListener('settle', (event) => {
    const { url, outcome } = /** @type {CustomEvent<import('coflight/preload').ImageDetail>} */ (event)
      .detail;
    tell(url, outcome ? states[outcome] : '');
  });
  return {
    preload(urls) {
      for (const url of urls) tell(url, 'waiting');
      images.preload(...urls);
    },
    load: (url, signal) => images.load(url, { signal }),
    stop: () => images.clear(),
  };
}
