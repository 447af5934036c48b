// Bytes as they arrive from the network and as readers get them.

/** Returns the chunk. Throws a `TypeError` when it is not bytes, as the platform does. (Fetch, "read a chunk") */
export function expectBytes(chunk: unknown): Uint8Array<ArrayBuffer> {
  // A chunk may come from another realm.
  const isBytes =
    ArrayBuffer.isView(chunk) &&
    (chunk instanceof Uint8Array || Object.prototype.toString.call(chunk) === '[object Uint8Array]');
  if (!isBytes) throw new TypeError('A chunk of the body is not a Uint8Array.');
  return chunk as Uint8Array<ArrayBuffer>;
}

/**
 * Returns a copy. Its reader may change it or transfer it. The copy of a subclass such as Node's `Buffer` is a plain
 * array, too. The subclass's own `slice` may return a view.
 */
export const copyOf = (bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);
