// The package's page at npm, and the files in the package.

import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { home } from '../../scripts/home.js';
import { staged } from '../../scripts/stage.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const entries = Object.entries(manifest.exports).flatMap(([entry, target]) =>
  entry !== '.' && typeof target === 'object' ? [{ folder: entry.slice(2), target }] : [],
);

describe('the home of the project', () => {
  test('is said once, in `repository`: npm derives `homepage` and `bugs` from it', () => {
    expect(home).toMatch(/^https:\/\/github\.com\/[\w-]+\/[\w-]+$/);
    expect(manifest).not.toHaveProperty('homepage');
    expect(manifest).not.toHaveProperty('bugs');
  });

  test('is named in no other file', () => {
    const name = home.replace('https://', '');
    const files = globSync(['*.md', 'docs/**/*.md', '.github/**/*', 'scripts/**/*', 'src/**/*', 'bin/*'], {
      cwd: root,
      withFileTypes: true,
    }).filter((entry) => entry.isFile());
    const naming = files.filter(({ parentPath, name: file }) =>
      readFileSync(`${parentPath}/${file}`, 'utf8').includes(name),
    );
    expect(naming.map(({ name }) => name)).toEqual([]);
  });

  test('is where the links and pictures of the README lead to at npm', () => {
    const page = readFileSync(`${staged}README.md`, 'utf8');
    const links = [...page.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link as string);
    expect(links.filter((link) => !/^(?:https?:|#)/.test(link))).toEqual([]);
    expect(page).toContain(`${home}/raw/v${manifest.version}/docs/images/race.webp`);
    expect(page).toContain(`(${home}/blob/v${manifest.version}/docs/preload.md)`);
  });

  test.each(globSync('**/*.md', { cwd: staged }))(
    'is where the links of %s lead to that leave the package',
    (page) => {
      const text = readFileSync(staged + page, 'utf8');
      const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, link]) => link as string);
      const local = links.filter((link) => !/^\w+:/.test(link));
      expect(local.filter((link) => !existsSync(join(staged, dirname(page), link)))).toEqual([]);
    },
  );

  test('is where the pages of the package show pictures and tests from', () => {
    const at = (kind: string, path: string) => `(${home}/${kind}/v${manifest.version}/${path})`;
    const read = (page: string) => readFileSync(staged + page, 'utf8');
    expect(read('docs/benchmarks/files.md')).toContain(at('raw', 'docs/plots/files.svg'));
    expect(read('docs/recipes.md')).toContain(at('blob', 'test/recipes/clients.test.ts'));
    expect(read('docs/recipes.md')).toContain('](react.md)');
  });
});

test('npm refuses to publish the root of the repository, and accepts what the build has made of it', () => {
  const shipped = JSON.parse(readFileSync(`${staged}package.json`, 'utf8'));
  expect(manifest.private).toBe(true);
  for (const member of ['private', 'scripts', 'devDependencies']) expect(shipped).not.toHaveProperty(member);
  const { name, version, exports, peerDependencies, repository } = manifest;
  expect(shipped).toMatchObject({ name, version, exports, peerDependencies, repository });
});

test('no version of an optional peer keeps a program from installing the package, also no prerelease', () => {
  const { peerDependencies, peerDependenciesMeta } = manifest;
  expect(new Set(Object.values(peerDependencies))).toEqual(new Set(['*']));
  expect(Object.keys(peerDependenciesMeta)).toEqual(Object.keys(peerDependencies));
});

describe('a tool that does not read `exports`', () => {
  test.each(entries)('finds the entry $folder', ({ folder, target }) => {
    const stub = JSON.parse(readFileSync(`${staged}${folder}/package.json`, 'utf8'));
    expect(stub).toEqual({
      type: 'module',
      sideEffects: false,
      main: `.${target.default}`,
      types: `.${target.types}`,
    });
    expect(existsSync(`${staged}${folder}/${stub.main}`)).toBe(true);
  });

  test('finds the main entry', () => {
    const { default: main, types } = manifest.exports['.'];
    expect(manifest).toMatchObject({ main, types });
  });
});
