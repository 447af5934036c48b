import { textOf } from '../http/text.ts';
import { withoutFragment } from '../http/url.ts';
import { misuse } from '../options/check.ts';
import { keyMembers, platform } from './members.ts';
import type { FetchOptions } from './options.ts';

/** The parts of a call that its key is made of. */
export interface Asked {
  readonly url: string;
  readonly request: () => Request;
  /** The caller's own request, if there is one. A copy loses members that only some platforms have. */
  readonly source?: Request | undefined;
  /** True for a call that has only a URL. */
  readonly isPlain?: boolean;
}

/**
 * Returns the key. Requests with equal keys are the same request: equal URL without fragment, equal members that decide
 * how the answer is fetched, and equal headers. A URL has no space and the rest is JSON, so different requests never
 * have equal keys. A `Headers` object iterates in lower case and in order, so case and order of names do not matter.
 *
 * `url` is the URL that the call asks for: relative where the platform has no base.
 */
export function keyOf(asked: Asked, ignoreHeaders: ReadonlySet<string>): string {
  const members = asked.isPlain
    ? (plainMembers ??= membersOf(asked, ignoreHeaders))
    : membersOf(asked, ignoreHeaders);
  return `${withoutFragment(asked.url)} ${members}`;
}

/** Returns the key that the option `key` makes of the default one. It keeps GET and HEAD apart. */
export function chosenKeyOf(
  asked: Asked,
  ignoreHeaders: ReadonlySet<string>,
  choose: FetchOptions['key'],
): string {
  const key = keyOf(asked, ignoreHeaders);
  if (!choose) return key;
  const request = asked.request();
  const chosen: unknown = choose(request, key);
  if (typeof chosen !== 'string') throw misuse('`key` to return a string', chosen);
  return `${request.method} ${chosen}`;
}

/** The members of all calls that have only a URL. Reading them from each request would cost a lone call too much. */
let plainMembers: string | undefined;

function membersOf({ request: read, source }: Asked, ignoreHeaders: ReadonlySet<string>): string {
  const request = read();
  const headers = [...request.headers].filter(([name]) => !ignoreHeaders.has(name));
  const shown = platform().shown.map((name) => (source ?? request)[name as keyof Request]);
  // A platform always shows the same members, so only headers differ in number.
  return textOf([...keyMembers.map((name) => request[name]), ...shown, ...headers.flat()]);
}
