/** The fragment is never sent. */
export const withoutFragment = (url: string): string => url.replace(/#.*/, '');

/**
 * What makes two requests the same: method, URL without fragment, and all that decides how the answer is
 * fetched or what the server sees. As JSON, so that no two requests can write the same key. A `Headers` object
 * iterates in lower case and in order, so neither case nor order of names matters.
 */
export function keyOf(request: Request, ignoreHeaders: ReadonlySet<string>): string {
  return JSON.stringify([
    request.method,
    withoutFragment(request.url),
    request.mode,
    request.credentials,
    request.cache,
    request.redirect,
    request.referrer,
    request.referrerPolicy,
    request.integrity,
    ...[...request.headers].filter(([name]) => !ignoreHeaders.has(name)),
  ]);
}
