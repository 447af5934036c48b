/** The fragment is never sent. */
export const withoutFragment = (url: string): string => url.replace(/#.*/, '');

/** What decides the answer beside URL and headers. */
export const fields = [
  'method',
  'mode',
  'credentials',
  'cache',
  'redirect',
  'referrer',
  'referrerPolicy',
  'integrity',
] as const;

/**
 * What makes two requests the same: URL without fragment, all that decides how the answer is fetched, and all
 * headers; as JSON after a URL, which has no blanks, so that no two requests can write the same key. A `Headers`
 * object iterates in lower case and in order, so neither case nor order of names matters.
 */
export function keyOf(request: Request, plain: boolean, ignoreHeaders: ReadonlySet<string>): string {
  const rest = plain ? (restOfPlain ??= restOf(request, ignoreHeaders)) : restOf(request, ignoreHeaders);
  return `${withoutFragment(request.url)} ${rest}`;
}

/** It is the same for all: to read it off each anew is felt by a lone call. */
let restOfPlain: string | undefined;

const restOf = (request: Request, ignoreHeaders: ReadonlySet<string>): string =>
  JSON.stringify([
    ...fields.map((field) => request[field]),
    ...[...request.headers].filter(([name]) => !ignoreHeaders.has(name)),
  ]);
