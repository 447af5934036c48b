// A call to the network as it was sent.

import { idOf } from '../http/id-of.ts';
import { withoutFragment } from '../http/url.ts';
import { isRequest } from './brand.ts';
import { methodOf, urlOf } from './input.ts';
import { requestOf } from './request-of.ts';

export type Arguments = readonly [input?: unknown, init?: RequestInit | null | undefined];

/**
 * How likely a call is to come back. `none`: no function is called that may call back. `faint`: a function was chosen, and
 * nothing is on top of the wrapped fetch. `slight`: the call may come back through another wrapped fetch. `strong`: a
 * function is on top. `mild`: it may come back in either way, but the function has answered a call. It may answer some itself.
 */
export type Suspicion = 'none' | 'faint' | 'slight' | 'mild' | 'strong';

/** One call to the network. It may come back. */
export interface SentCall {
  readonly args: Arguments;
  /** The function that was called. */
  readonly through: typeof globalThis.fetch;
  readonly suspicion: Suspicion;
  /** True for the request of a flight, false for a call past all flights. */
  readonly isShared: boolean;
  /** True when an earlier request of these callers may have come back unseen. */
  isAgain?: boolean;
  /** How often it has come back. */
  returns: number;
  /** Settles the call with the answer of the function below, whatever the wrapper does. */
  settle?: ((answer: Promise<Response>) => void) | undefined;
  /** The answer of the function below, once the call has come back for another URL. */
  below?: Promise<Response> | undefined;
  /** Sends the call. Called again after a probe. */
  send?: (() => void) | undefined;
  /** The name that marks it. */
  name?: string;
  /** Its `targetOf`, once another call was compared with it. */
  target?: string;
  /** What it has in common with calls that look alike. */
  alike?: string;
}

/** Returns the arguments of a call that waits. Its caller may change a URL meanwhile. The init is a copy in any case. */
export const copyOf = ([input, init]: Arguments): Arguments => [isRequest(input) ? input : `${input}`, init];

/** Returns the signal of a call. */
export const signalOf = ([input, init]: Arguments): AbortSignal | null | undefined =>
  init?.signal ?? (isRequest(input) ? input.signal : undefined);

/** Gives an init without a prototype one, which wrappers and mocks may expect. */
export function dressed(args: Arguments): Arguments {
  const [input, init] = args;
  return init && !Object.getPrototypeOf(init) ? [input, { ...init }] : args;
}

/** Returns the method and the URL of a call, or what stands for them when they cannot be read. */
export function targetOf([input, init]: Arguments): string {
  const url = urlOf(input);
  if (url === undefined) return identityOf(input);
  try {
    return `${methodOf(input, init).toUpperCase()} ${withoutFragment(requestOf(url).url)}`;
  } catch {
    return url;
  }
}

/** Returns equal texts for equal values. Objects are compared by identity, because only `fetch` may read them. */
export const identityOf = (value: unknown): string =>
  Object(value) === value ? `object ${idOf(value as object)}` : String(value);
