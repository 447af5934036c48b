// Part of the build: `build/package`, the folder that is packed and published.
//
// It holds what package.json lists in `files`, with links that work at npm and in the package, and a folder for each
// sub-path. Those folders are for tools that do not read `exports`: Parcel as it comes, TypeScript's `node10`. They are
// made here, because in the root of the repository Vite would take `react/` and `leaflet/` for the packages of these names.

import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import manifest from '../package.json' with { type: 'json' };
import { absolute } from './home.js';

const root = fileURLToPath(new URL('../', import.meta.url));

/** The folder that is packed and published. */
export const staged = `${root}build/package/`;

/** Members of package.json that only this repository needs. */
const ofRepository = ['private', 'files', 'scripts', 'devDependencies', 'size-limits', 'allowScripts'];

function write(file, content) {
  mkdirSync(dirname(staged + file), { recursive: true });
  writeFileSync(
    staged + file,
    typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`,
  );
}

/** Copies a file or a folder, without what `files` excludes. */
function copy(path) {
  const left = manifest.files.filter((name) => name.startsWith('!')).map((name) => join(root, name.slice(1)));
  cpSync(root + path, staged + path, { recursive: true, filter: (source) => !left.includes(source) });
}

/** Returns a manifest for the folder of a sub-path. */
function stub({ types, default: main }) {
  const { type, sideEffects } = manifest;
  return { type, sideEffects, main: `.${main}`, types: `.${types}` };
}

/** Makes the links of a page that leave the package lead into the repository. Those of the README, which npm shows, all do. */
function linkOutside(page) {
  const stays = (file) => page !== 'README.md' && existsSync(staged + file);
  write(page, absolute(readFileSync(staged + page, 'utf8'), page, stays));
}

function stage() {
  rmSync(staged, { recursive: true, force: true });
  for (const path of ['LICENSE', 'README.md', ...manifest.files.filter((name) => !name.startsWith('!'))])
    copy(path);
  for (const page of globSync('**/*.md', { cwd: staged })) linkOutside(page.replaceAll('\\', '/'));
  const shipped = Object.entries(manifest).filter(([member]) => !ofRepository.includes(member));
  write('package.json', Object.fromEntries(shipped));
  for (const [entry, target] of Object.entries(manifest.exports))
    if (entry !== '.' && typeof target !== 'string') write(`${entry}/package.json`, stub(target));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) stage();
