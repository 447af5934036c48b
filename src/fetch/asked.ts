// What a call asks for, as far as it can be told without using its body up.

import { isRequest, isUrl } from './brand.ts';

/** The base of relative URLs where the platform has none: a name that never resolves. (RFC 2606) */
export const unknownBase = 'http://relative.invalid/';

const relatives = /* @__PURE__ */ new WeakSet<Request>();

/** True for a request whose URL is relative to a base that nobody knows. */
export const isRelative = (request: Request): boolean => relatives.has(request);

/** Makes a request. Where the platform has no base, as in Node, a relative URL gets one that never resolves. */
export function requestOf(input: string | Request, init: RequestInit = {}): Request {
  try {
    return new Request(input, init);
  } catch (error) {
    if (typeof input !== 'string') throw error;
    const request = new Request(new URL(input, unknownBase), init);
    relatives.add(request);
    return request;
  }
}

/** The URL of a string, a URL or a `Request`. Anything else is not read: `fetch` makes it a string once. */
export function urlOf(input: unknown): string | undefined {
  if (isRequest(input)) return input.url;
  return typeof input === 'string' || isUrl(input) ? `${input}` : undefined;
}

/** The method of a call. */
export const methodOf = (input: unknown, init: RequestInit | null | undefined): string =>
  init?.method ?? (isRequest(input) ? input.method : 'GET');

/** A call without its body; undefined for one that no request can be made of. */
export function withoutBody(input: unknown, init: RequestInit): Request | undefined {
  const headers = init.headers ?? (isRequest(input) ? input.headers : {});
  try {
    return requestOf(urlOf(input) ?? '', { method: methodOf(input, init), headers });
  } catch {
    return;
  }
}
