// The init of a call, copied when the call is made.

import { membersToCopy } from './members.ts';

/** The init of the wrapped fetch: every member that `fetch` takes, and `coalesce`. */
export interface CoalescingInit extends RequestInit {
  /** `false` sends this call past all flights. Default `true`. */
  readonly coalesce?: boolean | undefined;
}

/** A copy of an init. It must replace an init whose headers can be iterated only once, which the copy has done. */
export interface InitCopy {
  readonly init: CoalescingInit;
  readonly mustReplace: boolean;
}

/**
 * Returns a copy of an init, reading each member once: its own members, and inherited members that `fetch` reads.
 * Returns undefined for a value that is no init.
 */
export function copyInit(given: CoalescingInit | null | undefined): InitCopy | undefined {
  if (given == null) return { init: {}, mustReplace: false };
  if (Object(given) !== given) return;
  const from = given as Readonly<Record<string, unknown>>;
  const init: Record<string, unknown> = { ...from };
  for (const name of membersToCopy()) if (!(name in init) && name in from) init[name] = from[name];
  const { headers } = init as { headers: HeadersInit };
  if (Object(headers) !== headers) return { init, mustReplace: false };
  init.headers = copyHeaders(headers);
  return { init, mustReplace: Array.isArray(init.headers) && !Array.isArray(headers) };
}

/** Returns a copy of the same shape, because a wrapper of the network may expect the shape that the caller used. */
function copyHeaders(headers: HeadersInit): HeadersInit {
  if (headers instanceof Headers) return new Headers(headers);
  if (!(Symbol.iterator in headers)) return { ...headers };
  return Array.from(headers as Iterable<[string, string]>, (pair) =>
    Object(pair) === pair ? ([...pair] as [string, string]) : pair,
  );
}
