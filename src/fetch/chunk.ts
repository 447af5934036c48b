/** A piece of the body. The first one is empty: it stands for the start. */
export interface Chunk {
  readonly bytes: Uint8Array<ArrayBuffer>;
  next?: Chunk;
}

/** All bytes that are there, as one array: the chunk's own where there is but one. */
export function bytesFrom(start: Chunk): Uint8Array<ArrayBuffer> {
  const first = start.next;
  if (first && !first.next) return first.bytes;
  let size = 0;
  for (let chunk = first; chunk; chunk = chunk.next) size += chunk.bytes.byteLength;
  const whole = new Uint8Array(size);
  size = 0;
  for (let chunk = first; chunk; chunk = chunk.next) {
    whole.set(chunk.bytes, size);
    size += chunk.bytes.byteLength;
  }
  return whole;
}
