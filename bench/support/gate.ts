/** Callers who wait for one thing: `told` by each of them, and `all` when so many have been told. */
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

  /** Opens it; resolves when the last one has been told. */
  open(): Promise<void> {
    this.#gate.resolve(1);
    return this.#all.promise;
  }
}
