// The arriving body as a linked list. A reader that holds a chunk keeps all later chunks alive, and no earlier one.

/** A piece of the body. The first piece is empty and stands for the start. */
export interface Chunk {
  readonly bytes: Uint8Array<ArrayBuffer>;
  next?: Chunk;
}

/** Returns all bytes after `start` as one array. It must only be read, because it may be the chunk's own array. */
export function join(start: Chunk): Uint8Array<ArrayBuffer> {
  if (start.next && !start.next.next) return start.next.bytes;
  let size = 0;
  for (let chunk = start.next; chunk; chunk = chunk.next) size += chunk.bytes.byteLength;
  const whole = new Uint8Array(size);
  size = 0;
  for (let chunk = start.next; chunk; chunk = chunk.next) {
    whole.set(chunk.bytes, size);
    size += chunk.bytes.byteLength;
  }
  return whole;
}
