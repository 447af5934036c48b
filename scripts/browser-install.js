// Installs a Chromium on a machine that has none.

import { join } from 'node:path';
import { env, execPath } from 'node:process';
import { aptInstall, mayUseApt } from './apt.js';
import { browserPath, canRun } from './browser.js';
import { run } from './run.js';

/** The system's package, with all libraries that it needs. (Ubuntu has no such package, only a snap.) */
const byApt = {
  title: 'apt-get install chromium',
  installs: "the system's package chromium, by apt-get",
  possible: mayUseApt,
  lacks: 'it does not start',
  install: () => aptInstall('chromium'),
};

/** Playwright's download, for every user and system. Only root gets the libraries with it. */
const byPlaywright = {
  title: 'playwright install chromium',
  installs: mayUseApt
    ? "Playwright's Chromium, and by apt-get the system's packages that it needs"
    : "Playwright's Chromium, into your cache folder",
  possible: true,
  lacks: 'it lacks libraries, which `npx playwright install-deps chromium` brings',
  install(folder) {
    const options = ['--no-shell', ...(mayUseApt ? ['--with-deps'] : [])];
    return run(execPath, [join(folder, 'node_modules/playwright/cli.js'), 'install', ...options, 'chromium']);
  },
};

/** The reason of a failure, in the installer's words. */
const reason = (lines) => lines.map((line) => /^(?:E|Error): (.+)/.exec(line)?.[1]).find(Boolean);

function checked(path) {
  if (canRun(path)) return path;
  throw new Error(
    `Expected \`COFLIGHT_BROWSER\` to be a Chromium, Chrome or Edge that starts, got \`${path}\`.`,
  );
}

const ownBrowser = 'To use a browser of your own, stop this and set COFLIGHT_BROWSER to its path.';

/** Finds a Chromium, or says what it is about to install and installs it. Rejects with one line that says how to get one. */
export async function ensureBrowser(folder) {
  if (env.COFLIGHT_BROWSER ? checked(env.COFLIGHT_BROWSER) : browserPath()) return;
  const failures = [];
  for (const { title, installs, lacks, install } of [byApt, byPlaywright].filter(
    ({ possible }) => possible,
  )) {
    console.log(`There is no Chromium, Chrome or Edge. Installing ${installs}. ${ownBrowser}`);
    const { lines, seconds } = await install(folder);
    const path = browserPath();
    if (path) return console.log(`Installed ${path} in ${seconds}.`);
    failures.push(`${title}: ${reason(lines) ?? lacks}`);
  }
  throw new Error(
    `No Chromium could be installed (${failures.join('; ')}): install Chromium, Chrome or Edge, or set COFLIGHT_BROWSER to the path of one.`,
  );
}
