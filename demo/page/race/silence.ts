/** Calls back when `heard` was not called for so many milliseconds. */
export class Silence {
  readonly #limit: number;
  readonly #broken: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(limit: number, broken: () => void) {
    this.#limit = limit;
    this.#broken = broken;
  }

  /** Starts the time again. */
  heard(): void {
    this.end();
    this.#timer = setTimeout(this.#broken, this.#limit);
  }

  /** Stops the time. */
  end(): void {
    clearTimeout(this.#timer);
  }
}
