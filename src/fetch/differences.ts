// The differences that keep two requests apart, by name.

import { isSameUrl } from '../http/url.ts';
import type { ClosedBy } from './in-flight.ts';
import type { LaunchRecord } from './log.ts';
import { keyMembers, platform } from './members.ts';

/** A request that was sent. */
interface Launched {
  readonly record: LaunchRecord;
  /** Why no call can join it. */
  readonly closedBy: ClosedBy | undefined;
}

/**
 * Returns why a launch did not join another flight for the same method and URL: why the latest flight of its key takes no
 * caller, or else its differences from the latest one. Returns undefined when there is no other. All of `like` have that
 * URL.
 */
export function keptApart(
  { record: { key, request } }: Launched,
  like: Iterable<Launched>,
  ignoreHeaders: ReadonlySet<string>,
): readonly string[] | undefined {
  let closed: ClosedBy | undefined;
  let latest: Request | undefined;
  for (const { record, closedBy } of like) {
    if (record.request === request || record.request.method !== request.method) continue;
    if (closedBy && record.key === key) closed = closedBy;
    else latest = record.request;
  }
  return closed ? [closed] : latest && differences(latest, request, ignoreHeaders);
}

/**
 * Returns the differences of two requests: `url`, members such as `credentials`, headers in lower case. Returns `key` when
 * only the option `key` sees a difference.
 */
export function differences(one: Request, other: Request, ignoreHeaders: ReadonlySet<string>): string[] {
  const [a, b] = [partsOf(one), partsOf(other)];
  const names = Object.keys({ ...a, ...b }).filter((name) => a[name] !== b[name] && !ignoreHeaders.has(name));
  if (!isSameUrl(one.url, other.url)) names.unshift('url');
  return names.length ? names : ['key'];
}

type Parts = Readonly<Record<string, unknown>>;

const partsOf = (request: Request): Parts => {
  const members = [...keyMembers, ...platform().shown].map((name) => [name, request[name as keyof Request]]);
  return Object.fromEntries([...members, ...request.headers]);
};
