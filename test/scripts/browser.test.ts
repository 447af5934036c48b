import { afterEach, describe, expect, test, vi } from 'vitest';
import { browserPath, canRun } from '../../scripts/browser.js';
import { ensureBrowser } from '../../scripts/browser-install.js';
import { type Folder, temporaryFolder } from '../support/folder.ts';

/** A program that ends at once with that code. */
const program = (folder: Folder, name: string, code = 0) =>
  folder.write(name, `#!/bin/sh\nexit ${code}\n`, 0o755);

afterEach(() => vi.unstubAllEnvs());

describe.runIf(process.platform === 'linux')('browserPath', () => {
  test('prefers Chrome to Chromium, wherever in PATH they are', () => {
    const [first, second] = [temporaryFolder(), temporaryFolder()];
    program(first, 'chromium');
    const chrome = program(second, 'google-chrome');
    vi.stubEnv('PATH', `${first.path}:${second.path}`);
    vi.stubEnv('COFLIGHT_BROWSER', undefined);
    expect(browserPath()).toBe(chrome);
  });

  test('passes over what only tells one to install a browser', () => {
    const folder = temporaryFolder();
    program(folder, 'chromium-browser', 1);
    const edge = program(folder, 'microsoft-edge');
    vi.stubEnv('PATH', folder.path);
    vi.stubEnv('COFLIGHT_BROWSER', undefined);
    expect(browserPath()).toBe(edge);
  });

  test('takes the one that COFLIGHT_BROWSER names', () => {
    vi.stubEnv('COFLIGHT_BROWSER', '/mine/chromium');
    expect(browserPath()).toBe('/mine/chromium');
  });
});

describe('canRun', () => {
  test('is false for what is not there and for what is no program', () => {
    const folder = temporaryFolder();
    expect(canRun(folder.at('nothing'))).toBe(false);
    expect(canRun(folder.write('text', 'text'))).toBe(false);
  });
});

describe('ensureBrowser', () => {
  test('refuses a COFLIGHT_BROWSER that does not start', async () => {
    vi.stubEnv('COFLIGHT_BROWSER', '/nowhere/chromium');
    await expect(ensureBrowser('.')).rejects.toThrow(
      'Expected `COFLIGHT_BROWSER` to be a Chromium, Chrome or Edge that starts, got `/nowhere/chromium`.',
    );
  });
});
