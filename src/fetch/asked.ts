// The URL, the method and the headers of a call, read without using its body.

import { isHttp } from '../http/url.ts';
import { bare } from '../response/bare.ts';
import { isRequest, isUrl } from './brand.ts';

/** The base of relative URLs where the platform has no base: a name that never resolves. (RFC 2606) */
export const unknownBase = 'http://relative.invalid/';

const relatives = /* @__PURE__ */ new WeakSet<Request>();

/** True for a request whose URL is relative to an unknown base. */
export const isRelative = (request: Request): boolean => relatives.has(request);

/** Whether requests may have relative URLs on this platform. */
let takesRelative: boolean | undefined;

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

function baseUrl(): string | undefined {
  if (takesRelative === undefined)
    try {
      takesRelative = !!new Request('.');
    } catch {
      takesRelative = false;
    }
  return takesRelative ? (globalThis.document?.baseURI ?? globalThis.location?.href) : undefined;
}

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
