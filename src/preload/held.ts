// Images that have been loaded and are held for callers, bounded by count and by bytes.

/** An image that has been loaded. */
export interface Loaded {
  readonly key: string;
  /** Absolute address. */
  readonly url: string;
  readonly memoryBytes: number;
  /** Frees its memory. Called when no caller will get it. */
  release(): void;
}

export class Held<Image extends Loaded> {
  /** The images by key, the oldest first. */
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

  /** Holds an image. Releases the oldest images when there are too many. */
  add(image: Image): void {
    this.clear(({ key }) => key === image.key);
    // An image that is too large by itself must not push the others out.
    if (image.memoryBytes > this.#maxBytes) {
      image.release();
      return;
    }
    this.#images.set(image.key, image);
    this.#bytes += image.memoryBytes;
    this.clear(() => this.#images.size > this.#maxCount || this.#bytes > this.#maxBytes);
  }

  /** Removes this image, not a newer one with its key. */
  remove(image: Image): void {
    if (this.get(image.key) !== image) return;
    this.#images.delete(image.key);
    this.#bytes -= image.memoryBytes;
  }

  /** Releases the images that match. */
  clear(matches: (image: Image) => boolean): void {
    for (const image of this.#images.values())
      if (matches(image)) {
        this.remove(image);
        image.release();
      }
  }
}
