import { useEffect, useState } from 'react';
import { checkValue, type OptionKind } from '../options/check.ts';
import type { ImageSource, Progress } from '../preload/index.ts';
import { type HookOptions, preloaderOf } from './hook-options.ts';
import { type ImageProps, type LoadedImage, loaded, propsOf } from './loaded-image.ts';
import { keyOf, requestOf } from './source.ts';

/** The result of `usePreload`. */
export interface Preloading {
  readonly progress: Progress;
  /**
   * The images that have loaded, in the order of the list, without those that failed. Each is here when none before it
   * is still loading.
   */
  readonly images: readonly LoadedImage[];
}

const anArray: OptionKind = { expected: 'an array of images', accepts: Array.isArray };

const nothing = (total: number): Progress => ({
  total,
  done: 0,
  failed: 0,
  aborted: 0,
  left: total,
  bytes: 0,
});

/** The images of a list, in its order: those that have arrived, and those that had arrived for a former list. */
function collection(sources: readonly ImageSource[], former: readonly LoadedImage[] = []) {
  // On a server there are no images, and no base for the addresses of sources.
  const names = former.length ? sources.map((source) => nameOf(propsOf(source))) : [];
  const byName = new Map(former.map((image) => [nameOf(image.props), image]));
  const arrived: LoadedImage[] = [];
  return {
    add(image: LoadedImage): void {
      arrived.push(image);
      byName.set(nameOf(image.props), image);
    },
    all: (): LoadedImage[] => [...new Set([...names.flatMap((name) => byName.get(name) ?? []), ...arrived])],
  };
}

/** Names an image by what decides its bytes. */
function nameOf({ srcSet, ...others }: ImageProps): string {
  return keyOf({ srcset: srcSet, ...others }, document.baseURI);
}

/**
 * Preloads a list of images one after another when the page is not busy. Loaded images are held while the component is
 * mounted. Another list starts a new group; images that are in both lists go on loading, or are still returned. On a
 * server, and before the component has mounted, all images of the list are left. Throws a `TypeError` for a list that is
 * no array. The next error boundary gets one for a wrong source in the list.
 *
 * @example
 * const { progress, images } = usePreload(['1.jpg', '2.jpg']);
 */
export function usePreload(sources: readonly ImageSource[], options: HookOptions = {}): Preloading {
  checkValue('sources', sources, anArray);
  const images = preloaderOf(options);
  const keys = sources.map((source) => keyOf(source));
  // Another priority needs another group.
  const key = sources.map((source, at) => `${keys[at]}@${requestOf(source).priority ?? 0}`).join();
  const [latest, show] = useState<{
    readonly images: object;
    readonly key: string;
    readonly state: Preloading;
  }>();
  // Another preloader may be that of another user.
  const shown = latest?.images === images ? latest : undefined;
  // The key identifies the list, which may be another object in each render.
  useEffect(() => {
    const group = images.preload(...sources);
    const collected = collection(sources, shown?.state.images);
    /** False once the list has changed or the component has unmounted. Images may still arrive then. */
    let isCurrent = true;
    // An `Activity` that is visible again starts a list once more that was whole. It stays so until the end.
    const wasWhole = shown?.key === key && !shown.state.progress.left;
    const tell = () => {
      const { progress } = group;
      if (isCurrent && !(wasWhole && progress.left))
        show({ images, key, state: { progress, images: collected.all() } });
    };
    const collect = async () => {
      for await (const image of group) {
        collected.add(loaded(image));
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
  if (shown?.key === key) return shown.state;
  return { progress: nothing(new Set(keys).size), images: collection(sources, shown?.state.images).all() };
}
