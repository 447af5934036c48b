// A body that becomes a Blob while it arrives.
//
// Chromium keeps a large Blob on disk, so pages download files by `blob()` that are larger than their memory. Such a body
// must not wait as bytes until its end.

import type { Chunk } from './chunks.ts';

/** Bytes that become a part. */
const partBytes = 4_194_304;

export class BlobParts {
  readonly #parts: Blob[] = [];
  /** What has arrived after the parts: fewer bytes than a part has. */
  #rest: Uint8Array<ArrayBuffer>[] = [];
  #size = 0;

  constructor({ next }: Chunk) {
    for (; next; { next } = next) this.add(next.bytes);
  }

  /** Adds what has arrived. */
  add(bytes: Uint8Array<ArrayBuffer>): void {
    this.#rest.push(bytes);
    this.#size += bytes.byteLength;
    if (this.#size < partBytes) return;
    this.#parts.push(new Blob(this.#rest));
    this.#rest = [];
    this.#size = 0;
  }

  /** Returns the whole body, without a type. */
  whole(): Blob {
    return new Blob([...this.#parts, ...this.#rest]);
  }
}
