// Read your own writes: a call made after a write must not join a read that was launched before or during that write.

import { originOf } from './url.ts';

/** A request as a fence sees it. */
export interface Located {
  readonly url: string;
}

/** Returns true when the write fences the read. */
export type Fences = (write: Request, read: Request) => boolean;

/** Returns a fence that never throws. When `fences` throws, the write fences the read: one request more is harmless. */
export const fencesSafely =
  (fences: Fences): Fences =>
  (write, read) => {
    try {
      return fences(write, read);
    } catch (error) {
      // The write must be sent, and its caller is not to blame, so browsers report an uncaught error. Node cannot.
      globalThis.reportError?.(error);
      return true;
    }
  };

/**
 * The default fence: a write fences all reads of its origin, because its URL does not say what it changes. For example,
 * a POST to `/login` changes the answer of `/me`.
 */
export const sameOrigin = (write: Located, read: Located): boolean =>
  originOf(write.url) === originOf(read.url);
