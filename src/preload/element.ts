// An image as an `<img>` element, because only an element preloaded as an element is sure to be shown without a
// second request (Firefox does not reuse for an `<img>` what `fetch` has loaded).

import type { Kind } from './kind.ts';

/** Milliseconds after which an image that has arrived is handed over though `decode()` has not answered. */
const decodePatience = 3000;

/** The usual kind: an `HTMLImageElement`, decoded. */
export const element: Kind<HTMLImageElement> = {
  name: 'element',

  load(attributes, urgent) {
    const image = new Image();
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

  copy: (image) => decoded(image.cloneNode() as HTMLImageElement),
  memory: (image) => image.naturalWidth * image.naturalHeight * 4,
  bytes: (image) =>
    (performance.getEntriesByName(image.currentSrc).pop() as PerformanceResourceTiming | undefined)
      ?.encodedBodySize,
};

/** Resolves when the image can be drawn without a pause, or when there is no point in waiting for that. */
async function decoded(image: HTMLImageElement): Promise<HTMLImageElement> {
  image.onload = image.onerror = null;
  image.removeAttribute('fetchpriority');
  // In a hidden tab nothing is drawn, and the answer may be long in coming.
  if (document.hidden) return image;
  try {
    await Promise.race([image.decode(), new Promise((resolve) => setTimeout(resolve, decodePatience))]);
  } catch (error) {
    // Browsers refuse to decode some images that they show.
    if (!image.naturalWidth) throw error;
  }
  return image;
}
