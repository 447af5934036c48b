// The requests that `match` names. The worker finds them, or, when `match` has only URLs, the browser before it starts
// the worker.

import { patternUrl, starred } from '../http/url.ts';
import { misuse } from '../options/check.ts';

/**
 * Names the requests that go through the worker: a URL, absolute or relative to the worker's file; a RegExp for the whole URL;
 * or a function. In a URL, `*` and placeholders such as `{z}` stand for any text. A URL without a query matches every
 * query.
 */
export type Match = string | RegExp | ((request: Request) => boolean);

function urlOf(match: string): URL {
  const url = patternUrl(match, self.location.href);
  if (url) return url;
  throw misuse('`match` to be a URL with `*` for anything', match);
}

/** Returns origin, path and query. A `*` in one of them does not match another one. */
const partsOf = (url: string): readonly string[] =>
  (/^([^/]*\/\/[^/?#]*|)([^?#]*)([^#]*)/.exec(url) as readonly string[]).slice(1);

/** Returns a test for texts with these pieces in this order. It takes linear time. */
function glob(pattern: string): (text: string) => boolean {
  const [first = '', ...middle] = pattern.split('*');
  const last = middle.pop();
  if (last === undefined) return (text) => text === first;
  return (text) => {
    let at = text.startsWith(first) ? first.length : Infinity;
    for (const piece of middle) {
      const found = text.indexOf(piece, at);
      at = found < at ? Infinity : found + piece.length;
    }
    return at + last.length <= text.length && text.endsWith(last);
  };
}

/** Returns a test for the requests that a match names. */
export function tester(match: Match): (request: Request) => boolean {
  if (typeof match === 'function') return match;
  // Not `test`, because a global expression would remember its last position.
  if (match instanceof RegExp) return ({ url }) => url.search(match) >= 0;
  const globs = partsOf(starred(urlOf(match).href)).map((part) => glob(part || '*'));
  return ({ url }) => partsOf(url).every((part, at) => globs[at]?.(part));
}

/** Returns the pattern of a static route. All characters except `*` stand for themselves. */
export function patternOf(match: string): URLPatternInit {
  const { protocol, hostname, port, pathname, search } = urlOf(match);
  const literal = (text: string) => starred(text).replace(/[\\:{}()+?]/g, '\\$&');
  const host = literal(hostname);
  return {
    protocol: literal(protocol.slice(0, -1)),
    hostname: host,
    // A `*` at the end of the host stands for the port, too.
    port: port || (host.endsWith('*') ? '*' : ''),
    pathname: literal(pathname) || '*',
    search: literal(search.slice(1)) || '*',
  };
}
