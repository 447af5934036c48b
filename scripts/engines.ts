// Runs the tests of real browsers in Chromium, Firefox and WebKitGTK:
//
//   npm run test:engines                                        all of them: half an hour on two cores
//   npm run test:engines -- e2e test/e2e/register.test.ts …     the tests that drive a browser, or some of them
//   npm run test:engines -- firefox test/browser/realm.test.ts … the tests inside pages, in one engine, or some of them
//
// WebKit runs through its WebDriver, and Firefox needs a display for the WebGL of MapLibre: both get one by xvfb-run.
// With --run it starts another script in the same surroundings (`npm run test:faults`), also where engines are missing.
// The results of each file are kept in build/engines.json. Once each file has its results, their sums go to
// docs/reliability.md. A run of chosen tests (`-t`) keeps none.

import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { argv, env, execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { browserPath } from './browser.js';
import { count, type Engine, engines, type Part, type Reported, summarise } from './engines/results.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = (env.PATH ?? '').split(':').filter(Boolean);

/** Returns the first of these files that is there. */
const find = (...patterns: string[]) => patterns.flatMap((pattern) => globSync(pattern)).at(0);
const command = (...names: string[]) =>
  find(...names.flatMap((name) => folders.map((folder) => `${folder}/${name}`)));

const firefox = env.COFLIGHT_FIREFOX ?? command('firefox', 'firefox-esr');
const webkit =
  env.COFLIGHT_WEBKIT ??
  (command('WebKitWebDriver') && find('/usr/{lib,libexec}/**/webkit2gtk-4.*/MiniBrowser'));
const display = env.DISPLAY ? undefined : command('xvfb-run');

const report = `${root}build/engines-report.json`;

/** Runs a script of Node where the browsers have a display. Returns true when it succeeds. */
function node(script: readonly string[], found: Readonly<Record<string, string | undefined>>): boolean {
  const [program = '', ...args] = [...(display ? [display, '-a'] : []), execPath, ...script];
  const all = { ...env, COFLIGHT_FIREFOX: firefox, COFLIGHT_WEBKIT: webkit, ...found };
  return spawnSync(program, args, { cwd: root, stdio: 'inherit', env: all }).status === 0;
}

/** Runs the tests of a part, or the files of it. Returns true when all pass. */
function run(part: Part, files: readonly string[]): boolean {
  const project = part === 'e2e' ? 'e2e' : 'browser';
  const vitest = [
    ...['node_modules/vitest/vitest.mjs', 'run', '--project', project, ...files],
    ...['--reporter', 'default', '--reporter', 'json', '--outputFile.json', report],
  ];
  rmSync(report, { force: true });
  const isWell = node(vitest, { COFLIGHT_PAGES: part });
  const isWhole = !files.some((file) => file.startsWith('-'));
  if (isWhole && existsSync(report)) count(part, JSON.parse(readFileSync(report, 'utf8')) as Reported);
  return isWell;
}

const versionIn = (program: string, ...args: string[]) =>
  /[\d.]{3,}\w*/.exec(spawnSync(program, args, { encoding: 'utf8' }).stdout ?? '')?.[0] ?? '';

/** Returns the engines with their versions. */
const named = (): Readonly<Record<Engine, string>> => ({
  chromium: `Chromium ${versionIn(browserPath() ?? '', '--version')}`,
  firefox: `Firefox ${versionIn(firefox ?? '', '--version')}`,
  // The browser itself tells its version only on a display.
  webkit: `WebKitGTK ${versionIn('dpkg-query', '-W', 'webkit2gtk-driver')}`,
});

console.log(`Chromium: ${browserPath()}\nFirefox:  ${firefox ?? 'no'}\nWebKit:   ${webkit ?? 'no'}`);
const missing = [
  ...(firefox ? [] : ['firefox-esr']),
  ...(webkit ? [] : ['webkit2gtk-driver']),
  ...(display || env.DISPLAY ? [] : ['xvfb']),
];
if (argv[2] === '--run') process.exitCode = node(argv.slice(3), {}) ? 0 : 1;
else if (missing.length) {
  console.error(`\nNot every engine is installed. On Debian: apt-get install ${missing.join(' ')}`);
  process.exitCode = 1;
} else {
  const [part, ...files] = argv.slice(2) as [Part | undefined, ...string[]];
  const outcomes = (part ? [part] : (['e2e', ...engines] as const)).map((one) => run(one, files));
  summarise(named());
  process.exitCode = outcomes.every(Boolean) ? 0 : 1;
}
