/** Shows a blob in an image, which fires `load` or `error` as for any address; then the blob is let go. */
export function show(image: HTMLImageElement, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const release = () => URL.revokeObjectURL(url);
  for (const type of ['load', 'error']) image.addEventListener(type, release, { once: true });
  image.src = url;
}

/** Who gets cookies where an image has that `crossOrigin`. What is to be read is asked for by CORS in any case. */
export const credentialsFor = (crossOrigin: string | null | undefined): RequestCredentials =>
  crossOrigin === 'use-credentials' ? 'include' : 'same-origin';
