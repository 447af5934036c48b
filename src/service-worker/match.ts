// What `match` names: told apart in the worker, and where it is all URLs, by the browser before the worker starts.

/**
 * Which requests go through the worker: a URL, absolute or of the worker's origin, in which `*` and placeholders
 * such as `{z}` stand for anything and which without a query means any query; an expression for the whole URL; or
 * a function.
 */
export type Match = string | RegExp | ((request: Request) => boolean);

const escaped = (text: string) => text.replace(/[\\^$.|?+()[\]{}]/g, '\\$&');

function urlOf(match: string): URL {
  const starred = match.replace(/\{\w+\}/g, '*');
  if (URL.canParse(starred, self.location.origin)) return new URL(starred, self.location.origin);
  throw new TypeError(`Expected \`match\` to be a URL with \`*\` for anything, got \`${match}\`.`);
}

function expressionOf({ protocol, host, pathname, search }: URL): RegExp {
  const at = `${protocol}//${escaped(host).replaceAll('*', '[^/]*')}`;
  return new RegExp(
    `^${at}${escaped(pathname + search).replaceAll('*', '.*')}${search ? '' : '(\\?.*)?'}(#.*)?$`,
  );
}

/** Whether a match names this request. */
export function tester(match: Match): (request: Request) => boolean {
  if (typeof match === 'function') return match;
  const expression = typeof match === 'string' ? expressionOf(urlOf(match)) : match;
  // Not `test`: a global expression would remember where it was.
  return ({ url }) => url.search(expression) >= 0;
}

/** The same for a static route. Everything but `*` is meant as it is written. */
export function patternOf(match: string): URLPatternInit {
  const { protocol, hostname, port, pathname, search } = urlOf(match);
  const literal = (text: string) => text.replace(/[\\:{}()+?]/g, '\\$&');
  return {
    protocol: protocol.slice(0, -1),
    hostname: literal(hostname),
    port,
    pathname: literal(pathname),
    ...(search && { search: literal(search.slice(1)) }),
  };
}
