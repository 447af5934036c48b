// The init of a call, copied when the call is made.

import { bare } from '../http/bare.ts';
import { keyMembers, membersToCopy, platform } from './members.ts';

/** The init of the wrapped fetch: every member that `fetch` takes, and `coalesce`. */
export interface CoalescingInit extends RequestInit {
  /** `false` sends this call past all flights. Default `true`. */
  readonly coalesce?: boolean | undefined;
}

/**
 * Returns a copy of an init, without a prototype, because members of `Object.prototype` are not its own. It reads each
 * member once: own members, and inherited members that `fetch` reads. It reads those of `Object.prototype`, too, as `fetch`
 * does, exactly when there is an init. Returns undefined for a value that is no init.
 */
export function copyInit(given: CoalescingInit | null | undefined): CoalescingInit | undefined {
  if (given == null) return bare({});
  if (Object(given) !== given) return;
  const from = given as Readonly<Record<string, unknown>>;
  const init: Record<string, unknown> = bare(from);
  for (const name of inheritable(from))
    if (!(name in init)) {
      // Asks for the value alone, as `fetch` does: a `Proxy` may have members that it does not list.
      const value = from[name];
      if (value !== undefined) init[name] = value;
    }
  for (const name of keyMembers) if (name in init) init[name] = fixed(init[name]);
  const { headers } = init as { headers: HeadersInit };
  if (Object(headers) === headers) init.headers = copyHeaders(headers);
  return init;
}

/** Returns the members that `fetch` reads even when they are inherited. */
function inheritable(init: object): readonly string[] {
  if (Object.getPrototypeOf(init) === Object.prototype && !hasAdded()) return membersToCopy;
  const names = [...membersToCopy, ...platform().unseen];
  // A page may have added a `coalesce` to `Object.prototype`. That is no option of this library.
  return 'coalesce' in Object.prototype ? names.filter((name) => name !== 'coalesce') : names;
}

/** True when a page has added members to `Object.prototype`. */
function hasAdded(): boolean {
  for (const _ in {}) return true;
  return false;
}

/**
 * Gives a copy without headers those of the caller's request, or none, when a page has added headers to
 * `Object.prototype`. Node would take the page's headers even for an init without a prototype.
 */
export function keepHeaders(init: { headers?: unknown }, source: Request | undefined): void {
  if ('headers' in Object.prototype) init.headers ??= source?.headers ?? [];
}

/** Returns the text of an object, as `fetch` reads it. Its caller may change the object later. */
const fixed = <Value>(value: Value): Value => (Object(value) === value ? `${value}` : value) as Value;

/** Returns a copy of the same shape, because a wrapper of the network may expect the shape that the caller used. */
function copyHeaders(headers: HeadersInit): HeadersInit {
  if (headers instanceof Headers) return new Headers(headers);
  // Only the platform knows the error for an iterator that is none.
  if (typeof (headers as { [Symbol.iterator]?: unknown })[Symbol.iterator] === 'function')
    return Array.from(headers as Iterable<[string, string]>, (pair) =>
      Object(pair) === pair ? ([...pair].map(fixed) as [string, string]) : pair,
    );
  const copy = { ...(headers as Record<string, string>) };
  for (const name of Object.keys(copy)) copy[name] = fixed(copy[name]) as string;
  return copy;
}
