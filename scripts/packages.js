// The packages of a folder: checks them against its lock file, and installs them.

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from './npm.js';

const read = (...path) => {
  try {
    return JSON.parse(readFileSync(join(...path), 'utf8'));
  } catch {
    return undefined;
  }
};

/** npm's list of what it has installed. npm writes it last. */
const list = (folder) => join(folder, 'node_modules', '.package-lock.json');

/** Returns whether npm lists everything that the lock file asks for, and the folder has it. */
export function isInstalled(folder) {
  const { packages: wanted } = read(folder, 'package-lock.json') ?? {};
  const { packages: listed } = read(list(folder)) ?? {};
  if (!wanted || !listed) return false;
  return Object.entries(wanted).every(([place, { version, optional, bin = {} }]) => {
    if (!place) return true;
    if (!listed[place]) return optional === true; // a build for another platform
    const found = [listed[place], read(folder, place, 'package.json')].every((is) => is?.version === version);
    return found && Object.values(bin).every((file) => existsSync(join(folder, place, file)));
  });
}

/** Installs the tools in any case, lists each package that arrives, and does not wait minutes for a registry. */
const flags = [
  ...['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=http'],
  ...['--fetch-retry-mintimeout=2000', '--fetch-retry-maxtimeout=10000'],
];

const arrived = (lines) =>
  `${lines.filter((line) => /http fetch GET 200 \S+\.tgz/.test(line)).length} packages`;

/** Returns the line of npm's errors that says most. */
function reason(lines) {
  const said = lines.map((line) => /^npm (?:error|ERR!) (.+)/.exec(line)?.[1] ?? '').filter(Boolean);
  const telling = said.filter((line) => !/^(code|errno|syscall|path|dest) /.test(line));
  return (telling[0] ?? lines.at(-1) ?? 'npm does not say why').replace(/\.?$/, '.');
}

/**
 * Installs everything that the lock file says. When that fails, removes everything and rejects with the reason. It
 * removes npm's list of packages first, so that an interrupted installation does not look complete.
 */
export async function install(folder) {
  rmSync(list(folder), { force: true });
  const { well, lines, seconds } = await npm(['ci', ...flags], { cwd: folder, progress: arrived });
  if (well && isInstalled(folder)) return seconds;
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  const why = well ? 'npm left some out (is its `ignore-scripts` set?).' : reason(lines);
  throw new Error(`The packages could not be installed: ${why} Fix that, and run the same command again.`);
}

/** Installs packages that are missing, incomplete or not those of the lock file. Returns true when it had to. */
export async function ensurePackages(folder) {
  if (isInstalled(folder)) return false;
  const fault = existsSync(join(folder, 'node_modules'))
    ? 'are not those of package-lock.json'
    : 'are missing';
  console.log(`The packages ${fault}. Installing them from the npm registry.`);
  console.log(`Installed in ${await install(folder)}.`);
  return true;
}
