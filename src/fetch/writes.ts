// Writes fence reads when they begin and when they end, also when they fail.

import { type Fences, sameOrigin } from '../http/fence.ts';
import { isRelative } from './asked.ts';

/** The default fence. A relative URL with an unknown base may be of any origin. */
const sameOrUnknownOrigin: Fences = (write, read) =>
  sameOrigin(write, read) || isRelative(write) || isRelative(read);

/** Returns a fence that never throws. When `fences` throws, the write fences the read: one request more is harmless. */
export function fencesSafely(fences: Fences = sameOrUnknownOrigin): Fences {
  return (write, read) => {
    try {
      return fences(write, read);
    } catch (error) {
      // The write must be sent, and its caller is not to blame, so the platform reports an uncaught error.
      globalThis.reportError?.(error);
      return true;
    }
  };
}
