import { textOf } from '../http/text.ts';
import { withoutFragment } from '../http/url.ts';
import { keyMembers, platform } from './members.ts';
import { identityOf } from './sent-call.ts';

/** The parts of a call that its key is made from. */
export interface Identified {
  /** The URL that it asks for: relative where the platform has no base. */
  readonly url: string;
  /**
   * Returns a request with all members and their defaults, the same one each time. Its URL is always absolute. For a
   * plain call it is made when it is first needed, because it is a good part of what a call costs.
   */
  readonly request: () => Request;
  /** The caller's own request, if there is one. A copy loses members that only some platforms have. */
  readonly source?: Request | undefined;
  /** True for a call that has only a URL. */
  readonly isPlain?: boolean;
}

/**
 * Returns the key. Requests with equal keys are the same request: equal URL without fragment, equal members that decide
 * how the answer is fetched, and equal headers. The rest is a list that begins with the method, so a key cannot be split in
 * two ways. A `Headers` object iterates in lower case and in order, so case and order of names do not matter.
 */
export function keyOf(asked: Identified, ignoreHeaders: ReadonlySet<string>): string {
  const members = asked.isPlain
    ? (plainMembers ??= membersOf(asked, ignoreHeaders))
    : membersOf(asked, ignoreHeaders);
  return `${withoutFragment(asked.url)} ${members}`;
}

/** The members of all calls that have only a URL. Reading them from each request would cost a lone call too much. */
let plainMembers: string | undefined;

function membersOf({ request: read, source }: Identified, ignoreHeaders: ReadonlySet<string>): string {
  const request = read();
  const headers = [...request.headers].filter(([name]) => !ignoreHeaders.has(name));
  // A platform may show objects, such as the `cf` of workerd. As text, all of them would be equal.
  const shown = platform().shown.map((name) => identityOf((source ?? request)[name as keyof Request]));
  // A platform always shows the same members, so only headers differ in number.
  return textOf([...keyMembers.map((name) => request[name]), ...shown, ...headers.flat()]);
}
