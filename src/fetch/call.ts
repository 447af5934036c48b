// Which calls may be shared, and what exactly they ask for.

import { fields } from './key.ts';

/** What the wrapped fetch takes beside its input: all that `fetch` does, and whether to coalesce. */
export interface CoalescingInit extends RequestInit {
  /** `false` sends this call past all others. Default `true`. */
  readonly coalesce?: boolean;
}

/** A call that may be shared. */
export interface Call {
  /** What it asks for, with all defaults filled in. */
  readonly request: Request;
  /** It is made of a URL alone. */
  readonly plain: boolean;
  /** What the network's fetch is given beside the input; the flight puts its own signal in. */
  readonly init: RequestInit;
  readonly signal: AbortSignal | undefined;
}

/**
 * What a call asks for; undefined where it goes straight to the network, because it may not be shared or because
 * it is no valid call: then the network has the right error.
 */
export function callOf(input: RequestInfo | URL, given: CoalescingInit | null = {}): Call | undefined {
  try {
    const source = input instanceof Request ? input : undefined;
    // Browsers refuse some URLs for a line break in them, of which the parsed URL shows nothing.
    if (/[\t\n\r]/.test(`${input}`)) return;
    // A worker's own: a signal for the flight could not be added without changing what they are.
    if (source?.mode === 'navigate' || (source?.mode === 'no-cors' && source.headers.has('range'))) return;
    const init = read(given);
    if (!init || !/^(get|head)$/i.test(init.method ?? source?.method ?? 'GET')) return;
    // An init of any kind makes a Request forget its referrer: see "new Request(input, init)" in Fetch.
    if (source)
      Object.assign(init, { referrer: source.referrer, referrerPolicy: source.referrerPolicy, ...init });
    const signal = (init.signal === undefined ? source?.signal : init.signal) ?? undefined;
    if (signal && !(signal instanceof AbortSignal)) return;
    // This one is only read from: with a signal it would listen to it.
    const request = new Request(input, { ...init, signal: null });
    if (request.keepalive || request.cache === 'only-if-cached' || !/^https?:/.test(request.url)) return;
    const plain = Object.keys(init).every((name) => name === 'signal');
    return { request, plain, init, signal };
  } catch {
    return;
  }
}

/** The members of an init that the key sees, or that make no difference to the answer. */
const known: readonly string[] = [
  ...fields,
  'headers',
  'signal',
  'keepalive',
  'window',
  'duplex',
  'priority',
];

/** A copy; undefined where it has a body, or a member that could change the answer unseen. */
function read(given: CoalescingInit | null): RequestInit | undefined {
  const from = (given ?? {}) as Record<string, unknown>;
  if (Object(from) !== from || from.coalesce === false || from.body != null) return;
  for (const name in from) if (from[name] != null && name !== 'coalesce' && !known.includes(name)) return;
  const init: Record<string, unknown> = {};
  // By name, because fetch reads inherited members too: those of an instance with getters, say.
  for (const name of known) if (from[name] !== undefined) init[name] = from[name];
  // Headers may be an iterator, which can be walked once; here they are read twice.
  const { headers } = init as { headers?: IterableIterator<unknown> };
  if (typeof headers?.next === 'function') init.headers = [...headers];
  return init;
}
