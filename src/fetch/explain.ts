// Says whether two calls would share, and if not, why.

import { misuse } from '../options/check.ts';
import type { BypassReason } from './bypass-reason.ts';
import type { Calls } from './calls.ts';
import type { Coalescer } from './coalescer.ts';
import { type CoalescingFetch, inside } from './create-fetch.ts';
import { differences } from './differences.ts';
import { type CoalescingInit, copyInit } from './init.ts';

/** The arguments of a call: the input alone, or a list of input and init. */
export type CallArguments =
  | string
  | URL
  | Request
  | readonly [input: string | URL | Request, init?: CoalescingInit | undefined];

/** The result of `explain`. */
export interface Explanation {
  /** True when the later call joins the flight of the earlier one while callers can join it. */
  readonly shared: boolean;
  /** Why each call bypasses all flights. Undefined for a call that does not. */
  readonly bypass: readonly [BypassReason | undefined, BypassReason | undefined];
  /**
   * The differences of two calls that do not bypass: `url`, members such as `credentials`, and headers in lower case.
   * `key` stands for a difference that only the option `key` sees.
   */
  readonly differs: readonly string[];
}

/**
 * Says whether two calls of a wrapped fetch would share a request, and if not, why. It sends nothing. It uses the
 * options of that fetch: it calls `eligible` and `key`. Throws a `TypeError` for a fetch that `createFetch` has not
 * made.
 *
 * @example
 * explain(fetch, '/places', ['/places', { headers: { accept: 'text/csv' } }]).differs; // ['accept']
 */
export function explain(fetch: CoalescingFetch, one: CallArguments, other: CallArguments): Explanation {
  const coalescer = (Object(fetch) as { readonly [inside]?: Coalescer })[inside];
  if (!coalescer) throw misuse('`fetch` to be made by `createFetch`', fetch);
  const { calls } = coalescer;
  const [a, b] = [identify(calls, one), identify(calls, other)];
  if (typeof a === 'string' || typeof b === 'string')
    return { shared: false, bypass: [reasonOf(a), reasonOf(b)], differs: [] };
  const shared = a.key === b.key;
  const differs = shared ? [] : differences(a.request, b.request, calls.ignoreHeaders);
  return { shared, bypass: [undefined, undefined], differs };
}

interface Identity {
  readonly request: Request;
  readonly key: string;
}

const reasonOf = (found: Identity | BypassReason) => (typeof found === 'string' ? found : undefined);

function identify(calls: Calls, call: CallArguments): Identity | BypassReason {
  const [input, init] = Array.isArray(call) ? call : [call];
  const read = calls.ifEligible(calls.read(input, copyInit(init)));
  return typeof read === 'string' ? read : { request: read.request(), key: calls.keyOf(read) };
}
