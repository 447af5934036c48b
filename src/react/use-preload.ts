import { useEffect, useState } from 'react';
import type { ImageSource, Progress } from '../preload/index.ts';
import { type LoadedImage, loaded } from './loaded-image.ts';
import { type HookOptions, keyOf, page } from './source.ts';

/** The result of `usePreload`. */
export interface Preloading {
  readonly progress: Progress;
  /** The images that have loaded, in the order of the list, without those that failed. */
  readonly images: readonly LoadedImage[];
}

const nothing = (total: number): Preloading => ({
  progress: { total, done: 0, failed: 0, aborted: 0, left: total, bytes: 0 },
  images: [],
});

/**
 * Preloads a list of images one after another when the page is not busy. Loaded images are held while the component is
 * mounted. Another list starts a new group; an image that is loading goes on if it is in both lists. On a server, and
 * before the component has mounted, all images of the list are left.
 *
 * @example
 * const { progress, images } = usePreload(['1.jpg', '2.jpg']);
 */
export function usePreload(sources: readonly ImageSource[], { images = page }: HookOptions = {}): Preloading {
  const keys = sources.map(keyOf);
  const key = keys.join();
  const [shown, show] = useState<{ readonly key: string; readonly state: Preloading }>();
  // The key identifies the list, which may be another object in each render.
  useEffect(() => {
    const group = images.preload(...sources);
    const arrived: LoadedImage[] = [];
    /** False once the list has changed or the component has unmounted. Images may still arrive then. */
    let isCurrent = true;
    const tell = () => isCurrent && show({ key, state: { progress: group.progress, images: [...arrived] } });
    const collect = async () => {
      for await (const image of group) {
        arrived.push(loaded(image));
        tell();
      }
    };
    group.addEventListener('progress', tell);
    // A group that is done at once has fired its events before this listens.
    void collect().then(tell);
    return () => {
      isCurrent = false;
      group.cancel();
    };
  }, [images, key]);
  return shown?.key === key ? shown.state : nothing(new Set(keys).size);
}
