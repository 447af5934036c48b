import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { complete, missingBuilds } from '../../scripts/lock.js';

const lock = {
  packages: {
    '': { name: 'project' },
    'node_modules/tool': {
      version: '1.2.3',
      optionalDependencies: { '@tool/linux-x64-gnu': '1.2.3', '@tool/darwin-arm64': '1.2.3' },
    },
    'node_modules/@tool/linux-x64-gnu': { version: '1.2.3' },
  },
};

describe.each(['package-lock.json', 'bench/package-lock.json'])('%s', (file) => {
  test("names every platform's build of the tools (else: npm run lock)", () => {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
    expect(missingBuilds(JSON.parse(text))).toEqual([]);
  });
});

describe('missingBuilds', () => {
  test('lists the builds that no package of the lock file is', () => {
    expect(missingBuilds(lock)).toEqual([['@tool/darwin-arm64', '1.2.3']]);
  });

  test('finds a build where Node would: beside the tool or further out', () => {
    const nested = {
      packages: {
        'node_modules/a/node_modules/tool': {
          optionalDependencies: { '@tool/linux-x64': '1', '@tool/linux-arm64': '1' },
        },
        'node_modules/a/node_modules/@tool/linux-x64': {},
        'node_modules/@tool/linux-arm64': {},
      },
    };
    expect(missingBuilds(nested)).toEqual([]);
  });
});

describe('complete', () => {
  test('adds them in their place, for whom they are', () => {
    const { packages } = complete(lock);
    expect(packages['node_modules/@tool/darwin-arm64']).toEqual({
      version: '1.2.3',
      cpu: ['arm64'],
      dev: true,
      optional: true,
      os: ['darwin'],
    });
    expect(Object.keys(packages)).toEqual(Object.keys(packages).toSorted());
  });

  test('refuses to guess', () => {
    const odd = { packages: { 'node_modules/tool': { optionalDependencies: { addon: '1.0.0' } } } };
    expect(() => complete(odd)).toThrow('addon does not say which platform it is for');
  });
});
