// The URL and the method of a call, read without using its body.

import { isRequest, isUrl } from './brand.ts';

/** Returns the URL of a string, a URL or a `Request`. Reads no other value, because only `fetch` may convert those. */
export function urlOf(input: unknown): string | undefined {
  if (isRequest(input)) return input.url;
  return typeof input === 'string' || isUrl(input) ? `${input}` : undefined;
}

/** Returns the method of a call. Requests of another kind, such as those of `node-fetch`, have it in the same member. */
export function methodOf(input: unknown, init: RequestInit | null | undefined): string {
  if (init?.method !== undefined) return `${init.method}`;
  return (Object(input) === input && (input as Request).method) || 'GET';
}
