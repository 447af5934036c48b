// Runs the tests of real browsers in Chromium, Firefox and WebKitGTK, as far as they are installed:
//
//   npm run test:engines [-- test/e2e/fetch.engines.test.ts …]
//
// With --run it starts another script in the same surroundings (`npm run test:faults`), also where engines are missing.
//
// WebKit runs through its WebDriver, and Firefox needs a display for the WebGL of MapLibre: both get one by xvfb-run.

import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { argv, env, execPath } from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = (env.PATH ?? '').split(':').filter(Boolean);

/** Returns the first of these files that is there. */
const find = (...patterns) => patterns.flatMap((pattern) => globSync(pattern)).at(0);
const command = (...names) => find(...names.flatMap((name) => folders.map((folder) => `${folder}/${name}`)));

const firefox = env.COFLIGHT_FIREFOX ?? command('firefox', 'firefox-esr');
const webkit =
  env.COFLIGHT_WEBKIT ??
  (command('WebKitWebDriver') && find('/usr/{lib,libexec}/**/webkit2gtk-4.*/MiniBrowser'));
const display = env.DISPLAY ? undefined : command('xvfb-run');

console.log(`Chromium: yes\nFirefox:  ${firefox ?? 'no'}\nWebKit:   ${webkit ?? 'no'}`);
const missing = [
  ...(firefox ? [] : ['firefox-esr']),
  ...(webkit ? [] : ['webkit2gtk-driver']),
  ...(display || env.DISPLAY ? [] : ['xvfb']),
];
const script = argv[2] === '--run' ? argv.slice(3) : undefined;
if (missing.length && !script) {
  console.error(`\nNot every engine is installed. On Debian: apt-get install ${missing.join(' ')}`);
  process.exitCode = 1;
} else {
  const tests = argv.length > 2 ? argv.slice(2) : ['--project', 'e2e'];
  const command = [execPath, ...(script ?? ['node_modules/vitest/vitest.mjs', 'run', ...tests])];
  const [program, ...args] = display ? [display, '-a', ...command] : command;
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...env, COFLIGHT_FIREFOX: firefox, COFLIGHT_WEBKIT: webkit },
  });
  process.exitCode = status ?? 1;
}
