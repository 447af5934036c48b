// A request may get another request's answer only if the browser would have let its own answer through.

import { type Compared, varies } from '../http/vary.ts';

const alike = (one: Request, other: Request) =>
  one.mode === other.mode && one.credentials === other.credentials;

/**
 * Returns what `Vary` compares. A worker does not see `Sec-Fetch-Mode`, so the mode stands for it. All clients have one
 * `Origin`, which a worker sees of some requests alone, so it never differs.
 */
const sentBy = ({ headers, mode, referrer }: Request): Compared => ({
  referrer,
  headers: {
    get: (name) => (name === 'origin' ? '' : name === 'sec-fetch-mode' ? mode : headers.get(name)),
  },
});

/**
 * Returns true when this request may use the leader's answer. If not, it sends its own request. Both have the same key,
 * so they ask for the same and treat redirects alike.
 */
export const serves = ({ type, headers }: Response, leader: Request, request: Request): boolean =>
  leader === request ||
  ((isSameOrigin(type) || alike(leader, request)) &&
    !varies(headers.get('vary'), sentBy(leader), sentBy(request)));

/**
 * Returns true when the leader's failure is this request's failure, too. It is not when their modes or credentials
 * differ, or when the leader was aborted.
 */
export const sharesFailure = (leader: Request, request: Request): boolean =>
  alike(leader, request) && !leader.signal.aborted;

/** True for an answer of the worker's own origin, where modes and credentials make no difference. */
const isSameOrigin = (type: ResponseType) => type === 'basic' || type === 'default';
