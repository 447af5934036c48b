import { originOf } from '../http/url.ts';

/** Returns true for a URL of the worker's own origin. */
export const isOwn = (url: string): boolean => originOf(url) === self.location.origin;
