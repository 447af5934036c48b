// Makes requests of what a call gives, also where the platform has no base for relative URLs.

import { isHttp } from '../http/url.ts';
import { bare } from '../response/bare.ts';
import { baseUrl, unknownBase } from './base-url.ts';
import { isRequest } from './brand.ts';
import { methodOf, urlOf } from './input.ts';

const relatives = /* @__PURE__ */ new WeakSet<Request>();

/** True for a request whose URL is relative to an unknown base. */
export const isRelative = (request: Request): boolean => relatives.has(request);

/**
 * Makes a request with an absolute URL. Where the platform has no base, as in Node, a relative URL gets a base that never
 * resolves.
 */
export function requestOf(input: string | Request, init?: RequestInit): Request {
  try {
    const request = new Request(input, init);
    // The `Request` of a polyfill, such as whatwg-fetch, keeps a relative URL as it is.
    if (isRequest(input) || isHttp(request.url)) return request;
  } catch (error) {
    if (isRequest(input)) throw error;
  }
  const base = baseUrl();
  const request = new Request(new URL(input, base ?? unknownBase), init);
  if (!base) relatives.add(request);
  return request;
}

/**
 * Returns a request for the call without its body; undefined when no request can be made from the call. Its URL is
 * relative to an unknown base when only `fetch` can tell it.
 */
export function withoutBody(input: unknown, init: RequestInit): Request | undefined {
  const headers = init.headers ?? (isRequest(input) ? input.headers : {});
  try {
    const url = urlOf(input) ?? (Object(input) as Request).url;
    const request = requestOf(url ?? unknownBase, bare({ method: methodOf(input, init), headers }));
    if (url === undefined) relatives.add(request);
    return request;
  } catch {
    return;
  }
}
