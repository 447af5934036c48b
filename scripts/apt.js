// Debian's and Ubuntu's packages, for who may install them.

import { existsSync } from 'node:fs';
import { env, getuid, platform } from 'node:process';
import { run } from './run.js';

const apt = '/usr/bin/apt-get';
const quiet = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } };

export const mayUseApt = platform === 'linux' && getuid?.() === 0 && existsSync(apt);

/** Once, however much is installed. */
let updated;

/** Installs a package and what it cannot do without. */
export async function aptInstall(name) {
  updated ??= run(apt, ['update'], quiet);
  await updated;
  return run(apt, ['install', '-y', '--no-install-recommends', name], quiet);
}
