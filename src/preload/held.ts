// Images that have been loaded and are held ready, bounded by count and by bytes.

/** An image that has been loaded. */
export interface Loaded {
  readonly key: string;
  /** Absolute address. */
  readonly url: string;
  readonly memoryBytes: number;
  /** Frees its memory: nobody gets it. */
  release(): void;
}

export class Held<Image extends Loaded> {
  /** By key, the oldest first. */
  readonly #images = new Map<string, Image>();
  readonly #maxCount: number;
  readonly #maxBytes: number;
  /** The sum of their `memoryBytes`. */
  #bytes = 0;

  constructor(maxCount: number, maxBytes: number) {
    this.#maxCount = maxCount;
    this.#maxBytes = maxBytes;
  }

  get stats(): { readonly held: number; readonly heldBytes: number } {
    return { held: this.#images.size, heldBytes: this.#bytes };
  }

  get(key: string): Image | undefined {
    return this.#images.get(key);
  }

  /** Holds an image, and releases the oldest ones when that is too much. */
  add(image: Image): void {
    this.clear(({ key }) => key === image.key);
    this.#images.set(image.key, image);
    this.#bytes += image.memoryBytes;
    // An image that is too large by itself does not cost the others.
    this.clear(({ memoryBytes }) => memoryBytes > this.#maxBytes);
    this.clear(() => this.#images.size > this.#maxCount || this.#bytes > this.#maxBytes);
  }

  remove(image: Image): void {
    if (this.#images.delete(image.key)) this.#bytes -= image.memoryBytes;
  }

  /** Releases the images that `matches`. */
  clear(matches: (image: Image) => boolean): void {
    for (const image of this.#images.values())
      if (matches(image)) {
        this.remove(image);
        image.release();
      }
  }
}
