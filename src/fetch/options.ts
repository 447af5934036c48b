/** Options of `createFetch`; each may be left out. */
export interface FetchOptions {
  /**
   * What to call for the network. Default: the global `fetch`, looked up at each call, so that whoever patches it
   * later is heard.
   */
  readonly fetch?: typeof globalThis.fetch;
  /** Refuses requests that must not be shared, beyond those that never are. Default: all may be. */
  readonly eligible?: (request: Request) => boolean;
  /**
   * Says what makes requests the same, where the default is too narrow; it gets the default key too. GET and HEAD
   * are kept apart whatever it says. Whoever leaves something out vouches that the answer does not depend on it.
   */
  readonly key?: (request: Request, key: string) => string;
  /** Names of request headers that make no difference to the answer, such as trace ids. Default: none. */
  readonly ignoreHeaders?: readonly string[];
  /** Until when callers may join: the last byte (`'body'`, default) or the headers. */
  readonly joinUntil?: 'headers' | 'body';
  /** Bytes of a body that are kept for newcomers; past them nobody joins any more. Default 4 MiB. */
  readonly maxReplay?: number;
  /**
   * Whether a write (any unsafe method, RFC 9110 section 9.2.1) fences a read that is in flight: calls made after
   * the write began or ended do not join it. Default: the same URL but for query and fragment.
   */
  readonly fences?: (write: Request, read: Request) => boolean;
  /** Milliseconds after which a follower who still has no headers starts a flight of its own. Default: never. */
  readonly leaderTimeout?: number;
  /**
   * Milliseconds for which a whole, successful answer may still be joined after its last byte. Default 0. For
   * callers that drift apart, such as linked maps. Never for errors, `no-store` or `Vary: *`.
   */
  readonly linger?: number;
}

type Kind = readonly [name: string, fits: (value: unknown) => boolean];

const from0to = (max: number, name: string): Kind => [
  name,
  (value) => typeof value === 'number' && value >= 0 && value <= max,
];
const aFunction: Kind = ['a function', (value) => typeof value === 'function'];
/** Timers take longer ones for none at all. */
const duration = from0to(2 ** 31 - 1, 'a number from 0 to 2147483647');

const kinds: Readonly<Record<string, Kind>> = {
  fetch: aFunction,
  eligible: aFunction,
  key: aFunction,
  ignoreHeaders: [
    'an array of header names',
    (value) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
  ],
  joinUntil: ["'headers' or 'body'", (value) => value === 'headers' || value === 'body'],
  maxReplay: from0to(Infinity, 'a number from 0'),
  fences: aFunction,
  leaderTimeout: duration,
  linger: duration,
} satisfies Record<keyof FetchOptions, Kind>;

/** Throws where an option is not what it should be, or not known: a misspelt one would silently do nothing. */
export function check(options: FetchOptions): void {
  for (const [name, value] of Object.entries(options)) {
    const [kind, fits] = kinds[name] ?? ['left out: there is no such option'];
    if (value === undefined || fits?.(value)) continue;
    const Misuse = typeof value === 'number' ? RangeError : TypeError;
    throw new Misuse(`Expected \`${name}\` to be ${kind}, got \`${String(value)}\`.`);
  }
}
