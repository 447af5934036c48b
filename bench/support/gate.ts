/** Callers that wait for one result. Each calls `told`, and `all` resolves when that many have done so. */
export class Gate {
  readonly #gate = Promise.withResolvers<number>();
  readonly #all = Promise.withResolvers<void>();
  #left: number;

  constructor(callers: number) {
    this.#left = callers;
  }

  /** Work that ends when the gate is open. */
  readonly work = (): Promise<number> => this.#gate.promise.then((value) => value + 1);

  readonly told = (): void => {
    if (--this.#left === 0) this.#all.resolve();
  };

  /** Opens the gate. Resolves when the last caller has its result. */
  open(): Promise<void> {
    this.#gate.resolve(1);
    return this.#all.promise;
  }
}
