// Where the tests' and the benchmarks' Chromium is, and how it is started. No dependencies: set-up uses it too.

import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { env, getuid, platform } from 'node:process';

/** Loopback is all that a test may talk to; root (in a container) has no sandbox. */
export const chromiumFlags = [
  ...(getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const names = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'chrome',
  'microsoft-edge',
  'msedge',
];

const applications = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA]
    .filter(Boolean)
    .flatMap((folder) => [
      join(folder, 'Google/Chrome/Application/chrome.exe'),
      join(folder, 'Microsoft/Edge/Application/msedge.exe'),
    ]),
};

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of a Chromium: `COFLIGHT_BROWSER`, else what is installed, else undefined. */
export function browserPath() {
  if (env.COFLIGHT_BROWSER) return env.COFLIGHT_BROWSER;
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates =
    applications[platform] ?? names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return candidates.find(isExecutable);
}
