import { type Check, isAmount, isList, isString } from '../protocol/check.ts';
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
   * Whether a write (any unsafe method) fences a read: requests that come after the write began do not join a read
   * that was launched before it ended. Default: the same URL but for query and fragment.
   */
  readonly fences?: ((write: Request, read: Request) => boolean) | undefined;
  /**
   * This worker does nothing else. Then it takes over the pages that are open when it is first installed, takes
   * over from its predecessor when told so by `{ type: 'SKIP_WAITING' }`, and has the browser send what `match`
   * does not name past it, where it can. Default `false`.
   */
  readonly standalone?: boolean | undefined;
}

const isFunction = (value: unknown) => typeof value === 'function';
const isMatch = (value: unknown) => isString(value) || isFunction(value) || value instanceof RegExp;

/** What they are expected to be. */
export const handlerChecks: Readonly<Record<keyof HandlerOptions, Check>> = {
  ignoreHeaders: ['a list of header names', isList(isString)],
  maxReplay: ['a number of bytes from 0', isAmount],
  fetch: ['a function', isFunction],
};

/** What they are expected to be. */
export const eventChecks: Readonly<Record<keyof EventOptions, Check>> = {
  ...handlerChecks,
  match: ['a URL, a RegExp, a function or a list of these', (value) => [value].flat().every(isMatch)],
  fences: ['a function', isFunction],
  standalone: ['a boolean', (value) => typeof value === 'boolean'],
};
