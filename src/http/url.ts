// URLs and their parts. A function that cuts the text of a URL gets one that a parser has serialised.

/** The URL without its fragment, which is never sent. (RFC 9110, section 7.1) */
export const withoutFragment = (url: string): string => {
  const at = url.indexOf('#');
  return at < 0 ? url : url.slice(0, at);
};

/** Returns an absolute address. Returns text that is no address as it is. */
export const absolute = (address: string, base: string): string =>
  URL.canParse(address, base) ? new URL(address, base).href : address;

/** Returns an address without the user that it may name, as in `https://user:password@host/`. No `Request` takes one. */
export const withoutUser = (address: string, base?: string): URL =>
  Object.assign(new URL(address, base), { username: '', password: '' });

/** True for a URL that HTTP serves. */
export const isHttp = (url: string): boolean => /^https?:/.test(url);

/** True for URLs that differ at most in their fragments. */
export const isSameUrl = (one: string, other: string): boolean =>
  withoutFragment(one) === withoutFragment(other);

/** The URL without query and fragment. */
export const withoutQuery = (url: string): string => url.replace(/[?#].*/s, '');

/** Stands for any text in the URL of a pattern. In a host, Chromium encodes a `*`, and Firefox refuses it. */
const anyText = 'any--text';

/**
 * Returns the URL of a pattern, with a text for each `*` and each placeholder such as `{z}`, which browsers can parse.
 * Returns undefined when no URL of HTTP can match.
 */
export function patternUrl(pattern: string, base: string): URL | undefined {
  const text = pattern.replace(/\{[^{}]*\}|\*/g, anyText);
  const url = text && URL.canParse(text, base) ? new URL(text, base) : undefined;
  return url && /^(https?|(http)?\*):\/\//.test(starred(url.href)) ? url : undefined;
}

/** A part of the URL of such a pattern, with a `*` for each of them. */
export const starred = (part: string): string => part.replaceAll(anyText, '*');

/** The origin of a URL. Text without an authority, such as an empty referrer, is returned as it is. */
export const originOf = (url: string): string => /^[\w+.-]+:\/\/[^/?#]*/.exec(url)?.[0] ?? url;
