// Finished drawings, up to so many bytes. The least recently used go first.

export class Shelf {
  readonly #room: number;
  /** The least recently used first. */
  readonly #drawings = new Map<string, Buffer>();
  /** The sum of all lengths; at most `#room` whenever a method has returned. */
  #bytes = 0;

  constructor(room: number) {
    this.#room = room;
  }

  get(name: string): Buffer | undefined {
    const drawing = this.#drawings.get(name);
    if (drawing) {
      this.#drawings.delete(name);
      this.#drawings.set(name, drawing);
    }
    return drawing;
  }

  put(name: string, drawing: Buffer): void {
    this.#drop(name);
    this.#drawings.set(name, drawing);
    this.#bytes += drawing.length;
    for (const oldest of this.#drawings.keys()) {
      if (this.#bytes <= this.#room) break;
      this.#drop(oldest);
    }
  }

  #drop(name: string): void {
    this.#bytes -= this.#drawings.get(name)?.length ?? 0;
    this.#drawings.delete(name);
  }
}
