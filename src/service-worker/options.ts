import type { Fences } from '../http/fence.ts';
import { expectResponse, type OptionKinds } from '../options/check.ts';
import { aBoolean, aFunction, aSyncFunction, bytes, isString, namesOf, oneOrMore } from '../options/kinds.ts';
import type { Match } from './match.ts';

/** A function that answers requests: the network, or a strategy in front of it. */
export type Network = (request: Request, event: ExtendableEvent | undefined) => Promise<Response>;

/** Options of a handler. */
export interface HandlerOptions {
  /** Names of request headers that make no difference to the answer, such as `accept` for tiles of one format. */
  readonly ignoreHeaders?: readonly string[] | undefined;
  /** Bodies up to this many bytes are read whole, so that callers can join until the last byte. Default 4 MiB. */
  readonly maxReplay?: number | undefined;
  /**
   * Returns true when a write (any unsafe method) fences a read. A request made after the write began does not join a
   * read that was launched before the write ended. Default: a write fences all reads of its origin.
   */
  readonly fences?: Fences | undefined;
  /**
   * The function that is called for the network. It also gets the event that led to the request, if there is one.
   * Default: the worker's `fetch`, looked up at each call.
   */
  readonly fetch?: Network | undefined;
}

/** Returns the function that is called for the network. It rejects when the site's own one answers no response. */
export const networkOf =
  ({ fetch = (request) => globalThis.fetch(request) }: HandlerOptions): Network =>
  async (request, event) =>
    expectResponse(await fetch(request, event));

/** Options of `coalesceGlobalFetch`, which calls the `fetch` from before. */
export type GlobalFetchOptions = Omit<HandlerOptions, 'fetch'>;

/** Options of `coalesceFetchEvents`. */
export interface EventOptions extends HandlerOptions {
  /** The requests that go through the worker: one `Match` or a list. Default: all requests that may be shared. */
  readonly match?: Match | readonly Match[] | undefined;
  /**
   * True for a worker that does nothing else. Then it claims open pages when it is first installed. It takes over from
   * an older version at the message `{ type: 'SKIP_WAITING' }`. Where the browser can, requests that `match` does not
   * name go past the worker. Default `false`.
   */
  readonly standalone?: boolean | undefined;
}

const isMatch = (value: unknown) =>
  isString(value) || aSyncFunction.accepts(value) || value instanceof RegExp;

export const globalFetchKinds: OptionKinds<GlobalFetchOptions> = {
  ignoreHeaders: namesOf('header names'),
  maxReplay: bytes,
  fences: aSyncFunction,
};

export const handlerKinds: OptionKinds<HandlerOptions> = { ...globalFetchKinds, fetch: aFunction };

export const eventKinds: OptionKinds<EventOptions> = {
  ...handlerKinds,
  match: {
    expected: 'a URL pattern, a RegExp, a function or a list of at least one',
    accepts: oneOrMore(isMatch),
  },
  standalone: aBoolean,
};
