// Packages of Debian and Ubuntu, for users that may install them.

import { existsSync } from 'node:fs';
import { env, getuid, platform } from 'node:process';
import { run } from './run.js';

const apt = '/usr/bin/apt-get';
const quiet = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } };

export const mayUseApt = platform === 'linux' && getuid?.() === 0 && existsSync(apt);

/** The list of packages is updated once, however many are installed. */
let updated;

/** Installs a package and the packages that it needs. */
export async function aptInstall(name) {
  updated ??= run(apt, ['update'], quiet);
  await updated;
  return run(apt, ['install', '-y', '--no-install-recommends', name], quiet);
}
