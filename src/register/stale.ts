import { version, type WorkerStats } from '../protocol/messages.ts';
import { ask } from './ask.ts';
import type { Within } from './deadline.ts';
import { command } from './failure.ts';
import { reach } from './reach.ts';

/** Whether one version is older than another; what is no version is older than any. */
export function isOlder(one: string | undefined, other: string): boolean {
  const [a, b] = [parts(one), parts(other)];
  const at = a.findIndex((part, index) => part !== b[index]);
  return at >= 0 && !((a[at] ?? 0) > (b[at] ?? 0));
}

const parts = (version = '') => /^(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number) ?? [-1];

/**
 * The version of a worker's file. That of the active worker is the file's, unless it is older than the library: then
 * the file may be newer, and its worker wait for the tabs to be closed. So the browser looks for an update.
 */
export async function versionOfFile(
  registration: ServiceWorkerRegistration,
  active: WorkerStats | undefined,
  within: Within,
): Promise<string | undefined> {
  if (!active) return version;
  if (!isOlder(active.version, version)) return active.version;
  try {
    await within(registration.update(), 'No update was looked for');
    const next = registration.installing ?? registration.waiting;
    if (!next) return active.version;
    await within(reach(next, ['installed', 'activating', 'activated']), 'The update was not installed');
    return (await ask<WorkerStats>(next, { type: 'coflight:stats' }, within)).version;
  } catch {
    // Offline, for one. A warning that may be wrong helps nobody.
    return version;
  }
}

/** Says once that a copied worker was left behind by an update of the library, and how to mend it. */
export function warnIfStale(file: string, theirs: string | undefined): boolean {
  const stale = isOlder(theirs, version);
  // The one message of this library to a console: nothing fails, so no result or event would be looked at.
  // biome-ignore lint/suspicious/noConsole: see above
  if (stale) console.warn(`${file} is older (${theirs}) than coflight ${version}. Run: ${command}`);
  return stale;
}
