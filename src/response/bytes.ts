// Bytes as they arrive and as they are given away.

/** The brand of typed arrays: it also tells those of another realm. */
const brand = /* @__PURE__ */ (() =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag)?.get as (
    this: unknown,
  ) => string | undefined)();

/**
 * Returns the chunk as a plain `Uint8Array` over the same bytes. A subclass such as Node's `Buffer` has methods of
 * the same names that do other things: `slice` is a view there.
 *
 * Throws a `TypeError` for a chunk that is not bytes, as the platform does. (Fetch, "read a chunk")
 */
export function plainBytes(chunk: unknown): Uint8Array<ArrayBuffer> {
  if (brand.call(chunk) !== 'Uint8Array') throw new TypeError('A chunk of the body is not a Uint8Array.');
  const bytes = chunk as Uint8Array<ArrayBuffer>;
  if (Object.getPrototypeOf(bytes) === Uint8Array.prototype) return bytes;
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A copy that nobody else holds: its reader may change it or transfer it away. */
export const copyOf = (bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);
