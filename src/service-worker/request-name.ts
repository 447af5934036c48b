// The cancel channel on the worker's side: which request a page names.

import { memberNames, type RequestName } from '../protocol/messages.ts';

/** Milliseconds within which a request has most likely reached a worker that was running. */
const wayTimeout = 100;

/** Headers that browsers add. */
const added = /^(accept(-language)?|dnt|origin|save-data|sec-.*|user-agent)$/;

/**
 * Returns true when the page names this request, and its browser can be asked whether a caller waits for it. That takes
 * a request that follows redirects and has no fragment.
 */
export function isNamed(request: Request, name: RequestName): boolean {
  const { headers, referrer, referrerPolicy } = name;
  return (
    request.redirect === 'follow' &&
    !request.url.includes('#') &&
    memberNames.every((member) => (name[member] ?? request[member]) === request[member]) &&
    // A policy shortens the referrer. When the page names no policy, that of its document applies.
    (referrer ?? request.referrer).startsWith(request.referrer) &&
    (referrerPolicy || request.referrerPolicy) === request.referrerPolicy &&
    (!headers || sameHeaders(headersOf(headers), request.headers))
  );
}

/** Returns the items that pass a test, or all items when none passes it. */
function prefer<One>(all: readonly One[], test: (one: One) => boolean): readonly One[] {
  const some = all.filter(test);
  return some.length ? some : all;
}

/** A request that came to the worker at that time, in milliseconds since 1970. */
interface Candidate {
  readonly request: Request;
  readonly time: number;
  /** The time of an abort that named it before. */
  readonly abortTime?: number;
  readonly transfer: { readonly waiting: ReadonlySet<unknown> };
}

/** A name may fit several requests. Returns the one that the page has most likely sent and aborted at these times. */
export function likeliest<One extends Candidate>(
  named: readonly One[],
  sent: number,
  aborted: number,
): One | undefined {
  const far = ({ time }: One) => Math.abs(time - sent);
  const near = prefer(named, (one) => far(one) <= wayTimeout);
  const waiting = prefer(near, (one) => one.transfer.waiting.has(one));
  const unnamed = prefer(waiting, ({ abortTime }) => abortTime === undefined);
  // When the page names no policy, that of its document applies: this one, unless the site sets another.
  const usual = prefer(unnamed, (one) => one.request.referrerPolicy === 'strict-origin-when-cross-origin');
  const before = prefer(usual, ({ time }) => time <= aborted);
  return [...before].sort((one, other) => far(one) - far(other))[0];
}

/** Returns the headers; undefined when no request can have them. */
function headersOf(headers: NonNullable<RequestName['headers']>): Headers | undefined {
  try {
    return new Headers(headers as [string, string][]);
  } catch {
    return;
  }
}

function sameHeaders(named: Headers | undefined, sent: Headers): boolean {
  return (
    !!named &&
    [...new Set([...named.keys(), ...sent.keys()])].every((name) =>
      named.has(name) ? named.get(name) === sent.get(name) : added.test(name),
    )
  );
}
