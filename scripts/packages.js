// The packages of a folder: whether they are what its lock file says, and their installation.

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { env, execPath, platform } from 'node:process';
import { run } from './run.js';

const read = (...path) => {
  try {
    return JSON.parse(readFileSync(join(...path), 'utf8'));
  } catch {
    return undefined;
  }
};

/** npm's own list of what it installed. It writes it last, when all is there. */
const list = (folder) => join(folder, 'node_modules', '.package-lock.json');

/** Whether everything that the lock file asks for is in place: npm lists it, and the folder holds it. */
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

/** How to call npm: the one that runs us if there is one, by its script, which needs no shell. */
function npm(args, options) {
  const script = env.npm_execpath ?? '';
  if (/npm-cli\.c?js$/.test(script))
    return run(env.npm_node_execpath ?? execPath, [script, ...args], options);
  return run('npm', args, { shell: platform === 'win32', ...options });
}

/** The tools in any case; each package that arrives, but no audit and no appeal; no minute's wait for a registry. */
const flags = [
  ...['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=http'],
  ...['--fetch-retry-mintimeout=2000', '--fetch-retry-maxtimeout=10000'],
];

const arrived = (lines) =>
  `${lines.filter((line) => /http fetch GET 200 \S+\.tgz/.test(line)).length} packages`;

/** The line of npm's complaint that says most. */
function reason(lines) {
  const said = lines.map((line) => /^npm (?:error|ERR!) (.+)/.exec(line)?.[1] ?? '').filter(Boolean);
  const telling = said.filter((line) => !/^(code|errno|syscall|path|dest) /.test(line));
  return (telling[0] ?? lines.at(-1) ?? 'npm does not say why').replace(/\.?$/, '.');
}

/**
 * Installs what the lock file says, from nothing: all of it or, with a rejection that says why, nothing. npm's
 * list of packages goes first, so that an interrupted installation is not taken for a whole one.
 */
export async function install(folder) {
  rmSync(list(folder), { force: true });
  const { well, lines, seconds } = await npm(['ci', ...flags], { cwd: folder, progress: arrived });
  if (well && isInstalled(folder)) return seconds;
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  const why = well ? 'npm left some out (is its `ignore-scripts` set?).' : reason(lines);
  throw new Error(`The packages could not be installed: ${why} Mend that, then run the same again.`);
}

/** Installs the packages where they are missing, incomplete or not those of the lock file: then it says true. */
export async function ensurePackages(folder) {
  if (isInstalled(folder)) return false;
  const fault = existsSync(join(folder, 'node_modules'))
    ? 'are not those of package-lock.json'
    : 'are missing';
  console.log(`The packages ${fault}: installing them …`);
  console.log(`Installed in ${await install(folder)}.`);
  return true;
}
