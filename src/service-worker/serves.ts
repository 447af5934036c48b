import { varies } from '../http/vary.ts';

// A request may get another request's answer only if the browser would have let its own answer through.

/** `Origin` in a `Vary`: all clients of the worker have one, whether the worker sees it or not. */
const origin = /(^|,)\s*origin\s*(?=,|$)/gi;

/** The mode in a `Vary`: no worker sees the header. */
const mode = /(^|,)\s*sec-fetch-mode\s*(,|$)/i;

const alike = (one: Request, other: Request) =>
  one.mode === other.mode && one.credentials === other.credentials;

/**
 * Returns true when this request may use the leader's answer. If not, it sends its own request. Both have the same key,
 * so they ask for the same and treat redirects alike.
 */
export function serves(response: Response, leader: Request, request: Request): boolean {
  if (leader === request) return true;
  const vary = response.headers.get('vary') ?? '';
  return (
    (fromHome(response.type) || alike(leader, request)) &&
    (leader.mode === request.mode || !mode.test(vary)) &&
    !varies(vary.replace(origin, ''), leader, request)
  );
}

/**
 * Returns true when the leader's failure is this request's failure, too. It is not when their modes or credentials
 * differ, or when the leader was aborted.
 */
export function sharesFailure(leader: Request, request: Request): boolean {
  return alike(leader, request) && !leader.signal.aborted;
}

/** True for an answer of the worker's own origin, where modes and credentials make no difference. */
const fromHome = (type: ResponseType) => type === 'basic' || type === 'default';
