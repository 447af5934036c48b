// Images as `<img>` elements. An element loads the image, so that another one shows it without a second request.
// Firefox does not reuse for an `<img>` what `fetch` has loaded.

import { idOf } from '../http/id-of.ts';
import { withoutFragment } from '../http/url.ts';
import { isHidden } from './conditions.ts';
import { htmlElement } from './html-element.ts';
import type { Kind } from './kind.ts';

/** Milliseconds after which an image that has arrived is handed over although `decode()` has not settled. */
const decodeTimeout = 3000;
/** The same for a copy whose image the browser loads once more. */
const copyTimeout = 60_000;
/** Milliseconds between two looks at an image that is loading. */
const lookDelay = 1000;
/** How many requests of an image may end without an event. WebKit fires none for a redirect to a port that it blocks. */
const mostSilentEnds = 3;

/** Returns the kind for decoded `HTMLImageElement`s of a document, by default the page. */
export const elementIn = (owner?: Document): Kind<HTMLImageElement> => ({
  name: owner ? `element ${idOf(owner)}` : 'element',

  load(attributes, { urgent }) {
    const image = htmlElement(owner ?? document, 'img');
    const arrived = new Promise<unknown>((resolve, reject) => {
      image.onload = resolve;
      image.onerror = () => reject(new Error(`GET ${image.currentSrc || attributes.src} failed.`));
    });
    // WebKit acts on each attribute at once: before it has `src`, it may choose a candidate for another screen. It loads no
    // lazy image, but never tells how many bytes one had that was lazy.
    const loading = /\s[\d.]+x/.test(`${attributes.srcset}`) ? 'lazy' : 'eager';
    const send = () =>
      Object.assign(image, { loading, fetchPriority: urgent ? 'high' : 'low' }, attributes).removeAttribute(
        'loading',
      );
    /** Ends the request and fires no event. `decode()` may never settle after it. */
    const stop = () => {
      // WebKit acts on each of the two at once: without its `srcset`, the image would load its `src`.
      image.removeAttribute('src');
      image.removeAttribute('srcset');
    };
    // Firefox and WebKit end all requests of a page whose user presses Stop or follows a link to a download. WebKit also
    // ends those of a page that goes to the back/forward cache. They fire no event.
    let silentEnds = 0;
    const looking = setInterval(() => {
      if (!image.complete || image.naturalWidth) return;
      stop();
      if (++silentEnds < mostSilentEnds) send();
      else image.onerror?.('');
    }, lookDelay);
    // In Node, beside a simulated page, the timer does not keep the process alive.
    Object(looking).unref?.();
    const settled = () => clearInterval(looking);
    arrived.then(settled, settled);
    send();
    return {
      result: arrived.then(() => decoded(image)),
      freed: arrived,
      abort() {
        stop();
        // Chromium keeps an image alive whose `src` was removed before it had loaded, until it gets another one.
        image.src = '';
        image.onerror?.('');
      },
    };
  },

  // The requests of a frame belong to the frame.
  request: ({ src: url, crossOrigin, referrerPolicy = '' }) =>
    owner
      ? undefined
      : {
          url,
          destination: 'image',
          mode: crossOrigin ? 'cors' : 'no-cors',
          credentials: crossOrigin === 'anonymous' ? 'same-origin' : 'include',
          referrerPolicy: referrerPolicy as ReferrerPolicy,
          headers: [],
        },
  copy: (image) => decoded(image.cloneNode() as HTMLImageElement),
  memoryBytes: bytesOf,
  // WebKit lists an address without its fragment.
  networkBytes: ({ currentSrc: src }) => (timingOf(src) ?? timingOf(withoutFragment(src)))?.encodedBodySize,
});

/** Returns the last entry of an address in the Performance Timeline. A simulated page has no timeline. */
const timingOf = (name: string) =>
  performance?.getEntriesByName?.(name).pop() as PerformanceResourceTiming | undefined;

/** Resolves when the image can be drawn without a pause, or when waiting for that is useless. */
async function decoded(image: HTMLImageElement): Promise<HTMLImageElement> {
  image.onload = image.onerror = null;
  image.removeAttribute('fetchpriority');
  // A hidden tab draws nothing, and decoding may take long there. The image of a copy may have to come once more.
  if (isHidden() && image.complete) return image;
  const timeout = image.complete ? decodeTimeout : copyTimeout;
  try {
    await Promise.race([image.decode(), new Promise((resolve) => setTimeout(resolve, timeout))]);
  } catch (error) {
    // Browsers refuse to decode some images that they can show.
    if (!image.naturalWidth) throw error;
  }
  return image;
}

/**
 * Returns four bytes for each pixel. With a `srcset` the natural size is in CSS pixels, so a plain `src` is measured.
 */
function bytesOf(image: HTMLImageElement): number {
  const { crossOrigin, currentSrc: src, srcset, ownerDocument } = image;
  // The size is available at once, because `image` has loaded the same URL.
  const plain = srcset ? Object.assign(htmlElement(ownerDocument, 'img'), { crossOrigin, src }) : image;
  return plain.naturalWidth * plain.naturalHeight * 4;
}
