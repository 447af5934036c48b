// Bytes as they arrive from the network and as readers get them.

type Brand = (this: unknown) => string | undefined;

/** Reads the brand of a typed array, also of one from another realm. */
let brand: Brand | undefined;

const brandGetter = () =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag)
    ?.get as Brand;

/**
 * Returns the chunk as a plain `Uint8Array` over the same bytes. In a subclass such as Node's `Buffer`, methods of the
 * same names do other things: its `slice` is a view.
 *
 * Throws a `TypeError` for a chunk that is not bytes, as the platform does. (Fetch, "read a chunk")
 */
export function plainBytes(chunk: unknown): Uint8Array<ArrayBuffer> {
  brand ??= brandGetter();
  if (brand.call(chunk) !== 'Uint8Array') throw new TypeError('A chunk of the body is not a Uint8Array.');
  const bytes = chunk as Uint8Array<ArrayBuffer>;
  if (Object.getPrototypeOf(bytes) === Uint8Array.prototype) return bytes;
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Returns a copy. Its reader may change it or transfer it. */
export const copyOf = (bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);
