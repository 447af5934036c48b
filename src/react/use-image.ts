import { useEffect, useState } from 'react';
import type { ImageSource } from '../preload/index.ts';
import { type HookOptions, preloaderOf } from './hook-options.ts';
import { type LoadedImage, loaded } from './loaded-image.ts';
import { keyOf } from './source.ts';

/** The result of `useImage`. */
export type ImageState =
  | { readonly status: 'loading'; readonly props?: undefined; readonly element?: undefined }
  | ({ readonly status: 'done' } & LoadedImage)
  | {
      readonly status: 'failed';
      /** Why the image failed. */
      readonly error: unknown;
      readonly props?: undefined;
      readonly element?: undefined;
    };

const loading: ImageState = { status: 'loading' };

/**
 * Loads an image now, before all preloads, and returns the properties to render. The load is aborted when the component
 * unmounts or asks for another image, unless other callers want the same one. On a server the status is `loading`.
 *
 * @example
 * const image = useImage('1.jpg');
 * return image.props ? <img {...image.props} alt="…" /> : <Spinner />;
 */
export function useImage(source: ImageSource, options: HookOptions = {}): ImageState {
  const images = preloaderOf(options);
  const key = keyOf(source);
  const [settled, settle] = useState<{
    readonly images: object;
    readonly key: string;
    readonly state: ImageState;
  }>();
  // The key identifies the source, which may be another object in each render.
  useEffect(() => {
    // StrictMode unmounts and mounts a component in one turn. It keeps its one request.
    const unmount = new AbortController();
    // A failed image is loaded again when its source comes back.
    settle((former) => (former?.state.status === 'failed' ? undefined : former));
    const show = (state: ImageState) => unmount.signal.aborted || settle({ images, key, state });
    images.load(source, { signal: unmount.signal }).then(
      (element) => show({ status: 'done', ...loaded(element) }),
      (error: unknown) => show({ status: 'failed', error }),
    );
    return () => unmount.abort();
  }, [images, key]);
  // Another preloader may be that of another user.
  return settled?.key === key && settled.images === images ? settled.state : loading;
}
