// What the page does in the foreground besides images: whoever can tell is asked, above all the wrapped fetch.

/** Somebody who can tell that the page waits for something. A wrapped fetch is one. */
export interface Busy {
  /** Counts what is in flight now. */
  stats(): { readonly inFlight: number };
  /** The types are `launch`, `bypass` and `settle`. The detail's `id` tells calls apart. */
  addEventListener(type: string, listener: (event: Event) => void): void;
  removeEventListener(type: string, listener: (event: Event) => void): void;
  /** Called with the preloader that is about to listen: its own requests are not to count. */
  exclude?(images: EventTarget): void;
}

/** Addresses that preloaders fetch just now. */
const own: (string | undefined)[] = [];
/** True while a preloader makes a call: a `fetch` of the caller may ask for another address. */
let calling = false;

/** Makes a call that no preloader waits for, because a preloader makes it. */
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
 * Returns a function that tells whether a source is busy. Calls `changed` when that may have changed, until `end`. A
 * call that has been open for `busyTimeout` milliseconds, a long poll perhaps, counts no more.
 */
export function watch(
  source: Busy,
  busyTimeout: number,
  { changed, end }: { readonly changed: () => void; readonly end: AbortSignal },
): () => boolean {
  /** Calls under way by id: the timer of those that count, 0 for those that do not. */
  const calls = new Map<unknown, ReturnType<typeof setTimeout> | 0>();
  /** Counts the calls that began before anybody listened: their ids are unknown. */
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
  return () => early > 0 || [...calls.values()].some(Boolean);
}
