// How a tab shows an image. Pages load this module with its types stripped.

import type { asBlob, Preloader } from '../../src/preload/index.ts';
import type { Shower } from './program.ts';

/** What shows images in a tab. */
export interface Gallery {
  readonly images: Preloader;
  /** The kind for images as blobs, by the tab's fetch. */
  readonly blob: ReturnType<typeof asBlob>;
}

/** What was seen: an image with its size, or the text of a blob. */
export interface Seen {
  readonly image?: { readonly naturalWidth: number; readonly naturalHeight: number };
  readonly text?: string;
}

interface Source {
  readonly src: string;
  readonly crossOrigin?: 'anonymous';
}

const byElement = ({ src, crossOrigin }: Source, signal: AbortSignal) =>
  new Promise<Seen>((resolve, reject) => {
    const image = new Image();
    if (crossOrigin) image.crossOrigin = crossOrigin;
    image.onload = () => resolve({ image });
    image.onerror = () => reject(new Error('The image failed.'));
    // An element that is given another address fires no event for the one before.
    signal.addEventListener('abort', () => {
      image.removeAttribute('src');
      reject(signal.reason);
    });
    image.src = src;
  });

/** Shows an image. Rejects with the reason when the signal aborts. */
export const looks: Readonly<
  Record<Shower, (gallery: Gallery, source: Source, signal: AbortSignal) => Promise<Seen>>
> = {
  img: (_, source, signal) => byElement(source, signal),
  load: async ({ images }, source, signal) => ({ image: await images.load(source, { signal }) }),
  blob: async ({ images, blob }, source, signal) => ({
    text: await (await images.load({ ...source, as: blob }, { signal })).text(),
  }),
  preload: async (gallery, source, signal) => {
    // In a hidden tab, preloads wait.
    if (document.hidden) return looks.load(gallery, source, signal);
    const group = gallery.images.preload(source);
    signal.addEventListener('abort', () => group.cancel());
    const { total, done, failed, aborted, left } = await group.done;
    if (total !== 1 || left || done + failed + aborted !== 1) throw new Error('The progress is wrong.');
    if (aborted) signal.throwIfAborted();
    if (!done) throw new Error('The image failed.');
    for await (const image of group) return { image };
    throw new Error('The group has no image.');
  },
};
