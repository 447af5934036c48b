import { useEffect, useMemo } from 'react';
import type { ImageSource } from '../preload/index.ts';
import { type HookOptions, preloaderOf } from './hook-options.ts';
import { type ImageProps, loaded, propsOf } from './loaded-image.ts';
import { keyOf } from './source.ts';
import { SuspenseImage } from './suspense-image.ts';

/**
 * Loads an image now and suspends the component until the image can be shown. When the load rejects, throws its error
 * for the next error boundary. On a server it does not suspend: the HTML has the `<img>`, which stays until the page
 * has loaded it.
 *
 * React does not say when a suspended component is no longer needed, so its image is loaded to the end.
 *
 * @returns the properties of an `<img>` that shows the image without another request
 *
 * @example
 * const props = useSuspenseImage('1.jpg');
 * return <img {...props} alt="…" />;
 */
export function useSuspenseImage(source: ImageSource, options: HookOptions = {}): ImageProps {
  const images = preloaderOf(options);
  const key = keyOf(source);
  // A component that React hides with `Activity` runs its clean-up, but keeps what it has memorised.
  const image = useMemo(() => globalThis.document && SuspenseImage.of(images, source), [images, key]);
  useEffect(() => image?.use(), [image]);
  if (!image) {
    // A server loads nothing. This throws for a wrong source, whose address would get into the HTML.
    images.preload(source);
    return propsOf(source);
  }
  const { ending } = image;
  if (!ending) throw image.settled;
  if (ending.element) return shownBy(ending.element, source);
  image.thrown();
  throw ending.error;
}

/** Returns the same properties as on a server, where addresses may be relative, while they lead to this element. */
function shownBy(element: HTMLImageElement, source: ImageSource): ImageProps {
  const [given, { props }] = [propsOf(source), loaded(element)];
  return addressesOf(given) === addressesOf(props) ? given : props;
}

const addressesOf = ({ src, srcSet }: ImageProps) => keyOf({ src, srcset: srcSet }, document.baseURI);
