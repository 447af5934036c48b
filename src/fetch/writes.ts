// Writes fence reads with their beginning and with their end, however they end.

import { type Fences, sameOrigin } from '../http/fence.ts';
import { isRelative } from './asked.ts';

/** The default fence. A relative URL whose base nobody knows may be of any origin. */
const sameOrUnknownOrigin: Fences = (write, read) =>
  sameOrigin(write, read) || isRelative(write) || isRelative(read);

/** Returns whether a write fences a read. A fence that throws fences: a stale answer is worse than one more request. */
export function fencesSafely(fences: Fences = sameOrUnknownOrigin): Fences {
  return (write, read) => {
    try {
      return fences(write, read);
    } catch (error) {
      // The write must go out, and its caller is not to blame: the platform reports it as an uncaught error.
      globalThis.reportError?.(error);
      return true;
    }
  };
}
