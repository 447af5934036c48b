import { type Fences, sameOrigin } from '../http/fence.ts';
import type { FetchOptions } from './options.ts';
import { isRelative } from './request-of.ts';

/** The default fence. With the option `key`, a read of one origin may answer a call for another one: a write fences all. */
export const defaultFence = (key: FetchOptions['key']): Fences => (key ? () => true : sameOrUnknownOrigin);

/** A relative URL with an unknown base may be of any origin. */
const sameOrUnknownOrigin: Fences = (write, read) =>
  sameOrigin(write, read) || isRelative(write) || isRelative(read);
