// The tools run on a Node of their own, pinned by the lock file. On a bare Linux it may lack a library.

import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { platform } from 'node:process';
import { aptInstall, mayUseApt } from './apt.js';

/** Why that Node does not start; undefined where it does. */
function fault(folder) {
  const path = join(folder, 'node_modules/node/bin', platform === 'win32' ? 'node.exe' : 'node');
  const { status, stderr, error } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? stderr.trim().split('\n').at(-1));
}

/**
 * Sees to it that the tools' Node starts. Where it cannot, it rejects, and the packages are gone: npm would find
 * that Node before the user's own, and not get as far as this the next time.
 */
export async function ensureOwnNode(folder) {
  if (fault(folder) === undefined) return;
  if (mayUseApt) {
    console.log("The tools' Node lacks a library: apt-get install libatomic1 …");
    await aptInstall('libatomic1');
  }
  const why = fault(folder);
  if (why === undefined) return;
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  throw new Error(
    `The tools' Node does not start (${why}): install what it lacks, which is likely libatomic (Debian, Ubuntu: libatomic1), then run the same again.`,
  );
}
