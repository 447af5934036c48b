#!/usr/bin/env node
// Puts the ready-made service worker where a site serves it, and tells whether the one that is there is of today.

import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { argv, exit, stderr, stdout } from 'node:process';
import { fileURLToPath } from 'node:url';

const name = 'coflight-sw.js';
const usage = `Usage: coflight init <folder>    copies ${name} into the folder that your site serves at its root
       coflight check <folder>   fails where the copy there is missing or not of this version`;

/** What a user can mend: said in one line, without a stack. */
class Refusal extends Error {}

/** The version that a worker file says it is; undefined where it says none. */
const versionOf = (text) => /^\/\*! coflight (\S+) \*\//.exec(text)?.[1];

const read = (path) =>
  readFile(path, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw new Refusal(`${path} cannot be read: ${error.message}.`);
  });

async function ours() {
  const path = fileURLToPath(new URL(`../dist/${name}`, import.meta.url));
  const text = await read(path);
  if (text === undefined) throw new Refusal(`${path} is not there: the package was not built.`);
  return text;
}

/** What lies in the folder, which must be one, and must not be anybody else's. */
async function theirs(folder) {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new Refusal(`There is no folder ${folder}.`);
  const text = await read(join(folder, name));
  if (text !== undefined && !versionOf(text))
    throw new Refusal(`${join(folder, name)} is not a file of coflight.`);
  return text;
}

async function init(folder) {
  const [now, before] = [await ours(), await theirs(folder)];
  const path = join(folder, name);
  if (now === before) return `${path} is up to date (${versionOf(now)}).`;
  await writeFile(path, now).catch((error) => {
    throw new Refusal(`${path} cannot be written: ${error.message}.`);
  });
  const was = before === undefined ? 'is new' : `was ${versionOf(before)}`;
  return `${path} ${was}, and is now the worker of coflight ${versionOf(now)}.`;
}

async function check(folder) {
  const [now, before] = [await ours(), await theirs(folder)];
  if (now === before) return `${join(folder, name)} is up to date (${versionOf(now)}).`;
  const is = before === undefined ? 'is not there' : `is of ${versionOf(before)}, not of ${versionOf(now)}`;
  throw new Refusal(`${join(folder, name)} ${is}. Run: npx coflight init ${folder}`);
}

const [command, folder, ...more] = argv.slice(2);
const run = { __proto__: null, init, check }[command];
try {
  if (!run || !folder || more.length) throw new Refusal(usage);
  stdout.write(`${await run(folder)}\n`);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  stderr.write(`${error.message}\n`);
  exit(1);
}
