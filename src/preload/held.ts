import type { Wanted } from './source.ts';

/** What is loaded and waits to be shown: the oldest goes first when it gets too much. */
export class Held {
  /** By key, in the order of arrival: exactly what nobody was given yet. */
  readonly #images = new Map<string, { wanted: Wanted<unknown>; result: unknown; bytes: number }>();
  readonly #most: number;
  readonly #mostBytes: number;
  /** The sum of the bytes in `#images`. */
  #bytes = 0;

  constructor(most: number, mostBytes: number) {
    this.#most = most;
    this.#mostBytes = mostBytes;
  }

  get size(): number {
    return this.#images.size;
  }

  /** Bytes in memory, decoded. */
  get bytes(): number {
    return this.#bytes;
  }

  has(key: string): boolean {
    return this.#images.has(key);
  }

  put<Result>(wanted: Wanted<Result>, result: Result): void {
    if (this.has(wanted.key)) return;
    const bytes = wanted.as.memory(result);
    this.#images.set(wanted.key, { wanted: wanted as Wanted<unknown>, result, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#images.keys()) {
      if (this.#images.size <= this.#most && this.#bytes <= this.#mostBytes) return;
      this.#release(oldest);
    }
  }

  /** Hands it over: it is held no more. */
  take<Result>({ key }: Wanted<Result>): Result | undefined {
    const image = this.#images.get(key);
    this.#images.delete(key);
    this.#bytes -= image?.bytes ?? 0;
    return image?.result as Result | undefined;
  }

  clear(): void {
    for (const key of this.#images.keys()) this.#release(key);
  }

  #release(key: string): void {
    const { wanted } = this.#images.get(key) ?? {};
    if (wanted) wanted.as.release?.(this.take(wanted));
  }
}
