const ends = ['load', 'error'];

/** What decides how an image is asked for, by the names that `<img>` has for it. */
interface ImageAttributes {
  readonly crossOrigin?: string | null | undefined;
  readonly referrerPolicy?: string | undefined;
}

/** An image by `fetch`, whatever its status: one that comes with a 404 is an image to an `<img>` too. */
export async function fetchImage(
  fetch: typeof globalThis.fetch,
  url: string,
  { crossOrigin, referrerPolicy = '' }: ImageAttributes,
  signal: AbortSignal,
): Promise<Blob> {
  // What is read is asked for by CORS in any case: the attribute says no more than who gets cookies.
  const credentials = crossOrigin === 'use-credentials' ? 'include' : 'same-origin';
  const init = { credentials, referrerPolicy: referrerPolicy as ReferrerPolicy, signal } as const;
  const response = await fetch(url, init);
  return response.blob();
}

/** The blobs of images that have neither loaded nor failed. */
const shown = new WeakMap<EventTarget, Blob>();

/** Shows a blob in an image, which fires `load` or `error` as for any URL; then the blob is released. */
export function show(image: HTMLImageElement, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const release = () => {
    URL.revokeObjectURL(url);
    shown.delete(image);
    for (const type of ends) image.removeEventListener(type, release);
  };
  for (const type of ends) image.addEventListener(type, release);
  shown.set(image, blob);
  image.src = url;
}

/**
 * Why an image has failed: its `error` event, or an error that says that the page's policy forbids images of blobs.
 * The browser tells nobody which of the two it was. But what can be decoded is an image.
 */
export async function reasonOf(event: Event): Promise<unknown> {
  const blob = event.target && shown.get(event.target);
  const bitmap = blob && (await createImageBitmap(blob).catch(() => undefined));
  if (!bitmap) return event;
  bitmap.close();
  return new TypeError("The page's Content-Security-Policy forbids these images: add `blob:` to `img-src`.");
}
