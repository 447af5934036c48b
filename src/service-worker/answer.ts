// The answer of a flight, and how each subscriber gets its own body. That is never a JavaScript stream: when Firefox
// stops a worker, it ends such a stream early, as a success.

import type { Body } from './copy.ts';

/** An answer from the network, of which each subscriber gets a response. */
export interface Answer {
  /** The network's response. Its body must not be read. */
  readonly response: Response;
  /**
   * Returns the response of one subscriber, or undefined when it must send its own request. `others` is the number of
   * subscribers that still wait for theirs.
   */
  take(others: number): Response | undefined;
  /** The only caller that waited for the headers. It gets `response`. All others wait for `later`. */
  readonly first?: unknown;
  /** The answer for callers that came after the headers. It settles when the body has arrived. */
  readonly later?: Promise<Answer> | undefined;
}

/** Makes an answer of a whole body: each subscriber gets a new response over the same bytes, which no stop can cut. */
export function whole(response: Response, body: Body): Answer {
  const { status, statusText, headers } = response;
  let bytes: Uint8Array<ArrayBuffer> | undefined;
  const take = () => {
    bytes ??= body.bytes();
    return new Response(bytes, { status, statusText, headers });
  };
  return { response, take };
}

/**
 * Makes an answer of native clones. The last subscriber gets the original. For a clone that is never read, the browser
 * would read the body to its end, even after all subscribers have left. A subscriber that comes back when the original is
 * gone gets nothing.
 */
export function native(response: Response): Answer {
  const original = [response];
  return { response, take: (others) => (others ? original[0]?.clone() : original.pop()) };
}

/** Makes an answer for the first subscriber alone. */
export const single = ({ response, take }: Answer): Answer => ({ response, take: () => take(0) });

/** Cancels the body of a response, if there is one. It may have failed just before. */
export const cancel = (response: Response | undefined): void => void response?.body?.cancel().catch(() => {});
