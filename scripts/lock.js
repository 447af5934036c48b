// Completes a package-lock.json with every platform's build of the tools, so that `npm ci` accepts it everywhere.
//
// npm leaves out builds that its registry does not have, and then refuses its own lock file. Such an entry needs only
// the version, which the tool's package pins, and the platform, which is part of its name.

import { readFileSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

const platform =
  /[-/](?<os>aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)-(?<cpu>[a-z0-9]+)(?:-(?<libc>gnu|musl))?/;

/** Whether a package at that place of the tree finds one of that name, looking where Node looks. */
function finds(packages, place, name) {
  for (let at = place; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    if (packages[`${at && `${at}/`}node_modules/${name}`]) return true;
    if (!at) return false;
  }
}

/** The builds that the packages of a lock file name and the lock file lacks, as [name, version]. */
export function missingBuilds({ packages }) {
  return Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies).filter(([name]) => !finds(packages, place, name)),
  );
}

function entryOf([name, version]) {
  const { os, cpu, libc } = platform.exec(name)?.groups ?? {};
  if (!os || !cpu) throw new Error(`${name} does not say which platform it is for: add it by hand.`);
  const clib = os === 'linux' && libc ? { libc: [libc === 'gnu' ? 'glibc' : libc] } : {};
  return [`node_modules/${name}`, { version, cpu: [cpu], dev: true, ...clib, optional: true, os: [os] }];
}

/** The lock file with those builds. */
export function complete(lock) {
  const packages = [...Object.entries(lock.packages), ...missingBuilds(lock).map(entryOf)];
  packages.sort(([a], [b]) => a.localeCompare(b, 'en'));
  return { ...lock, packages: Object.fromEntries(packages) };
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  for (const file of argv.slice(2)) {
    const lock = complete(JSON.parse(readFileSync(file, 'utf8')));
    writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  }
}
