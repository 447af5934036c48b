// An image as an `<img>` element, because only an element preloaded as an element is sure to be shown without a
// second request (Firefox does not reuse for an `<img>` what `fetch` has loaded).

import type { LaneWork } from '../core/place.ts';
import type { Kind } from './kind.ts';
import type { Wanted } from './source.ts';

/** Milliseconds after which an image that has arrived is handed over though `decode()` has not answered. */
const decodePatience = 3000;

export const element: Kind<HTMLImageElement> = {
  name: 'element',

  load(wanted: Wanted<HTMLImageElement>, urgent: boolean): LaneWork<HTMLImageElement> {
    const image = new Image();
    const arrived = new Promise<void>((resolve, reject) => {
      image.onload = () => resolve();
      image.onerror = () => reject(new Error(`Could not load GET ${image.currentSrc || wanted.src}`));
    });
    image.fetchPriority = urgent ? 'high' : 'low';
    image.crossOrigin = wanted.crossOrigin;
    image.referrerPolicy = wanted.referrerPolicy;
    // In this order, so that nothing starts before all is said.
    if (wanted.sizes) image.sizes = wanted.sizes;
    if (wanted.srcset) image.srcset = wanted.srcset;
    image.src = wanted.src;
    return {
      result: arrived.then(() => decoded(image)),
      freed: arrived,
      abort() {
        image.onload = image.onerror = null;
        // Ends the request, and fires no event. `decode()` may never answer after it.
        image.removeAttribute('srcset');
        image.removeAttribute('src');
      },
    };
  },

  copy: (image) => decoded(image.cloneNode() as HTMLImageElement),
  memory: (image) => image.naturalWidth * image.naturalHeight * 4,
  transferred: (image) =>
    (performance.getEntriesByName(image.currentSrc).at(-1) as PerformanceResourceTiming | undefined)
      ?.encodedBodySize || undefined,
};

/** Resolves when the image can be drawn without a pause, or when there is no point in waiting for that. */
async function decoded(image: HTMLImageElement): Promise<HTMLImageElement> {
  image.onload = image.onerror = null;
  image.removeAttribute('fetchpriority');
  // In a hidden tab nothing is drawn, and the answer may be long in coming.
  if (document.hidden) return image;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, decodePatience);
  });
  try {
    await Promise.race([image.decode(), late]);
  } catch (error) {
    // Browsers refuse to decode some images that they show.
    if (!image.naturalWidth) throw error;
  } finally {
    clearTimeout(timer);
  }
  return image;
}
