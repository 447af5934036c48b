// Which tests a checkout of the Web Platform Tests has, by the addresses of their pages.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The kinds of globals that a test names, and the pages that run it there. */
const pages: Readonly<Record<string, readonly string[]>> = {
  window: ['.html'],
  dedicatedworker: ['.worker.html'],
  sharedworker: ['.sharedworker.html'],
  serviceworker: ['.serviceworker.html'],
  worker: ['.worker.html', '.sharedworker.html', '.serviceworker.html'],
};

/**
 * Files that are no tests: those that tests use, manual tests, and HTTP/2, which the runner's server does not speak.
 */
const aside = /(^|\/)(resources|support|tools)\/|-manual\.|-ref\.|\.h2\./;

/** The values of a `META` line of a script, or of a `meta` element of a page. */
export function metadata(source: string, name: string): string[] {
  const lines = source.matchAll(new RegExp(`^//\\s*META:\\s*${name}=(.*?)\\s*$`, 'gm'));
  const elements = source.matchAll(new RegExp(`<meta\\s+name=["']?${name}["']?\\s+content="([^"]*)"`, 'gi'));
  return [...lines, ...elements].map(([, value = '']) => value);
}

/** The pages of one file: none where it is no test, more than one where it runs in workers or in variants. */
export function pagesOf(file: string, source: string): string[] {
  if (aside.test(file)) return [];
  const script = /^(.*)\.(any|window|worker)\.js$/.exec(file);
  if (!script && !(/\.x?html?$/.test(file) && source.includes('testharness.js'))) return [];
  const variants = metadata(source, 'variant');
  const [, stem, kind] = script ?? [];
  const globals = (metadata(source, 'global')[0] ?? 'window,dedicatedworker').split(',');
  const endings = new Set(globals.flatMap((name) => pages[name.trim()] ?? []));
  // Service workers need a secure page.
  if (!/\.https\b/.test(file)) endings.delete('.serviceworker.html');
  const bases =
    kind === 'any'
      ? [...endings].map((ending) => `${stem}.any${ending}`)
      : [kind ? `${stem}.${kind}.html` : file];
  return bases.flatMap((page) => (variants.length ? variants : ['']).map((variant) => page + variant));
}

/** The pages of all tests in a folder of the checkout, in order. */
export function testPages(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) throw new Error(`There is no folder ${folder} in ${root}.`);
  const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|x?html?)$/.test(entry.name))
    .map((entry) =>
      join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/').replace(/^\/*/, ''),
    );
  return files.sort().flatMap((file) => pagesOf(file, readFileSync(join(root, file), 'utf8')));
}
