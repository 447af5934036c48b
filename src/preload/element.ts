// Images as `<img>` elements. Only an image that an element has loaded is sure to be shown by an element without a
// second request: Firefox does not reuse for an `<img>` what `fetch` has loaded.

import { idOf } from './identity.ts';
import type { Kind } from './kind.ts';

/** Milliseconds after which an image that has arrived is handed over although `decode()` has not answered. */
const decodeTimeout = 3000;

/** Returns the kind of decoded `HTMLImageElement`s in a document. By default that of the page. */
export const elementIn = (owner?: Document): Kind<HTMLImageElement> => ({
  name: owner ? `element ${idOf(owner)}` : 'element',

  load(attributes, urgent) {
    const image = (owner ?? document).createElement('img');
    const arrived = new Promise<unknown>((resolve, reject) => {
      image.onload = resolve;
      image.onerror = () => reject(new Error(`GET ${image.currentSrc || attributes.src} failed.`));
    });
    Object.assign(image, { fetchPriority: urgent ? 'high' : 'low' }, attributes);
    return {
      result: arrived.then(() => decoded(image)),
      freed: arrived,
      abort() {
        // Ends the request, and fires no event. `decode()` may never answer after it.
        image.removeAttribute('srcset');
        image.removeAttribute('src');
        image.onerror?.('');
      },
    };
  },

  // The requests of a frame are its own.
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
  networkBytes: ({ currentSrc }) =>
    (performance.getEntriesByName(currentSrc).pop() as PerformanceResourceTiming | undefined)
      ?.encodedBodySize,
});

/** Resolves when the image can be drawn without a pause, or when there is no point in waiting for that. */
async function decoded(image: HTMLImageElement): Promise<HTMLImageElement> {
  image.onload = image.onerror = null;
  image.removeAttribute('fetchpriority');
  // A hidden tab draws nothing, and the answer may take long.
  if (document.hidden) return image;
  try {
    await Promise.race([image.decode(), new Promise((resolve) => setTimeout(resolve, decodeTimeout))]);
  } catch (error) {
    // Browsers refuse to decode some images that they show.
    if (!image.naturalWidth) throw error;
  }
  return image;
}

/** Four bytes for each pixel. The natural size of a candidate of a `srcset` is in CSS pixels: `src` alone tells more. */
function bytesOf(image: HTMLImageElement): number {
  const { crossOrigin, currentSrc: src, srcset, ownerDocument } = image;
  // Available at once, because `image` has loaded it.
  const plain = srcset ? Object.assign(ownerDocument.createElement('img'), { crossOrigin, src }) : image;
  return plain.naturalWidth * plain.naturalHeight * 4;
}
