// What the page does in the foreground besides images: whoever can tell is asked, the wrapped fetch above all.

/** Somebody who can tell that the page is waiting for something. A wrapped fetch is one. */
export interface Busy {
  /** How much is in flight now. */
  stats(): { readonly inFlight: number };
  /** The types are `launch`, `bypass` and `settle`. The detail's `id` tells calls apart. */
  addEventListener(type: string, listener: (event: Event) => void): void;
  removeEventListener(type: string, listener: (event: Event) => void): void;
}

const types = ['launch', 'bypass', 'settle'];

/** Knows whether any of them is busy, and calls `changed` when that may have changed. */
export class Foreground {
  readonly #stops: (() => void)[] = [];
  readonly #counts: (() => number)[] = [];
  readonly #patience: number;
  readonly #changed: () => void;
  /** The preloader is starting a load: calls that are launched meanwhile are its own. */
  #ours = false;

  constructor(busy: readonly Busy[], patience: number, changed: () => void) {
    this.#patience = patience;
    this.#changed = changed;
    for (const one of busy) this.#listen(one);
  }

  get busy(): boolean {
    return this.#counts.some((count) => count() > 0);
  }

  /** Runs something whose calls do not count: a preload must not wait for itself. */
  except<Value>(start: () => Value): Value {
    this.#ours = true;
    try {
      return start();
    } finally {
      this.#ours = false;
    }
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  #listen(one: Busy): void {
    /** Calls in flight: the timer of those that count, undefined for those that do not. */
    const calls = new Map<unknown, ReturnType<typeof setTimeout> | undefined>();
    const listener = (event: Event) => {
      const id = (event as CustomEvent<{ id?: unknown } | null>).detail?.id;
      if (event.type === 'settle') {
        clearTimeout(calls.get(id));
        calls.delete(id);
      } else if (id !== undefined) {
        calls.set(id, this.#ours ? undefined : setTimeout(() => this.#outlast(calls, id), this.#patience));
      }
      this.#changed();
    };
    for (const type of types) one.addEventListener(type, listener);
    this.#counts.push(() => one.stats().inFlight - [...calls.values()].filter((timer) => !timer).length);
    this.#stops.push(() => {
      for (const type of types) one.removeEventListener(type, listener);
      for (const timer of calls.values()) clearTimeout(timer);
    });
  }

  /** A call that is open for very long (a long poll) is not what the page waits for. */
  #outlast(calls: Map<unknown, unknown>, id: unknown): void {
    calls.set(id, undefined);
    this.#changed();
  }
}
