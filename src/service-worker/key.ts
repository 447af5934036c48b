import { textOf } from '../http/text.ts';
import { originOf, withoutFragment } from '../http/url.ts';
import { isOwn } from './is-own.ts';

/**
 * Headers that browsers add for some kinds of clients alone. Chromium's dedicated workers send no client hints. All
 * clients have one origin, and Chromium shows it for an `<img crossorigin>`, but not for a `fetch`.
 */
const added = /^(origin$|sec-ch-)/;

/** True for scripts, workers and style sheets: their content may depend on the URL of the answer, also on its fragment. */
export const isLocated = ({ destination }: Request): boolean => /script|style|work|xslt/.test(destination);

/**
 * Returns the key. Requests of the origin's clients with equal keys are the same request. The path of the asking page
 * is not part of the key, only its origin and policy are. Modes and credentials that make no difference at the
 * worker's own origin count as one, so that an `<img>` and a `fetch` can share. When the answer shows that they do make
 * a difference, `serves` returns false.
 */
export function keyOf(request: Request, ignoreHeaders: ReadonlySet<string>): string {
  return textOf([
    isLocated(request) ? request.url : withoutFragment(request.url),
    ...(isModeFree(request) ? ['', ''] : [request.mode, request.credentials]),
    request.redirect,
    request.integrity,
    originOf(request.referrer),
    request.referrerPolicy,
    ...[...request.headers].filter(([name]) => !added.test(name) && !ignoreHeaders.has(name)).flat(),
  ]);
}

function isModeFree({ url, mode, credentials }: Request): boolean {
  return isOwn(url) && mode !== 'same-origin' && credentials !== 'omit';
}
