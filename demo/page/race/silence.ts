/** Calls back once nothing was heard for so many milliseconds. */
export class Silence {
  readonly #limit: number;
  readonly #broken: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(limit: number, broken: () => void) {
    this.#limit = limit;
    this.#broken = broken;
  }

  /** Something was heard: the time begins anew. */
  heard(): void {
    this.end();
    this.#timer = setTimeout(this.#broken, this.#limit);
  }

  /** Nothing can be heard, or need be. */
  end(): void {
    clearTimeout(this.#timer);
  }
}
