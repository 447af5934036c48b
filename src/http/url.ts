// Parts of URLs. The URLs have been parsed and serialised before, so cutting the text is enough.

/** The URL without its fragment, which is never sent. (RFC 9110, section 7.1) */
export const withoutFragment = (url: string): string => {
  const at = url.indexOf('#');
  return at < 0 ? url : url.slice(0, at);
};

/** Returns an absolute address. Returns text that is no address as it is. */
export const absolute = (address: string, base: string): string =>
  URL.canParse(address, base) ? new URL(address, base).href : address;

/** True for a URL that HTTP serves. */
export const isHttp = (url: string): boolean => /^https?:/.test(url);

/** True for URLs that differ at most in their fragments. */
export const isSameUrl = (one: string, other: string): boolean =>
  withoutFragment(one) === withoutFragment(other);

/** The URL without query and fragment. */
export const withoutQuery = (url: string): string => url.replace(/[?#].*/s, '');

/** The URL of a pattern, with `*` for each placeholder such as `{z}`. */
export const starred = (pattern: string): string => pattern.replace(/\{[^{}]*\}/g, '*');

/** The origin of a URL. Text without an authority, such as an empty referrer, is returned as it is. */
export const originOf = (url: string): string => /^[\w+.-]+:\/\/[^/?#]*/.exec(url)?.[0] ?? url;
