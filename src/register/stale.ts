import { version } from '../protocol/messages.ts';
import { command } from './failure.ts';

/** Whether one version is older than another; what is no version is older than any. */
export function isOlder(one: string | undefined, other: string): boolean {
  const [a, b] = [parts(one), parts(other)];
  const at = a.findIndex((part, index) => part !== b[index]);
  return at >= 0 && !((a[at] ?? 0) > (b[at] ?? 0));
}

const parts = (version = '') => /^(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number) ?? [-1];

/** Says once that a copied worker was left behind by an update of the library, and how to mend it. */
export function warnIfStale(file: string, theirs: string | undefined): boolean {
  const stale = isOlder(theirs, version);
  // The one message of this library to a console: nothing fails, so no result or event would be looked at.
  // biome-ignore lint/suspicious/noConsole: see above
  if (stale) console.warn(`${file} is older (${theirs}) than coflight ${version}. Run: ${command}`);
  return stale;
}
