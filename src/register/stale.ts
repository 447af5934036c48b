import { version, type WorkerStats } from '../protocol/messages.ts';
import { ask } from './ask.ts';
import type { Within } from './deadline.ts';
import { command } from './failure.ts';
import { installed } from './reach-state.ts';

/** Returns true when one version is older than another. Text that is no version is older than any version. */
export function isOlder(one: string, other: string): boolean {
  const [a, b] = [parts(one), parts(other)];
  const at = a.findIndex((part, index) => part !== b[index]);
  return at >= 0 && !((a[at] as number) > (b[at] as number));
}

const parts = (version: string) => /^(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number) ?? [-1];

/**
 * Finds out the version of the worker's file. Usually it is that of the active worker. When that is older than the
 * library, the file may be newer, and its worker may wait for the tabs to be closed. So the browser looks for an update
 * first.
 */
export async function versionOfFile(
  registration: ServiceWorkerRegistration,
  active: WorkerStats | undefined,
  within: Within,
): Promise<string> {
  if (!active) return version;
  if (!isOlder(active.version, version)) return active.version;
  try {
    await within(registration.update(), 'The file did not come');
    const next = registration.installing ?? registration.waiting;
    if (!next) return active.version;
    await within(installed(next), 'The update was not installed');
    return (await ask<WorkerStats>(next, { type: 'coflight:stats' }, within)).version;
  } catch {
    // The version is unknown, for example offline. A warning could be wrong.
    return version;
  }
}

/** The files that the page was warned about. */
const warned = /* @__PURE__ */ new Set<string>();

/** Warns once about a copied file that is older than the library, and names the command that updates it. */
export function warnIfStale(file: string, theirs: string): boolean {
  const stale = isOlder(theirs, version);
  if (!stale || warned.has(file)) return stale;
  warned.add(file);
  // The only message that this library writes to a console unasked: nothing fails, so no one would read a result.
  // biome-ignore lint/suspicious/noConsole: see above
  console.warn(`${file} is older (${theirs}) than coflight ${version}. Run: ${command}`);
  return true;
}
