// The files that pages name exist.

import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...globSync('docs/**/*.md', { cwd: root })];

describe.each(pages)('%s', (page) => {
  const text = readFileSync(root + page, 'utf8');

  test('links to files that are there', () => {
    const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, link]) => link as string);
    const local = links.filter((link) => !/^\w+:/.test(link));
    expect(local.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([]);
  });

  test('has no line that begins with a comment for a figure, which would end the paragraph', () => {
    expect(text.match(/^[ \t]*<!-- (?:bench|size): .*/gm) ?? []).toEqual([]);
  });

  test('names source files that are there', () => {
    const files = [...text.matchAll(/`((?:src|test|bench|demo|scripts|bin)\/[\w./-]+\.\w+)`/g)];
    const named = files.map(([, file]) => file as string);
    expect(named.filter((file) => !existsSync(root + file))).toEqual([]);
  });
});
