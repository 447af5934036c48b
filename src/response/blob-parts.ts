// A body that becomes a Blob while it arrives.
//
// Chromium keeps a large Blob on disk, so pages download files by `blob()` that are larger than their memory. Such a body
// must not wait as bytes until its end.

import { concat } from '../http/concat.ts';
import type { Chunk } from './chunks.ts';

/** Bytes that become a part. */
const partBytes = 4_194_304;

/** Held by the readers that make a Blob, and gathered by them alone: when all of them have left, nothing grows. */
export class BlobParts {
  readonly #parts: Blob[] = [];
  /** What has been gathered after the parts: fewer bytes than a part has. */
  #rest: Uint8Array<ArrayBuffer>[] = [];
  #size = 0;
  #at: Chunk;

  constructor(start: Chunk) {
    this.#at = start;
  }

  /** Gathers what has arrived. */
  gather(): void {
    for (let { next } = this.#at; next; { next } = next) {
      this.#at = next;
      this.#rest.push(next.bytes);
      this.#size += next.bytes.byteLength;
      if (this.#size < partBytes) continue;
      this.#parts.push(new Blob(this.#rest));
      this.#rest = [];
      this.#size = 0;
    }
  }

  /**
   * Returns the whole body, without a type. A small one stays bytes: the `Blob` of a jsdom is one of its own, which no
   * response of Node reads.
   */
  whole(): Blob | Uint8Array<ArrayBuffer> {
    return this.#parts.length ? new Blob([...this.#parts, ...this.#rest]) : concat(this.#rest);
  }
}
