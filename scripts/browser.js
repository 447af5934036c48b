// Finds the Chromium of the tests and the benchmarks, and knows its flags. No dependencies: set-up uses it, too.

import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { env, getuid, platform } from 'node:process';

/** Tests use the loopback interface alone. Root, in a container, has no sandbox. */
export const chromiumFlags = [
  ...(getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** WebGL without a graphics card. With `--use-angle=swiftshader` the browser would also paint the rest of a page by WebGL. */
export const webglFlags = ['--enable-unsafe-swiftshader'];

const names = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
];

/** The paths of browsers on each system, the preferred ones first. */
const places = {
  darwin: () =>
    ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    ),
  win32: () =>
    [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA]
      .filter(Boolean)
      .flatMap((folder) =>
        ['Google/Chrome', 'Chromium', 'Microsoft/Edge'].map((name) => join(folder, name, 'Application')),
      )
      .flatMap((folder) => ['chrome.exe', 'msedge.exe'].map((name) => join(folder, name))),
  linux: () => {
    const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
    return names.flatMap((name) => folders.map((folder) => join(folder, name)));
  },
};

/** Returns the path of Playwright's own Chromium. */
function playwrightsOwn() {
  try {
    return createRequire(import.meta.url)('playwright').chromium.executablePath();
  } catch {
    return ''; // Playwright is not installed yet
  }
}

/** Returns whether that browser starts. On Linux it is run: some are scripts that only say how to install it. */
export function canRun(path) {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    return false;
  }
  return (
    platform !== 'linux' || spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0
  );
}

/** Returns the path of a Chromium: `COFLIGHT_BROWSER`, else an installed one, else Playwright's, else undefined. */
export function browserPath() {
  if (env.COFLIGHT_BROWSER) return env.COFLIGHT_BROWSER;
  return (places[platform] ?? places.linux)().find(canRun) ?? [playwrightsOwn()].find(canRun);
}
