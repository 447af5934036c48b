// The copy of the service worker in a site's folder: `init` writes it, `check` compares it with that of this package.

import { lstat, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { platform } from 'node:process';
import { fileURLToPath } from 'node:url';
import { Refusal } from './refusal.js';

/** The file's name, in the package and in a site. */
export const name = 'coflight-sw.js';

/** Copies the worker into the folder. Returns what it has done, in words. */
export async function init(folder, { force = false } = {}) {
  const [ours, copy] = [await original(), await copyIn(folder)];
  const { path } = copy;
  if (isSame(copy, ours)) return `${path} is up to date (coflight ${ours.version}).`;
  // Writing through a link would change a file outside the folder.
  if (copy.isLink) throw new Refusal(`${path} is a link. Remove it, then run: ${commandFor(folder)}`);
  if (!force && isNewer(copy.version, ours.version)) throw newer(copy, ours, folder);
  await writeFile(path, ours.text).catch((error) => {
    throw new Refusal(`${path} cannot be written: ${error.message}.`);
  });
  if (copy.text === undefined) return `Created ${path} (coflight ${ours.version}).`;
  if (copy.version === ours.version) return `Restored ${path} (coflight ${ours.version}).`;
  return `Updated ${path} from coflight ${copy.version} to ${ours.version}.`;
}

/** Throws a Refusal unless the copy in the folder is the one of this package. */
export async function check(folder) {
  const [ours, copy] = [await original(), await copyIn(folder)];
  const { path, text, version } = copy;
  if (isSame(copy, ours)) return `${path} is up to date (coflight ${ours.version}).`;
  if (isNewer(version, ours.version)) throw newer(copy, ours, folder);
  const differs =
    version === ours.version
      ? `is not what coflight ${version} has copied`
      : `is of coflight ${version}, not of ${ours.version}`;
  throw new Refusal(`${path} ${text === undefined ? 'is missing' : differs}. Run: ${commandFor(folder)}`);
}

/** Returns the version of this package. */
export const version = async () => (await original()).version;

async function original() {
  const path = fileURLToPath(new URL(`../dist/${name}`, import.meta.url));
  const text = await read(path);
  if (text === undefined) throw new Refusal(`${path} is missing: the package was not built.`);
  return { text, version: versionOf(text) };
}

/** The copy in a folder: its path, whether it is a link, and its text and version if it exists. */
async function copyIn(folder) {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder)
    throw new Refusal(`There is no folder ${folder}. Name the folder that your site serves at its root.`);
  const path = join(folder, name);
  const isLink = await lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
  const text = await read(path);
  if (text === undefined) return { path, isLink };
  const version = versionOf(text);
  if (!version) throw new Refusal(`${path} is not a file of coflight. Move it away first.`);
  return { path, isLink, text, version };
}

const read = (path) =>
  readFile(path, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw new Refusal(`${path} cannot be read: ${error.message}.`);
  });

/** The version in the first line of a worker file; undefined for a file without one. */
const versionOf = (text) => /^\/\*! coflight (\S+) \*\//.exec(text)?.[1];

/** Removes the line ends of Windows, with which Git may check files out. */
const isSame = ({ text }, ours) => text?.replaceAll('\r\n', '\n') === ours.text;

/** True when version `a` comes after version `b`. A pre-release such as 1.0.0-beta.2 comes before its release. */
function isNewer(a = '', b) {
  const [[releaseA, preA], [releaseB, preB]] = [a, b].map((version) => version.split(/-(.*)/s));
  const compare = (one, other) => one.localeCompare(other, 'en', { numeric: true });
  const order = compare(releaseA, releaseB);
  if (order) return order > 0;
  if (preA === undefined || preB === undefined) return preA !== preB && preA === undefined;
  return compare(preA, preB) > 0;
}

const newer = ({ path, version }, ours, folder) =>
  new Refusal(
    `${path} is of coflight ${version}, which is newer than ${ours.version}. Update the package, or run: ${commandFor(folder)} --force`,
  );

const commandFor = (folder) => `npx coflight init ${quoted(folder)}`;

/** Returns a path as one argument of a shell, which expands nothing and takes it for no option. */
function quoted(path) {
  const argument = path.startsWith('-') ? `./${path}` : path;
  if (/^[\w@%+=:,./\\-]+$/.test(argument)) return argument;
  return platform === 'win32' ? `"${argument}"` : `'${argument.replaceAll("'", "'\\''")}'`;
}
