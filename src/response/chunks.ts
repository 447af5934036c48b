// The arriving body as a linked list. A reader that holds a chunk keeps all later chunks alive, and no earlier one.

import { concat } from '../http/concat.ts';

/** A piece of the body. The first piece is empty and stands for the start. */
export interface Chunk {
  readonly bytes: Uint8Array<ArrayBuffer>;
  next: Chunk | undefined;
}

/** Bytes that a reader gets at once. What it has not read yet is its own, so this bounds the memory of slow readers. */
const mostAtOnce = 64 * 2 ** 10;

/** Returns the last chunk that a reader at `start` gets at once: what has arrived, but no more than 64 KB or one chunk. */
export function lastAtOnce(start: Chunk): Chunk {
  let last = start;
  let size = 0;
  while (last.next && (last === start || size + last.next.bytes.byteLength <= mostAtOnce)) {
    last = last.next;
    size += last.bytes.byteLength;
  }
  return last;
}

/** Returns a copy of the bytes after `start`, up to and with `last`, or to the end. */
export function copyChunks(start: Chunk, last?: Chunk): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  for (let { next } = start; next; next = next === last ? undefined : next.next) parts.push(next.bytes);
  return concat(parts);
}

/** Returns all bytes after `start` as one array. It must only be read, because it may be the chunk's own array. */
export const join = (start: Chunk): Uint8Array<ArrayBuffer> =>
  start.next && !start.next.next ? start.next.bytes : copyChunks(start);
