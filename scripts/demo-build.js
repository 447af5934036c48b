// Builds what the demo serves: the library and the pages. Where nothing has changed since, it does nothing.

import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pid } from 'node:process';
import { fileURLToPath } from 'node:url';
import { npm } from './npm.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(root, 'build', 'demo.stamp');
const site = join(root, 'build', 'site');

const sources = [
  'src/**/*',
  'demo/**/*',
  'tsconfig*.json',
  'package.json',
  'package-lock.json',
  'rollup.config.js',
];
const products = ['dist/**/*', 'build/site/**/*'];

function hashOf(patterns) {
  const hash = createHash('sha256');
  for (const file of globSync(patterns, { cwd: root }).sort()) {
    const path = join(root, file);
    if (statSync(path).isFile()) hash.update(file).update(readFileSync(path));
  }
  return hash.digest('hex');
}

/** Names what there is to build, and what was built. */
const state = () => `${hashOf(sources)} ${hashOf(products)}\n`;

function isBuilt() {
  try {
    return readFileSync(stamp, 'utf8') === state();
  } catch {
    return false;
  }
}

async function step(title, args) {
  const { well, lines } = await npm(args, { cwd: root, progress: () => title });
  if (!well) throw new Error(`The demo could not be built:\n${lines.join('\n')}`);
}

/** Rejects with what the tools say. Pages are built aside and put in place when they are whole. */
export async function buildDemo() {
  if (isBuilt()) return;
  const aside = `${site}.${pid}`;
  await step('builds the library', ['run', '--silent', 'build']);
  await step('builds the pages', ['run', '--silent', 'demo:build', '--', '--outDir', aside]);
  rmSync(site, { recursive: true, force: true });
  renameSync(aside, site);
  mkdirSync(join(root, 'build'), { recursive: true });
  writeFileSync(stamp, state());
}
