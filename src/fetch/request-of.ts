// Makes requests of what a call gives, also where the platform has no base for relative URLs.

import { bare } from '../http/bare.ts';
import { isHttp } from '../http/url.ts';
import { baseUrl, unknownBase } from './base-url.ts';
import { isRequest } from './brand.ts';
import { methodOf, urlOf } from './input.ts';
import { forgetsReferrer, keyMembers } from './members.ts';

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
  const source = isRequest(input) ? input : undefined;
  const headers = init.headers ?? source?.headers ?? {};
  try {
    const url = urlOf(input) ?? (Object(input) as Request).url;
    const members = { method: methodOf(input, init), headers };
    const make = (more?: RequestInit) => requestOf(url ?? unknownBase, bare({ ...more, ...members }));
    let request: Request;
    try {
      request = make(otherMembers(source, init));
    } catch {
      request = make(); // no script can make a navigation
    }
    if (url === undefined) relatives.add(request);
    return request;
  } catch {
    return;
  }
}

/** Returns the members of a call beside its headers: those of its init, or else those of its `Request`. */
function otherMembers(source: Request | undefined, init: RequestInit): RequestInit {
  const kept = (name: keyof Request) =>
    /^referrer/.test(name) && forgetsReferrer(init) ? undefined : source?.[name];
  return Object.fromEntries(
    [...keyMembers, 'keepalive' as const].map((name) => [name, init[name as never] ?? kept(name)]),
  );
}
