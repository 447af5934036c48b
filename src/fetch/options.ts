import type { Fences } from '../http/fence.ts';
import { checkOptions, type OptionKinds } from '../options/check.ts';
import { aFunction, aSyncFunction, bytes, milliseconds, namesOf, oneOf } from '../options/kinds.ts';
import type { Fetch } from './platform-fetch.ts';

/** Options of `createFetch`. Each may be left out or undefined. */
export interface FetchOptions {
  /**
   * The function that is called for the network. Default: the global `fetch`, looked up at each call, so that a mock or
   * an instrumentation that replaces it later works.
   */
  readonly fetch?: Fetch | undefined;
  /** Returns false for a request that must not be shared. Default: all requests that can be shared are shared. */
  readonly eligible?: ((request: Request) => boolean) | undefined;
  /**
   * Returns the key of a request, when the default keeps too many requests apart. It gets the default key, too. GET and
   * HEAD are kept apart in any case. Leave something out only if the answer does not depend on it.
   */
  readonly key?: ((request: Request, key: string) => string) | undefined;
  /** Names of request headers that make no difference to the answer, such as trace ids. Default: none. */
  readonly ignoreHeaders?: readonly string[] | undefined;
  /**
   * Names of members of `init` that make no difference to the answer, such as `next`. Members that no platform reads
   * never make a difference. Default: none.
   */
  readonly ignoreInit?: readonly string[] | undefined;
  /** Until when callers may join: the last byte (`'body'`, default) or the headers. */
  readonly joinUntil?: 'headers' | 'body' | undefined;
  /** Bytes of a body that are kept for callers that join mid-body. Callers can no longer join a longer body. Default 4 MiB. */
  readonly maxReplay?: number | undefined;
  /**
   * What `json()` returns: a value that each caller may change (`'own'`, default), or one value for all callers, parsed
   * once and deeply frozen (`'frozen'`). With many callers of a large body, `'frozen'` saves nearly all of the work.
   */
  readonly json?: 'own' | 'frozen' | undefined;
  /**
   * Returns true when a write (any unsafe method, RFC 9110 section 9.2.1) fences a read that is in flight. Calls made
   * after the write began or ended do not join that read. Default: a write fences all reads of its origin; with `key`, all
   * reads. `read` is the request of the first caller.
   */
  readonly fences?: Fences | undefined;
  /**
   * Milliseconds after which a follower without headers starts a flight of its own, which the other followers join. Each
   * call does so once. 0, the default, means never.
   */
  readonly leaderTimeout?: number | undefined;
  /**
   * Milliseconds after the last byte for which callers may still join a whole, successful answer. Default 0. Useful
   * when callers ask a little later, such as linked maps. Never applies to errors, `no-store`, `Vary: *`, or requests for
   * a fresh answer: those with the `cache` mode `no-store`, `reload` or `no-cache`, or with a header such as
   * `Cache-Control: no-cache`. The bodies of all lingering answers together take at most 16 MiB, each counted as 16 KiB
   * more; the oldest are dropped first. What callers make of them (bytes, Blobs, texts, JSON) comes on top until it is
   * collected. A frozen value stays as long as its answer. `linger` has no effect with `joinUntil: 'headers'`.
   */
  readonly linger?: number | undefined;
}

/**
 * Returns a copy of the options. Throws a `TypeError` or a `RangeError` that names the option, what was expected and what
 * came.
 */
export function checkFetchOptions(options: FetchOptions): FetchOptions {
  const kinds: OptionKinds<FetchOptions> = {
    fetch: aFunction,
    eligible: aSyncFunction,
    key: aSyncFunction,
    ignoreHeaders: namesOf('header names'),
    ignoreInit: namesOf('names of members'),
    joinUntil: oneOf('headers', 'body'),
    maxReplay: bytes,
    json: oneOf('own', 'frozen'),
    fences: aSyncFunction,
    leaderTimeout: milliseconds,
    linger: milliseconds,
  };
  return checkOptions(options, kinds);
}
