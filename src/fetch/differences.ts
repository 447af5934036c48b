// What keeps two requests apart, by name.

import type { ClosedBy } from './in-flight.ts';
import type { LaunchRecord } from './log.ts';
import { keyMembers, platform } from './members.ts';

/** A request that was sent. */
interface Launched {
  readonly record: LaunchRecord;
  /** Why nobody can join it. */
  readonly closedBy: ClosedBy | undefined;
}

/**
 * Returns what kept a launch from joining the latest one of the others for the same method and URL: what they differ
 * in, or why it takes nobody. Undefined where there is none.
 */
export function keptApart(
  { record: { key, url, request } }: Launched,
  others: Iterable<Launched>,
  ignoreHeaders: ReadonlySet<string>,
): readonly string[] | undefined {
  let differs: readonly string[] | undefined;
  for (const { record, closedBy } of others)
    if (record.url === url && record.request !== request && record.request.method === request.method)
      differs =
        closedBy && record.key === key ? [closedBy] : differences(record.request, request, ignoreHeaders);
  return differs;
}

/** Returns what two requests differ in, beside their URLs: members such as `credentials`, and headers in lower case. */
export function differences(one: Request, other: Request, ignoreHeaders: ReadonlySet<string>): string[] {
  const [a, b] = [one, other].map(partsOf) as [Parts, Parts];
  return Object.keys({ ...a, ...b }).filter((name) => a[name] !== b[name] && !ignoreHeaders.has(name));
}

type Parts = Readonly<Record<string, unknown>>;

const partsOf = (request: Request): Parts => {
  const members = [...keyMembers, ...platform().shown].map((name) => [name, request[name as keyof Request]]);
  return Object.fromEntries([...members, ...request.headers]);
};
