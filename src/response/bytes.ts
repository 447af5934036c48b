// Bytes as they arrive from the network and as readers get them.

/**
 * Returns the chunk as a plain `Uint8Array` over the same bytes. In a subclass such as Node's `Buffer`, methods of the
 * same names do other things: its `slice` is a view. A chunk may come from another realm.
 *
 * Throws a `TypeError` for a chunk that is not bytes, as the platform does. (Fetch, "read a chunk")
 */
export function plainBytes(chunk: unknown): Uint8Array<ArrayBuffer> {
  if (!ArrayBuffer.isView(chunk) || Object.prototype.toString.call(chunk) !== '[object Uint8Array]')
    throw new TypeError('A chunk of the body is not a Uint8Array.');
  const bytes = chunk as Uint8Array<ArrayBuffer>;
  if (Object.getPrototypeOf(bytes) === Uint8Array.prototype) return bytes;
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Returns a copy. Its reader may change it or transfer it. */
export const copyOf = (bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);
