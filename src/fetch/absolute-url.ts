import { baseUrl } from './base-url.ts';

/** The URL that was parsed last. Calls that share a request ask for one URL, often one after the other. */
let parsed: { readonly url: string; readonly base: string | undefined; readonly href: string } | undefined;

/**
 * Returns the URL that a `Request` of nothing but this URL would have, without its cost. Undefined for a URL that only
 * a `Request` can judge: a relative one without a base, one with credentials, one of another scheme.
 */
export function absoluteUrl(url: string): string | undefined {
  const base = /^https?:\/\//i.test(url) ? undefined : baseUrl();
  if (parsed?.url === url && parsed.base === base) return parsed.href;
  try {
    const { href } = new URL(url, base);
    if (!/^https?:[^@]*$/.test(href)) return;
    parsed = { url, base, href };
    return href;
  } catch {
    return;
  }
}
