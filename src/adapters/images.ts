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

/** Shows a blob in an image, which fires `load` or `error` as for any address; then the blob is let go. */
export function show(image: HTMLImageElement, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const release = () => {
    URL.revokeObjectURL(url);
    for (const type of ends) image.removeEventListener(type, release);
  };
  for (const type of ends) image.addEventListener(type, release);
  image.src = url;
}
