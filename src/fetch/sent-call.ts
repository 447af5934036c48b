// A call to the network as it was sent.

import { withoutFragment } from '../http/url.ts';
import { methodOf, requestOf, urlOf } from './asked.ts';
import { isRequest } from './brand.ts';
import { copyInit } from './init.ts';

export type Arguments = readonly [input?: unknown, init?: RequestInit | null | undefined];

/** One call to the network. It may come back. */
export interface SentCall {
  readonly args: Arguments;
  /** The function that was called. */
  readonly through: typeof globalThis.fetch;
  /** True for the request of a flight, false for a call past all flights. */
  readonly isShared: boolean;
  /** True when an earlier request of these callers may have come back unseen. */
  readonly isAgain?: boolean;
  cameBack?: boolean;
  /** Settles the call with the answer of the function below, whatever the wrapper does. */
  settle?: ((answer: Promise<Response>) => void) | undefined;
  /** The answer of the function below, once the call has come back for another URL. */
  below?: Promise<Response> | undefined;
  /** Sends the call. Called again after a probe. */
  send?: (() => void) | undefined;
  /** How often the call was sent. */
  tries: number;
  /** Aborts the wrapper's call. It follows the flight's own signal. */
  probe?: AbortController;
  /** The name that marks it. */
  name?: string;
  /** Its method and URL, where it is known by them. */
  target?: string;
  /** What it has in common with calls that look alike. */
  alike?: string;
}

/** Returns the arguments of a call that waits: what its caller changes meanwhile makes no difference. */
export const copyOf = ([input, init]: Arguments): Arguments => [
  isRequest(input) ? input : `${input}`,
  init && copyInit(init)?.init,
];

/** Returns the signal of a call. */
export const signalOf = ([input, init]: Arguments): AbortSignal | null | undefined =>
  init?.signal ?? (isRequest(input) ? input.signal : undefined);

/** True for two calls of one method and URL. */
export const haveSameTarget = (one: Arguments, other: Arguments): boolean =>
  targetOf(one) === targetOf(other);

/** Returns the method and the URL of a call; nothing when they cannot be read. */
export function targetOf([input, init]: Arguments): string {
  const url = urlOf(input);
  if (url === undefined) return ''; // the body must not be read
  try {
    return `${methodOf(input, init).toUpperCase()} ${withoutFragment(requestOf(url).url)}`;
  } catch {
    return url;
  }
}
