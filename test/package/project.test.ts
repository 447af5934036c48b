// The files around the code: everything that they name exists.

import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { missing } from '../../scripts/release.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(root + path, 'utf8');

describe('the workflows', () => {
  const workflows = globSync('.github/workflows/*.yml', { cwd: root });

  test('are there', () => {
    expect(workflows.toSorted()).toEqual(['.github/workflows/ci.yml', '.github/workflows/publish.yml']);
  });

  test.each(workflows)('run commands that are there: %s', (path) => {
    const text = read(path);
    const suites = /suite: \[(.+)\]/.exec(text)?.[1]?.split(', ') ?? [];
    const scripts = [...text.matchAll(/npm run ([\w:]+)(?=\s|$)/gm)].map(([, name]) => name as string);
    for (const name of [...scripts, ...suites.map((suite) => `test:${suite}`)])
      expect(manifest.scripts).toHaveProperty([name]);
    for (const [, file = ''] of text.matchAll(/(?:node |run: )(\.?[\w/.]+\/[\w.]+)/g))
      expect(existsSync(root + file), file).toBe(true);
  });
});

test('each folder with packages of its own gets updates', () => {
  const named = /directories:\s*\[(.+)\]/.exec(read('.github/dependabot.yml'))?.[1]?.split(', ');
  const locks = globSync(
    ['package-lock.json', '{bench,site}/package-lock.json', 'test/*/package-lock.json'],
    {
      cwd: root,
    },
  );
  expect(named?.toSorted()).toEqual(
    locks.map((path) => `/${path.replace(/\/?package-lock\.json$/, '')}`).toSorted(),
  );
});

test('the version of Node for contributors is one that the package supports', () => {
  expect(Number(read('.nvmrc'))).toBeGreaterThanOrEqual(22);
});

describe('a release', () => {
  const changelog = '# Changelog\n\n## 1.2.0 (2026-11-22)\n\n- Something.\n\n## 1.1.0\n\n- Else.\n';

  test('is ready when tag, version and changelog agree', () => {
    expect(missing('v1.2.0', '1.2.0', changelog)).toEqual([]);
  });

  test('is refused with another tag', () => {
    expect(missing('v1.3.0', '1.2.0', changelog)).toEqual([
      'The tag is v1.3.0, and package.json has version 1.2.0.',
    ]);
  });

  test('is refused while the changelog has it under “Unreleased”', () => {
    expect(missing('v1.2.0', '1.2.0', changelog.replace('1.2.0 (2026-11-22)', 'Unreleased'))).toEqual([
      'CHANGELOG.md begins with “Unreleased”: rename it to “1.2.0 (date)”.',
    ]);
  });

  test('is refused while the changelog has the version without a date', () => {
    expect(missing('v1.2.0', '1.2.0', changelog.replace('2026-11-22', 'unreleased'))).toEqual([
      'CHANGELOG.md begins with “1.2.0 (unreleased)”: rename it to “1.2.0 (date)”.',
    ]);
  });

  test('is refused when the changelog says nothing of it', () => {
    expect(missing('v1.2.0', '1.2.0', '# Changelog\n\n## 1.2.0\n\n## 1.1.0\n\n- Else.\n')).toEqual([
      'CHANGELOG.md says nothing of “1.2.0”.',
    ]);
  });
});

test('the changelog begins with what is unreleased, or with this version', () => {
  const [, newest = ''] = /^## (\S+)/m.exec(read('CHANGELOG.md')) ?? [];
  expect(['Unreleased', manifest.version]).toContain(newest);
});
