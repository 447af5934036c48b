import { afterEach, describe, expect, test, vi } from 'vitest';
import { browserPath, canRun } from '../../scripts/browser.js';
import { ensureBrowser } from '../../scripts/browser-install.js';
import { type Folder, temporaryFolder } from '../support/folder.ts';

const apt = vi.hoisted(() => ({ mayUseApt: true, aptInstall: vi.fn() }));
vi.mock('../../scripts/apt.js', () => apt);

/** Writes a program that ends at once with that code. */
const program = (folder: Folder, name: string, code = 0) =>
  folder.write(name, `#!/bin/sh\nexit ${code}\n`, 0o755);

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe.runIf(process.platform === 'linux')('browserPath', () => {
  test('prefers Chrome to Chromium, wherever in PATH they are', () => {
    const [first, second] = [temporaryFolder(), temporaryFolder()];
    program(first, 'chromium');
    const chrome = program(second, 'google-chrome');
    vi.stubEnv('PATH', `${first.path}:${second.path}`);
    vi.stubEnv('COFLIGHT_BROWSER', undefined);
    expect(browserPath()).toBe(chrome);
  });

  test('ignores a script that only says how to install a browser', () => {
    const folder = temporaryFolder();
    program(folder, 'chromium-browser', 1);
    const edge = program(folder, 'microsoft-edge');
    vi.stubEnv('PATH', folder.path);
    vi.stubEnv('COFLIGHT_BROWSER', undefined);
    expect(browserPath()).toBe(edge);
  });

  test('returns the path that COFLIGHT_BROWSER names', () => {
    vi.stubEnv('COFLIGHT_BROWSER', '/mine/chromium');
    expect(browserPath()).toBe('/mine/chromium');
  });
});

describe('canRun', () => {
  test('is false for a file that does not exist and for a file that is no program', () => {
    const folder = temporaryFolder();
    expect(canRun(folder.at('nothing'))).toBe(false);
    expect(canRun(folder.write('text', 'text'))).toBe(false);
  });
});

describe('ensureBrowser', () => {
  test.runIf(process.platform === 'linux')(
    'says which package it installs and how to use another browser, before it installs anything',
    async () => {
      const folder = temporaryFolder();
      vi.stubEnv('PATH', folder.path);
      vi.stubEnv('PLAYWRIGHT_BROWSERS_PATH', folder.path);
      vi.stubEnv('COFLIGHT_BROWSER', undefined);
      const log = vi.spyOn(console, 'log').mockImplementation(() => {});
      const said: unknown[] = [];
      apt.aptInstall.mockImplementation(async (name: string) => {
        said.push(...log.mock.calls.flat());
        program(folder, name);
        return { well: true, lines: [], seconds: '1 s' };
      });
      await ensureBrowser('.');
      expect(said).toEqual([
        "There is no Chromium, Chrome or Edge. Installing the system's package chromium, by apt-get. " +
          'To use a browser of your own, stop this and set COFLIGHT_BROWSER to its path.',
      ]);
    },
  );

  test('refuses a COFLIGHT_BROWSER that does not start', async () => {
    vi.stubEnv('COFLIGHT_BROWSER', '/nowhere/chromium');
    await expect(ensureBrowser('.')).rejects.toThrow(
      'Expected `COFLIGHT_BROWSER` to be a Chromium, Chrome or Edge that starts, got `/nowhere/chromium`.',
    );
  });
});
