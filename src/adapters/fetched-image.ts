import type { Fetch } from './fetch-option.ts';

/** The attributes of an `<img>` that decide how it is requested. */
interface ImageAttributes {
  readonly crossOrigin?: string | null | undefined;
  readonly referrerPolicy?: string | undefined;
}

/** Fetches an image. The status does not matter: an `<img>` shows the image of a 404 too. */
export async function fetchImage(
  fetch: Fetch,
  url: string,
  { crossOrigin, referrerPolicy = '' }: ImageAttributes,
  signal: AbortSignal,
): Promise<Blob> {
  // An `<img>` requests nothing for an empty URL, and `fetch` would request the page itself.
  if (!url) throw new TypeError('This tile has no URL.');
  // The body is read, so the request always uses CORS. The attribute decides about cookies only.
  const credentials = crossOrigin === 'use-credentials' ? 'include' : 'same-origin';
  const init = { credentials, referrerPolicy: referrerPolicy as ReferrerPolicy, signal } as const;
  const response = await fetch(url, init);
  return response.blob();
}

/** The blob of each image, exactly until it is released. */
const shown = new WeakMap<EventTarget, Blob>();

/**
 * Shows a blob in an image, which fires `load` or `error` as for any URL. The blob is released when the image has
 * loaded or failed. With a signal, a loaded image keeps it until the abort, because a page may load its URL again.
 */
export function show(image: HTMLImageElement, blob: Blob, removal?: AbortSignal): void {
  const url = URL.createObjectURL(blob);
  const end: readonly [EventTarget, string] = removal ? [removal, 'abort'] : [image, 'load'];
  const ends = [[image, 'error'] as const, end];
  const release = () => {
    URL.revokeObjectURL(url);
    shown.delete(image);
    for (const [target, type] of ends) target.removeEventListener(type, release);
  };
  for (const [target, type] of ends) target.addEventListener(type, release);
  shown.set(image, blob);
  image.src = url;
}

/** Returns an image that a canvas can draw. Only an element can be an SVG. */
export const drawable = (blob: Blob): Promise<ImageBitmap | HTMLImageElement> =>
  blob.type.includes('svg')
    ? new Promise((resolve, reject) => {
        const image = new Image();
        image.onload = () => resolve(image);
        image.onerror = reject;
        show(image, blob);
      })
    : createImageBitmap(blob);

/**
 * Returns why an image has failed: its `error` event, or an error that names the policy that forbids images of
 * blobs. Browsers do not say which of the two it was. But a blob that can be decoded is an image.
 */
export async function reasonOf(event: Event): Promise<unknown> {
  const blob = shown.get(event.target as EventTarget) as Blob;
  const bitmap = await createImageBitmap(blob).catch(() => undefined);
  if (!bitmap) return event;
  bitmap.close();
  return new TypeError("The page's Content-Security-Policy forbids these images: add `blob:` to `img-src`.");
}
