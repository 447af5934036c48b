import { originOf } from '../http/url.ts';

/** The worker's own origin. Chromium makes its location anew each time that it is read. */
let own: string | undefined;

/** Returns true for a URL of the worker's own origin. */
export function isOwn(url: string): boolean {
  own ??= globalThis.location?.origin;
  return originOf(url) === own;
}
