import { isOwn } from './is-own.ts';

/** Client hints that no server has to ask for. */
const asked = /^sec-ch-(?!ua(-mobile|-platform)?$)/;

/**
 * The request as the page would have sent it, and stoppable. A rebuilt request forgets its referrer and gets the
 * worker's URL instead, so it is passed back. What cannot be passed back is the referrer of another origin's style
 * sheet, and the client hints that a server asked for: such a request goes out as it is.
 */
export function outgoing(request: Request, signal: AbortSignal): Request {
  const { referrer, referrerPolicy, headers } = request;
  const foreign = /^https?:/.test(referrer) && !isOwn(referrer);
  if (foreign || [...headers.keys()].some((name) => asked.test(name))) return request;
  return new Request(request, { signal, referrer, referrerPolicy });
}
