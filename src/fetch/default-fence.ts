import { type Fences, sameOrigin } from '../http/fence.ts';
import { isRelative } from './request-of.ts';

/** The default fence. A relative URL with an unknown base may be of any origin. */
export const sameOrUnknownOrigin: Fences = (write, read) =>
  sameOrigin(write, read) || isRelative(write) || isRelative(read);
