import type { Fences } from '../http/fence.ts';
import type { Kinds } from '../options/check.ts';
import { aBoolean, aFunction, bytes, isFunction, isString, listOf } from '../options/kinds.ts';
import type { Match } from './match.ts';

/** What brings answers: the network, or a strategy in front of it. */
export type Network = (request: Request, event: ExtendableEvent | undefined) => Promise<Response>;

/** Options of what is shared in a worker; each may be left out. */
export interface HandlerOptions {
  /** Names of request headers that make no difference to the answer, such as `accept` for tiles of one format. */
  readonly ignoreHeaders?: readonly string[] | undefined;
  /** Bodies up to this many bytes are read whole, so that others can join until the last byte. Default 4 MiB. */
  readonly maxReplay?: number | undefined;
  /**
   * Whether a write (any unsafe method) fences a read. A request that is made after a write has begun does not join a
   * read that was launched before the write ended. Default: a write fences all reads of its origin.
   */
  readonly fences?: Fences | undefined;
  /**
   * What to call for the network; with the event that led to it, where there is one. Default: the worker's `fetch`,
   * looked up at each call.
   */
  readonly fetch?: Network | undefined;
}

/** Options of `coalesceFetchEvents`; each may be left out. */
export interface EventOptions extends HandlerOptions {
  /** Which requests go through the worker; any of a list. Default: all that may be shared. */
  readonly match?: Match | readonly Match[] | undefined;
  /**
   * This worker does nothing else. Then it takes over the pages that are open when it is first installed, takes
   * over from its predecessor when told so by `{ type: 'SKIP_WAITING' }`, and has the browser send what `match`
   * does not name past it, where it can. Default `false`.
   */
  readonly standalone?: boolean | undefined;
}

const isMatch = (value: unknown) => isString(value) || isFunction(value) || value instanceof RegExp;

export const handlerKinds: Kinds<HandlerOptions> = {
  ignoreHeaders: listOf('header names'),
  maxReplay: bytes,
  fences: aFunction,
  fetch: aFunction,
};

export const eventKinds: Kinds<EventOptions> = {
  ...handlerKinds,
  match: {
    expected: 'a URL pattern, a RegExp, a function or a list of them',
    accepts: (value) => [value].flat().every(isMatch),
  },
  standalone: aBoolean,
};
