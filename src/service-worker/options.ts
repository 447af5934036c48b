import { type Check, check, isAmount, isList, isString } from '../protocol/check.ts';
import type { Match } from './match.ts';

/** What brings answers: the network, or a strategy in front of it. */
export type Network = (request: Request, event: ExtendableEvent | undefined) => Promise<Response>;

/** Options of the worker's side; each may be left out. */
export interface WorkerOptions {
  /** Which requests go through the worker; any of a list. Default: all that may be shared. */
  readonly match?: Match | readonly Match[] | undefined;
  /** Names of request headers that make no difference to the answer, such as `accept` for tiles of one format. */
  readonly ignoreHeaders?: readonly string[] | undefined;
  /**
   * Whether a write (any unsafe method) fences a read: requests that come after the write began do not join a read
   * that was launched before it ended. Default: the same URL but for query and fragment.
   */
  readonly fences?: ((write: Request, read: Request) => boolean) | undefined;
  /** Bodies up to this many bytes are read whole, so that others can join until the last byte. Default 4 MiB. */
  readonly maxReplay?: number | undefined;
  /**
   * What to call for the network; with the event that led to it, where there is one. Default: the worker's `fetch`,
   * looked up at each call.
   */
  readonly fetch?: Network | undefined;
}

/** Options of `coalesceFetchEvents`; each may be left out. */
export interface EventOptions extends WorkerOptions {
  /**
   * This worker does nothing else. Then it takes over the pages that are open when it is first installed, takes
   * over from its predecessor when told so by `{ type: 'SKIP_WAITING' }`, and has the browser send what `match`
   * does not name past it, where it can. Default `false`.
   */
  readonly standalone?: boolean | undefined;
}

/** Options of `createHandler`; each may be left out. What goes through it is the router's business. */
export type HandlerOptions = Omit<WorkerOptions, 'match'>;

const isFunction = (value: unknown) => typeof value === 'function';
const isMatch = (value: unknown) => isString(value) || isFunction(value) || value instanceof RegExp;

const checks: Readonly<Record<keyof EventOptions, Check>> = {
  match: [
    'a URL, a RegExp, a function or a list of these',
    (value) => isMatch(value) || isList(isMatch)(value),
  ],
  ignoreHeaders: ['a list of header names', isList(isString)],
  fences: ['a function', isFunction],
  maxReplay: ['a number of bytes from 0', isAmount],
  fetch: ['a function', isFunction],
  standalone: ['a boolean', (value) => typeof value === 'boolean'],
};

/** Throws where an option is not what it should be. */
export const checkOptions = (options: object): void => check(options, checks);
