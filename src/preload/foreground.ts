// What the page does in the foreground besides images: whoever can tell is asked, the wrapped fetch above all.

/** Somebody who can tell that the page is waiting for something. A wrapped fetch is one. */
export interface Busy {
  /** How much is in flight now. */
  stats(): { readonly inFlight: number };
  /** The types are `launch`, `bypass` and `settle`. The detail's `id` and `url` tell calls apart. */
  addEventListener(type: string, listener: (event: Event) => void): void;
  removeEventListener(type: string, listener: (event: Event) => void): void;
  /** Told of the preloader that is about to listen. */
  heed?(images: EventTarget): void;
}

/** A preloader is making a call itself just now. */
let starting = false;

/** Makes calls that no preloader waits for, because one is made by a preloader. */
export function uncounted<Result>(start: () => Result): Result {
  starting = true;
  try {
    return start();
  } finally {
    starting = false;
  }
}

export interface Foreground {
  /** Preloads must wait. */
  isBusy(): boolean;
  stop(): void;
}

/**
 * Tells whether any of them is busy, and calls `changed` when that may have changed. A call that is open for longer
 * than `patience` milliseconds, a long poll perhaps, counts no more.
 */
export function watch(busy: readonly Busy[], patience: number, changed: () => void): Foreground {
  /** Calls in flight: the timer of those that count, 0 for those that do not. */
  const calls = new Map<string, ReturnType<typeof setTimeout> | 0>();
  const listener = ({ type, detail }: Event & { detail?: { id?: unknown; url?: unknown } | null }) => {
    const call = `${detail?.id} ${detail?.url}`;
    clearTimeout(calls.get(call));
    calls.delete(call);
    const spare = () => {
      calls.set(call, 0);
      changed();
    };
    if (type !== 'settle') calls.set(call, starting ? 0 : setTimeout(spare, patience));
    changed();
  };
  const each = (act: 'addEventListener' | 'removeEventListener') => {
    for (const one of busy) for (const type of ['launch', 'bypass', 'settle']) one[act](type, listener);
  };
  each('addEventListener');
  return {
    isBusy() {
      let inFlight = 0;
      for (const one of busy) inFlight += one.stats().inFlight;
      for (const timer of calls.values()) if (!timer) inFlight--;
      return inFlight > 0;
    },
    stop() {
      for (const timer of calls.values()) clearTimeout(timer);
      each('removeEventListener');
    },
  };
}
