import { varies } from '../http/vary.ts';

// A request may be answered with what another brought back only where its own would have been let through.

const alike = (one: Request, other: Request) =>
  one.mode === other.mode && one.credentials === other.credentials;

/**
 * Whether what the leader was answered may serve this request too; it fetches its own where not. The key has seen
 * to it that both handle redirects alike, and ask for the same.
 */
export function serves(response: Response, leader: Request, request: Request): boolean {
  if (leader === request) return true;
  return (
    (fromHome(response.type) || alike(leader, request)) &&
    !varies(response.headers.get('vary'), leader, request)
  );
}

/** Whether a failure of the leader's request is this one's too: not where other rules apply, or only it was aborted. */
export function fails(leader: Request, request: Request): boolean {
  return alike(leader, request) && !leader.signal.aborted;
}

/** No other origin had a say: modes and credentials came to the same. */
const fromHome = (type: ResponseType) => type === 'basic' || type === 'default';
