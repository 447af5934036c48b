import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeEach, expect, test } from 'vitest';
import { type Folder, temporaryFolder } from '../support/folder.ts';

const worker = '/*! coflight 1.2.3 */\nself.addEventListener("fetch", () => {});\n';
let folder: Folder;

/** The package as it is installed, with a worker of a version that no other has. */
beforeEach(async () => {
  folder = temporaryFolder();
  await cp(fileURLToPath(new URL('../../bin', import.meta.url)), folder.at('package/bin'), {
    recursive: true,
  });
  folder.write('package/package.json', { type: 'module' });
  folder.write('package/dist/coflight-sw.js', worker);
  await mkdir(folder.at('public'));
});

const coflight = (...args: string[]) =>
  promisify(execFile)(process.execPath, [folder.at('package/bin/coflight.js'), ...args], {
    cwd: folder.path,
  }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }) => ({ code, said: stdout + stderr }),
  );

const copy = () => readFile(folder.at('public/coflight-sw.js'), 'utf8');

test('init copies the worker and says where', async () => {
  expect(await coflight('init', 'public')).toEqual({
    code: 0,
    said: 'public/coflight-sw.js is new, and is now the worker of coflight 1.2.3.\n',
  });
  expect(await copy()).toBe(worker);
});

test('init replaces an older copy and says which it was', async () => {
  await writeFile(folder.at('public/coflight-sw.js'), '/*! coflight 1.2.2 */');
  expect((await coflight('init', 'public')).said).toBe(
    'public/coflight-sw.js was 1.2.2, and is now the worker of coflight 1.2.3.\n',
  );
  expect(await copy()).toBe(worker);
});

test('init says when there is nothing to do', async () => {
  await coflight('init', 'public');
  expect((await coflight('init', 'public')).said).toBe('public/coflight-sw.js is up to date (1.2.3).\n');
});

test('init leaves a file alone that is none of ours', async () => {
  await writeFile(folder.at('public/coflight-sw.js'), 'mine');
  expect(await coflight('init', 'public')).toEqual({
    code: 1,
    said: 'public/coflight-sw.js is not a file of coflight.\n',
  });
  expect(await copy()).toBe('mine');
});

test('check fails for a missing and for an older copy, and names the command', async () => {
  expect(await coflight('check', 'public')).toEqual({
    code: 1,
    said: 'public/coflight-sw.js is not there. Run: npx coflight init public\n',
  });
  await writeFile(folder.at('public/coflight-sw.js'), '/*! coflight 1.2.2 */');
  expect((await coflight('check', 'public')).said).toContain(
    'is of 1.2.2, not of 1.2.3. Run: npx coflight init public',
  );
  await coflight('init', 'public');
  expect((await coflight('check', 'public')).code).toBe(0);
});

test.each([[[]], [['init']], [['init', 'public', 'more']], [['toString', 'public']]])(
  'a wrong call, %j, gets the usage and no stack',
  async (args) => {
    const { code, said } = await coflight(...args);
    expect(code).toBe(1);
    expect(said).toMatch(/^Usage: coflight init <folder>/);
    expect(said).not.toContain('    at ');
  },
);

test('a folder that is not there is refused in one line', async () => {
  expect(await coflight('init', 'nowhere')).toEqual({ code: 1, said: 'There is no folder nowhere.\n' });
});
