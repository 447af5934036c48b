// Brings a Chromium to a machine that has none.

import { join } from 'node:path';
import { env, execPath } from 'node:process';
import { aptInstall, mayUseApt } from './apt.js';
import { browserPath, canRun } from './browser.js';
import { run } from './run.js';

/** As the system's package: with all the libraries it needs. (Ubuntu's is none: it wants a snap.) */
const byApt = {
  title: 'apt-get install chromium',
  possible: mayUseApt,
  lacks: 'it does not start',
  install: () => aptInstall('chromium'),
};

/** As Playwright's download: for anybody on any system, but only root gets the libraries with it. */
const byPlaywright = {
  title: 'playwright install chromium',
  possible: true,
  lacks: 'it lacks libraries, which `npx playwright install-deps chromium` brings',
  install(folder) {
    const options = ['--no-shell', ...(mayUseApt ? ['--with-deps'] : [])];
    return run(execPath, [join(folder, 'node_modules/playwright/cli.js'), 'install', ...options, 'chromium']);
  },
};

/** What went wrong, in the installer's own words. */
const reason = (lines) => lines.map((line) => /^(?:E|Error): (.+)/.exec(line)?.[1]).find(Boolean);

function checked(path) {
  if (canRun(path)) return path;
  throw new Error(
    `Expected \`COFLIGHT_BROWSER\` to be a Chromium, Chrome or Edge that starts, got \`${path}\`.`,
  );
}

/** Finds a Chromium or installs one; rejects with one line that says how to get it. */
export async function ensureBrowser(folder) {
  if (env.COFLIGHT_BROWSER ? checked(env.COFLIGHT_BROWSER) : browserPath()) return;
  const failures = [];
  for (const { title, lacks, install } of [byApt, byPlaywright].filter(({ possible }) => possible)) {
    console.log(`There is no Chromium, Chrome or Edge: ${title} …`);
    const { lines, seconds } = await install(folder);
    const path = browserPath();
    if (path) return console.log(`Installed ${path} in ${seconds}.`);
    failures.push(`${title}: ${reason(lines) ?? lacks}`);
  }
  throw new Error(
    `No Chromium could be installed (${failures.join('; ')}): install Chromium, Chrome or Edge, or set COFLIGHT_BROWSER to the path of one.`,
  );
}
