// The tools run on the Node that the lock file pins. On a bare Linux it may lack a library.

import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { platform } from 'node:process';
import { aptInstall, mayUseApt } from './apt.js';

/** Returns why that Node does not start; undefined when it starts. */
function fault(folder) {
  const path = join(folder, 'node_modules/node/bin', platform === 'win32' ? 'node.exe' : 'node');
  const { status, stderr, error } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? stderr.trim().split('\n').at(-1));
}

/**
 * Makes sure that the tools' Node starts. Rejects when it cannot, and removes the packages: with them, npm would start
 * that Node instead of the user's, and would not even come here the next time.
 */
export async function ensureOwnNode(folder) {
  if (fault(folder) === undefined) return;
  if (mayUseApt) {
    console.log("The tools' Node lacks a library. Installing the system's package libatomic1, by apt-get.");
    await aptInstall('libatomic1');
  }
  const why = fault(folder);
  if (why === undefined) return;
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  throw new Error(
    `The tools' Node does not start (${why}): install the library that it lacks, probably libatomic (Debian, Ubuntu: libatomic1), and run the same command again.`,
  );
}
