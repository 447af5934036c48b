import type { Maker } from './maker.ts';

/** Headers by lower-case name with the value that the browser itself gives them. */
export type Usual = ReadonlyMap<string, string | undefined>;

/**
 * Headers that only a browser sets, and that may differ between identical calls. They are about cookies, connections,
 * conditions from its cache, client hints, priorities, and the origin of a request.
 */
const ofBrowser =
  /^(?:sec-.*|proxy-.*|cookie2?|host|connection|keep-alive|te|content-length|accept-encoding|origin|referer|priority|purpose|x-purpose|x-client-data|dnt|upgrade-insecure-requests|if-none-match|if-modified-since)$/;

/** Headers that a reload, or "Disable cache" in the developer tools, adds to every request. */
const ofReload: ReadonlyMap<string, RegExp> = new Map([
  ['cache-control', /^(?:no-cache|max-age=0)$/],
  ['pragma', /^no-cache$/],
]);

/** Returns the headers that the page has set, and `accept`, which says what kind of answer is wanted. */
export function ownHeadersOf(headers: Headers, maker: Maker, usual: Usual): Headers {
  const own = new Headers(headers);
  for (const [name, value] of headers)
    if (ofBrowser.test(name) || ofReload.get(name)?.test(value) || usual.get(name) === value)
      own.delete(name);
  // Of requests of a worker, Chromium's tools record only the headers that the page has set.
  if (!own.has('accept') && (maker === 'fetch' || maker === 'xhr')) own.set('accept', '*/*');
  return own;
}
