// The connections of a browser to one origin over HTTP/1.1. A request that waits for one has not been sent.

const most = 6;

export class Connections {
  /** At most `most`. */
  #busy = 0;
  /** Begins the next ones, in the order of asking. */
  readonly #waiting: (() => void)[] = [];
  readonly #opening: () => number;

  /**
   * Takes the milliseconds in which a browser opens another connection, as it closes that of an aborted request: what
   * is aborted together is never sent.
   */
  constructor(opening: () => number) {
    this.#opening = opening;
  }

  /** Runs the work when there is a connection for it. Rejects with the signal's reason when it aborts before. */
  async run(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
    if (this.#busy >= most) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#busy++;
    if (signal.aborted) this.#free();
    signal.throwIfAborted();
    try {
      await work();
    } finally {
      if (signal.aborted) setTimeout(() => this.#free(), this.#opening());
      else this.#free();
    }
  }

  #free(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#busy--;
  }
}
