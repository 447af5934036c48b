import { isOwn } from './origin.ts';

/**
 * The request as the page would have sent it, and stoppable. A rebuilt request forgets its referrer and gets the
 * worker's URL instead, so it is passed back. That of a style sheet of another origin cannot be: such a request
 * goes out as it is, and only the reading of its body can be stopped.
 */
export function outgoing(request: Request, signal: AbortSignal): Request {
  const { referrer, referrerPolicy } = request;
  if (/^https?:/.test(referrer) && !isOwn(referrer)) return request;
  return new Request(request, { signal, referrer, referrerPolicy });
}
