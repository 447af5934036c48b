// The cancel channel, on the worker's side: which request a page means, and how to find out whether it is right.

import type { RequestName } from '../protocol/messages.ts';

const members = [
  'url',
  'method',
  'destination',
  'mode',
  'credentials',
  'cache',
  'redirect',
  'integrity',
] as const;

/** Headers that browsers add. */
const added = /^(accept(-language)?|dnt|origin|save-data|sec-.*|user-agent)$/;

/**
 * The page means this request by that name, and it can be asked whether anybody waits for it: browsers follow its
 * redirects, and have no use for a fragment of their own.
 */
export function isNamed(request: Request, name: RequestName): boolean {
  const { headers, referrer, referrerPolicy } = name;
  return (
    request.redirect === 'follow' &&
    !request.url.includes('#') &&
    members.every((member) => (name[member] ?? request[member]) === request[member]) &&
    // A policy cuts the referrer. Where the page names none, its document has one.
    (referrer ?? request.referrer).startsWith(request.referrer) &&
    (referrerPolicy || request.referrerPolicy) === request.referrerPolicy &&
    (!headers || sameHeaders(new Headers(headers as [string, string][]), request.headers))
  );
}

function sameHeaders(named: Headers, sent: Headers): boolean {
  return [...new Set([...named.keys(), ...sent.keys()])].every((name) =>
    named.has(name) ? named.get(name) === sent.get(name) : added.test(name),
  );
}

/** A redirect that every browser takes from a worker, for every request. */
export const redirectTo = (location: string): Response =>
  new Response(null, {
    status: 307,
    headers: {
      location,
      // WebKit asks for these at another origin.
      'access-control-allow-origin': self.location.origin,
      'access-control-allow-credentials': 'true',
    },
  });
