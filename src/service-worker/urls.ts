// Addresses as requests have them: parsed and written out by the browser already, so that cutting will do.

/** The origin of a URL; of what is none, such as the empty referrer, the thing itself. */
export const originOf = (url: string): string => /^\w+:\/\/[^/]*/.exec(url)?.[0] ?? url;

/** The URL belongs to the worker's own origin. */
export const isOwn = (url: string): boolean => originOf(url) === self.location.origin;

/** A URL without its fragment, which no server sees. */
export const bare = (url: string): string => url.replace(/#.*/, '');

const withoutQuery = (url: string) => url.replace(/[?#].*/s, '');

/** The URLs differ in nothing but query and fragment. */
export const sameResource = (one: { url: string }, other: { url: string }): boolean =>
  withoutQuery(one.url) === withoutQuery(other.url);

/** The default fence: the URL of a write does not tell what the write changes. */
export const sameOrigin = (one: { url: string }, other: { url: string }): boolean =>
  originOf(one.url) === originOf(other.url);

/** True for methods that promise to change nothing. (RFC 9110, section 9.2.1) */
export const isSafe = (method: string): boolean => /^(GET|HEAD|OPTIONS|TRACE)$/.test(method);
