import { isHttp } from '../http/url.ts';
import { isOwn } from './is-own.ts';

/** Client hints that browsers send unasked. */
const asked = /^sec-ch-(?!ua(-mobile|-platform)?$)/;

/**
 * Returns the request as the page would have sent it, with a signal. A rebuilt request gets the worker's URL as its
 * referrer, so the referrer is set again. Two values cannot be set again: the referrer of another origin's style sheet,
 * and client hints that a server asked for. Such a request is sent as it is.
 */
export function outgoing(request: Request, signal: AbortSignal): Request {
  const { referrer, referrerPolicy, headers } = request;
  const foreign = isHttp(referrer) && !isOwn(referrer);
  if (foreign || [...headers.keys()].some((name) => asked.test(name))) return request;
  return new Request(request, { signal, referrer, referrerPolicy });
}
