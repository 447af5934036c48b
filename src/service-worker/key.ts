import { originOf, withoutFragment } from '../http/url.ts';
import { isOwn } from './is-own.ts';

/** Client hints come and go with the kind of client: Chromium's dedicated workers send none. */
const hint = /^sec-ch-/;

/**
 * What makes two requests of an origin's clients the same. The path of the asking page is not part of it, only its
 * origin and policy are. Modes and credentials that come to the same at the worker's own origin are one, so that
 * an `<img>` and a `fetch` can share; where an answer shows that they differ after all, `serves` says so.
 */
export function keyOf(request: Request, ignoreHeaders: ReadonlySet<string>): string {
  return JSON.stringify([
    withoutFragment(request.url),
    sameAtHome(request) || [request.mode, request.credentials],
    request.redirect,
    request.integrity,
    originOf(request.referrer),
    request.referrerPolicy,
    ...[...request.headers].filter(([name]) => !hint.test(name) && !ignoreHeaders.has(name)),
  ]);
}

function sameAtHome({ url, mode, credentials }: Request): boolean {
  return isOwn(url) && mode !== 'same-origin' && credentials !== 'omit';
}
