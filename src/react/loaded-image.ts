// While the page holds a loaded `<img>`, the browser shows a second one with the same properties without a request. So
// hooks hold the element, and components render their own `<img>`.

import { crossOriginOf } from '../http/cross-origin.ts';
import type { ImageSource } from '../preload/index.ts';
import { requestOf } from './source.ts';

/**
 * The properties of an `<img>` in JSX. React sets them in this order, with `src` last, because `src` starts the
 * request.
 */
export interface ImageProps {
  readonly crossOrigin?: 'anonymous' | 'use-credentials';
  readonly referrerPolicy?: ReferrerPolicy;
  readonly sizes?: string;
  readonly srcSet?: string;
  readonly src: string;
}

/** An image that was loaded and decoded. */
export interface LoadedImage {
  /** For JSX: `<img {...props} alt="…" />` shows the image without another request. */
  readonly props: ImageProps;
  /** The loaded element itself. The hook holds it until the component unmounts. */
  readonly element: HTMLImageElement;
}

/** Returns the properties of a source with the names that JSX uses. `crossOrigin` is the one that an element has. */
export function propsOf(source: ImageSource): ImageProps {
  const { src, srcset, sizes, crossOrigin, referrerPolicy } = requestOf(source);
  return {
    ...(crossOrigin != null && { crossOrigin: crossOriginOf(crossOrigin) }),
    ...(referrerPolicy && { referrerPolicy: referrerPolicy as ReferrerPolicy }),
    ...(sizes && { sizes }),
    ...(srcset && { srcSet: srcset }),
    src: String(src),
  };
}

/** The loaded element, with the properties of an `<img>` that shows the same image. */
export const loaded = (element: HTMLImageElement): LoadedImage => {
  const { src, srcset, sizes, crossOrigin } = element;
  // As the source spells it: the property is in lower case, and empty for no policy.
  const referrerPolicy = element.getAttribute('referrerpolicy') ?? undefined;
  return { props: propsOf({ src, srcset, sizes, crossOrigin, referrerPolicy }), element };
};
