import { existsSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ensurePackages, install, isInstalled } from '../../scripts/packages.js';
import { type Folder, temporaryFolder } from '../support/folder.ts';

const lock = {
  packages: {
    '': { name: 'project' },
    'node_modules/tool': { version: '1.2.3', bin: { tool: 'bin/tool.js' } },
    'node_modules/tool/node_modules/part': { version: '2.0.0' },
    'node_modules/tool-for-elsewhere': { version: '1.2.3', optional: true },
  },
};
const { 'node_modules/tool-for-elsewhere': _, ...here } = lock.packages;

/** A folder whose packages are those of its lock file, except the overridden ones. */
function project(overrides: Record<string, unknown> = {}): Folder {
  const folder = temporaryFolder();
  const files: Record<string, unknown> = {
    'package-lock.json': lock,
    'node_modules/.package-lock.json': { packages: here },
    'node_modules/tool/package.json': { version: '1.2.3' },
    'node_modules/tool/bin/tool.js': '//',
    'node_modules/tool/node_modules/part/package.json': { version: '2.0.0' },
    ...overrides,
  };
  for (const [file, content] of Object.entries(files)) if (content !== undefined) folder.write(file, content);
  return folder;
}

/** Has npm replaced by a script. */
function npm(folder: Folder, script: string) {
  vi.stubEnv('npm_execpath', folder.write('fake/npm-cli.cjs', script));
  vi.stubEnv('npm_node_execpath', process.execPath);
}

afterEach(() => vi.unstubAllEnvs());

describe('isInstalled', () => {
  test('is true where all that the lock file asks for is there', () => {
    expect(isInstalled(project().path)).toBe(true);
  });

  test.each([
    ['nothing is installed', { 'node_modules/.package-lock.json': undefined }],
    ['an installation was interrupted', { 'node_modules/.package-lock.json': '{"packa' }],
    ['a package has not arrived', { 'node_modules/tool/node_modules/part/package.json': undefined }],
    ['a package is another version', { 'node_modules/tool/package.json': { version: '1.2.2' } }],
    ['what a package runs is missing', { 'node_modules/tool/bin/tool.js': undefined }],
    [
      'npm lists another version',
      {
        'node_modules/.package-lock.json': {
          packages: { ...here, 'node_modules/tool': { version: '1.2.2' } },
        },
      },
    ],
    [
      'npm does not list it',
      { 'node_modules/.package-lock.json': { packages: { 'node_modules/tool': { version: '1.2.3' } } } },
    ],
  ])('is false where %s', (_, overrides) => {
    expect(isInstalled(project(overrides).path)).toBe(false);
  });
});

describe('install', () => {
  test('begins by making sure that an interruption will be noticed', async () => {
    const folder = project();
    npm(folder, `console.log('npm error ' + require('fs').readdirSync('node_modules')); process.exit(1)`);
    await expect(install(folder.path)).rejects.toThrow('installed: tool.');
  });

  test('leaves nothing half-done, and says in one line why', async () => {
    const folder = project();
    npm(
      folder,
      `console.error('npm warn EBADENGINE\\nnpm error code ENOTFOUND\\nnpm error errno ENOTFOUND\\n' +
        'npm error network request to https://registry failed\\nnpm error network Are you there?'); process.exit(1)`,
    );
    await expect(install(folder.path)).rejects.toThrow(
      /^The packages could not be installed: network request to https:\/\/registry failed\. Fix .+$/,
    );
    expect(existsSync(folder.at('node_modules'))).toBe(false);
  });

  test('does not believe an npm that has left some out', async () => {
    const folder = project({ 'node_modules/tool/bin/tool.js': undefined });
    npm(folder, '');
    await expect(install(folder.path)).rejects.toThrow('ignore-scripts');
  });
});

describe('ensurePackages', () => {
  test('does nothing where all is there', async () => {
    const folder = project();
    npm(folder, 'process.exit(1)');
    await ensurePackages(folder.path);
  });

  test('installs, once, where it is not', async () => {
    const folder = project({ 'node_modules/tool/package.json': undefined });
    npm(
      folder,
      `const fs = require('fs');
      fs.appendFileSync('calls', process.argv[2]);
      fs.writeFileSync('node_modules/tool/package.json', '{"version":"1.2.3"}');
      fs.writeFileSync('node_modules/.package-lock.json', ${JSON.stringify(JSON.stringify({ packages: here }))});`,
    );
    vi.spyOn(console, 'log').mockImplementation(() => {});
    await ensurePackages(folder.path);
    await ensurePackages(folder.path);
    expect(isInstalled(folder.path)).toBe(true);
    expect(readFileSync(folder.at('calls'), 'utf8')).toBe('ci');
  });
});
