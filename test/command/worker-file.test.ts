import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Folder, temporaryFolder } from '../support/folder.ts';

const worker = '/*! coflight 1.2.3 */\nself.addEventListener("fetch", () => {});\n';
const file = 'public/coflight-sw.js';
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

const command = () => folder.at('package/bin/coflight.js');
const coflight = (...args: string[]) =>
  promisify(execFile)(process.execPath, [command(), ...args], { cwd: folder.path }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }) => ({ code, said: stdout + stderr }),
  );

const copy = () => readFile(folder.at(file), 'utf8');
const put = (text: string) => writeFile(folder.at(file), text);

describe('coflight init', () => {
  test('copies the worker into the folder and names the file', async () => {
    expect(await coflight('init', 'public')).toEqual({
      code: 0,
      said: `Created ${file} (coflight 1.2.3).\n`,
    });
    expect(await copy()).toBe(worker);
  });

  test.each(['1.2.2', '0.9.9', '1.2.3-beta.1'])(
    'replaces the copy of version %s and names both versions',
    async (version) => {
      await put(`/*! coflight ${version} */`);
      expect(await coflight('init', 'public')).toEqual({
        code: 0,
        said: `Updated ${file} from coflight ${version} to 1.2.3.\n`,
      });
      expect(await copy()).toBe(worker);
    },
  );

  test('replaces a changed copy of its own version', async () => {
    await put('/*! coflight 1.2.3 */\nchanged');
    expect((await coflight('init', 'public')).said).toBe(`Restored ${file} (coflight 1.2.3).\n`);
    expect(await copy()).toBe(worker);
  });

  test('says that a copy is up to date', async () => {
    await coflight('init', 'public');
    expect(await coflight('init', 'public')).toEqual({
      code: 0,
      said: `${file} is up to date (coflight 1.2.3).\n`,
    });
  });

  test.each(['1.2.4', '1.10.0', '2.0.0-alpha'])(
    'asks for --force before it replaces a newer copy, %s',
    async (version) => {
      const newer = `/*! coflight ${version} */`;
      await put(newer);
      expect(await coflight('init', 'public')).toEqual({
        code: 1,
        said: `${file} is of coflight ${version}, which is newer than 1.2.3. Update the package, or run: npx coflight init public --force\n`,
      });
      expect(await copy()).toBe(newer);
      expect((await coflight('init', 'public', '--force')).code).toBe(0);
      expect(await copy()).toBe(worker);
    },
  );

  test.each([[[]], [['--force']]])(
    'leaves a file alone that is not its own, with the options %j',
    async (options) => {
      await put('mine');
      expect(await coflight('init', 'public', ...options)).toEqual({
        code: 1,
        said: `${file} is not a file of coflight. Move it away first.\n`,
      });
      expect(await copy()).toBe('mine');
    },
  );

  test.each<[string, string | undefined]>([
    ['to no file', undefined],
    ['to an older copy', '/*! coflight 1.2.2 */'],
  ])('writes nothing through a link %s', async (_, content) => {
    const outside = folder.at('outside.js');
    if (content) await writeFile(outside, content);
    await symlink(outside, folder.at(file));
    for (const options of [[], ['--force']])
      expect(await coflight('init', 'public', ...options)).toEqual({
        code: 1,
        said: `${file} is a link. Remove it, then run: npx coflight init public\n`,
      });
    expect(await readFile(outside, 'utf8').catch(() => undefined)).toBe(content);
  });

  test('refuses a folder that does not exist', async () => {
    expect(await coflight('init', 'nowhere')).toEqual({
      code: 1,
      said: 'There is no folder nowhere. Name the folder that your site serves at its root.\n',
    });
  });
});

describe('coflight check', () => {
  test('succeeds for a copy that is up to date, also through a link', async () => {
    await coflight('init', 'public');
    expect((await coflight('check', 'public')).code).toBe(0);
    await mkdir(folder.at('linked'));
    await symlink(folder.at(file), folder.at('linked/coflight-sw.js'));
    expect((await coflight('check', 'linked')).code).toBe(0);
  });

  test('succeeds for a copy with the line ends of Windows', async () => {
    await put(worker.replaceAll('\n', '\r\n'));
    expect(await coflight('check', 'public')).toEqual({
      code: 0,
      said: `${file} is up to date (coflight 1.2.3).\n`,
    });
  });

  test.each<[string, string | undefined, string]>([
    ['is missing', undefined, 'is missing. Run: npx coflight init public'],
    [
      'is older',
      '/*! coflight 1.2.2 */',
      'is of coflight 1.2.2, not of 1.2.3. Run: npx coflight init public',
    ],
    [
      'was changed',
      '/*! coflight 1.2.3 */\nchanged',
      'is not what coflight 1.2.3 has copied. Run: npx coflight init public',
    ],
    [
      'is newer',
      '/*! coflight 1.3.0 */',
      'is of coflight 1.3.0, which is newer than 1.2.3. Update the package, or run: npx coflight init public --force',
    ],
  ])('fails for a copy that %s, and names the command that helps', async (_, content, message) => {
    if (content) await put(content);
    expect(await coflight('check', 'public')).toEqual({ code: 1, said: `${file} ${message}\n` });
  });

  test.each([
    ['my site', "'my site'"],
    ["it's", "'it'\\''s'"],
    ['$HOME', "'$HOME'"],
    ['-x', './-x'],
  ])('quotes the folder %s in the command that it names', async (name, quoted) => {
    await mkdir(folder.at(name));
    expect((await coflight('check', '--', name)).said).toContain(`Run: npx coflight init ${quoted}\n`);
  });
});

describe('coflight', () => {
  test.each([[['--help']], [['-h']], [['help']], [['init', '--help']]])(
    'prints its usage for %j',
    async (args) => {
      const { code, said } = await coflight(...args);
      expect(code).toBe(0);
      expect(said).toMatch(/^Usage: coflight <command>/);
    },
  );

  test('prints its version', async () => {
    expect(await coflight('--version')).toEqual({ code: 0, said: '1.2.3\n' });
  });

  test.each([
    [[], /^Usage: /],
    [['init'], /^Expected one folder, got none\.\n\nUsage: /],
    [['init', 'public', 'more'], /^Expected one folder, got 2\.\n\nUsage: /],
    [['toString', 'public'], /^Unknown command `toString`\.\n\nUsage: /],
    [['init', 'public', '--focre'], /^Unknown option '--focre'\.\n\nUsage: /],
  ])('fails for the arguments %j, with the usage and without a stack', async (args, expected) => {
    const { code, said } = await coflight(...args);
    expect(code).toBe(1);
    expect(said).toMatch(expected);
    expect(said).not.toContain('    at ');
  });

  test.each([
    [['--help'], 0],
    [['check', 'public'], 1],
  ])('ends quietly when no one reads its output, for %j', async (args, code) => {
    const child = spawn(process.execPath, [command(), ...args], { cwd: folder.path });
    child.stdout.destroy();
    const errors: string[] = [];
    child.stderr.on('data', (text) => errors.push(String(text)));
    expect((await once(child, 'close'))[0]).toBe(code);
    expect(errors.join('')).not.toContain('EPIPE');
  });
});
