/**
 * Returns a copy of all these bytes as one array. Without a `Blob`: in the worker of a frame of another origin, WebKit cannot
 * read one.
 */
export function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(parts.reduce((size, { byteLength }) => size + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    copy.set(part, at);
    at += part.byteLength;
  }
  return copy;
}
