/** Returns the chunk. Throws a `TypeError` when it is not bytes, as the platform does. (Fetch, "read a chunk") */
export function expectBytes(chunk: unknown): Uint8Array<ArrayBuffer> {
  // A chunk may come from another realm.
  const isBytes =
    ArrayBuffer.isView(chunk) &&
    (chunk instanceof Uint8Array || Object.prototype.toString.call(chunk) === '[object Uint8Array]');
  if (!isBytes) throw new TypeError('A chunk of the body is not a Uint8Array.');
  return chunk as Uint8Array<ArrayBuffer>;
}
