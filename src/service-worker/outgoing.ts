import { isHttp } from '../http/url.ts';
import { isOwn } from './is-own.ts';

/** Client hints that a browser sends only after a server has asked for them. */
const requestedHint = /^sec-ch-(?!ua(-mobile|-platform)?$)/;
/** The old names of such hints. Only a request without cors loses them: a page may set them for others. */
const oldHint = /^(device-memory|downlink|dpr|ect|rtt|(viewport-)?width)$/;

/** The requests that flights have sent. */
const launched = /* @__PURE__ */ new WeakSet<Request>();

/** True for a request that a flight has sent. A second flight of it would wait twice for one body. */
export const isOutgoing = (request: Request): boolean => launched.has(request);

/**
 * Returns the request as the page would have sent it, with a signal. A rebuilt request gets the worker's URL as its
 * referrer, so the referrer is set again. Two values cannot be set again: the referrer of another origin's style sheet,
 * and client hints that a server asked for. Such a request is sent as it is.
 */
export function outgoing(request: Request, signal: AbortSignal): Request {
  const { referrer, referrerPolicy, headers, mode } = request;
  const foreign = isHttp(referrer) && !isOwn(referrer);
  const isLost = (name: string) => requestedHint.test(name) || (mode === 'no-cors' && oldHint.test(name));
  const isKept = foreign || [...headers.keys()].some(isLost);
  const sent = isKept ? request : new Request(request, { signal, referrer, referrerPolicy });
  launched.add(sent);
  return sent;
}
