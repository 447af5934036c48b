// Read your own writes: a read that was launched before or during a write is not for calls made after that write.

import { originOf } from './url.ts';

/** What a fence needs to know of a request. */
export interface Located {
  readonly url: string;
}

/** Says whether a write fences a read. */
export type Fences = (write: Request, read: Request) => boolean;

/**
 * The default: a write fences all reads of its origin, because the URL does not tell what a write changes. A POST to
 * `/login` changes what `/me` answers.
 */
export const sameOrigin = (write: Located, read: Located): boolean =>
  originOf(write.url) === originOf(read.url);
