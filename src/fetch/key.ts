import { withoutFragment } from '../http/url.ts';
import { keyMembers, platform } from './members.ts';

/** What a call asks for. */
export interface Asked {
  readonly url: string;
  readonly request: Request;
  /** The request that the caller gave, if any: a copy loses what only some platforms have. */
  readonly source: Request;
  /** True for a call made of a URL alone. */
  readonly isPlain?: boolean;
}

/**
 * Returns what makes two requests the same: the URL without its fragment, all that decides how the answer is
 * fetched, and all headers. The rest is JSON after the URL, which has no space, so no two requests write the same
 * key. A `Headers` object iterates in lower case and in order, so neither case nor order of names matters.
 *
 * `url` is what the call asks for: a relative URL where no base is known.
 */
export function keyOf(asked: Asked, ignoreHeaders: ReadonlySet<string>): string {
  const members = asked.isPlain
    ? (plainMembers ??= membersOf(asked, ignoreHeaders))
    : membersOf(asked, ignoreHeaders);
  return `${withoutFragment(asked.url)} ${members}`;
}

/** The same for all calls made of a URL alone: reading it from each request costs a lone call too much. */
let plainMembers: string | undefined;

function membersOf({ request, source }: Asked, ignoreHeaders: ReadonlySet<string>): string {
  const headers = [...request.headers].filter(([name]) => !ignoreHeaders.has(name));
  const shown = platform().shown.map((name) => source[name as keyof Request]);
  return JSON.stringify([...keyMembers.map((name) => request[name]), shown, ...headers]);
}
