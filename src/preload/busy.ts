// The page's other loads, in the foreground. Sources such as the wrapped fetch report them.

/** A source that knows whether the page waits for something, such as a wrapped fetch. */
export interface Busy {
  /** Returns how much is in flight now. */
  stats(): { readonly inFlight: number };
  /** The types are `launch`, `bypass` and `settle`. The detail's `id` identifies a call. */
  addEventListener(type: string, listener: (event: Event) => void): void;
  removeEventListener(type: string, listener: (event: Event) => void): void;
  /** Called with the preloader that will listen, whose own requests must not count. */
  exclude?(images: EventTarget): void;
  /** A preloader is refused: its preloads would hold those of another one. */
  readonly preload?: undefined;
}

/** Addresses that preloaders are fetching. */
const own: (string | undefined)[] = [];
/** True while a preloader makes a call. A caller's own `fetch` may request another address. */
let calling = false;

/** Makes a preloader's own call, for which no preloader waits. */
export async function ownCall<Result>(url: string, call: () => Promise<Result>): Promise<Result> {
  own.push(url);
  calling = true;
  try {
    const result = call();
    calling = false;
    return await result;
  } finally {
    calling = false;
    own.splice(own.indexOf(url), 1);
  }
}

interface Told extends Event {
  readonly detail?: { readonly id?: unknown; readonly url?: string } | null;
}

/**
 * Returns a function that says whether a source is busy. Calls `changed` when that may have changed, until `end`. A
 * call that has been open for `busyTimeout` milliseconds, such as a long poll, no longer counts.
 */
export function watchBusy(
  source: Busy,
  busyTimeout: number,
  { changed, end }: { readonly changed: () => void; readonly end: AbortSignal },
): () => boolean {
  /** Calls under way by id: a timer for calls that count, 0 for calls that do not. */
  const calls = new Map<unknown, ReturnType<typeof setTimeout> | 0>();
  /** Counts the calls that began before this listened. Their ids are unknown. */
  let early = source.stats().inFlight;
  const expire = (id: unknown) => {
    calls.set(id, 0);
    changed();
  };
  const earlyTimer = setTimeout(() => {
    early = 0;
    changed();
  }, busyTimeout);

  const listener = ({ type, detail }: Told) => {
    const id = detail?.id;
    const isNew = type !== 'settle';
    clearTimeout(calls.get(id));
    if (!calls.delete(id) && !isNew) early--;
    if (isNew) calls.set(id, calling || own.includes(detail?.url) ? 0 : setTimeout(expire, busyTimeout, id));
    changed();
  };
  const types = ['launch', 'bypass', 'settle'];
  for (const type of types) source.addEventListener(type, listener);
  end.addEventListener('abort', () => {
    for (const type of types) source.removeEventListener(type, listener);
    for (const timer of [earlyTimer, ...calls.values()]) clearTimeout(timer);
  });
  return () => {
    for (const timer of calls.values()) if (timer) return true;
    return early > 0;
  };
}
