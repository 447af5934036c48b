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
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { argv, env, execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { browserPath } from './browser.js';
import { keep } from './reliability.ts';

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

const engines = ['chromium', 'firefox', 'webkit'] as const;
type Engine = (typeof engines)[number];
type Part = 'e2e' | Engine;

interface Count {
  passed: number;
  skipped: number;
  failed: number;
}

/** The results of each file in each engine. */
type Results = Record<string, Partial<Record<Engine, Count>>>;

interface Reported {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly ancestorTitles: readonly string[];
    }[];
  }[];
}

const kept = `${root}build/engines.json`;
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

/** Adds the results of a run to those that are kept. */
function count(part: Part, { testResults }: Reported): void {
  const all: Results = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {};
  for (const file of Object.keys(all)) if (!existsSync(`${root}${file}`)) delete all[file];
  for (const { name, assertionResults } of testResults) {
    const its = (all[relative(root, name)] ??= {});
    if (part === 'e2e') for (const engine of engines) delete its[engine];
    else delete its[part];
    for (const { status, ancestorTitles } of assertionResults) {
      const title = ancestorTitles.join(' ').toLowerCase();
      const engine = part === 'e2e' ? (engines.findLast((one) => title.includes(one)) ?? 'chromium') : part;
      const counts = (its[engine] ??= { passed: 0, skipped: 0, failed: 0 });
      counts[status === 'passed' || status === 'failed' ? status : 'skipped']++;
    }
  }
  mkdirSync(`${root}build`, { recursive: true });
  writeFileSync(kept, JSON.stringify(all, null, 2));
}

/** The files without results in an engine. A test that drives a browser says itself which engines it is for. */
function unfinished(all: Results): readonly string[] {
  const inPages = ['test/{browser,fetch}/**/*.test.ts', 'test/security/key.test.ts'];
  return [
    ...globSync('test/e2e/**/*.test.ts', { cwd: root, exclude: ['**/*.alone.test.ts'] }).filter(
      (file) => !all[file],
    ),
    ...globSync(inPages, { cwd: root, exclude: ['**/*.node.test.ts'] }).filter((file) =>
      engines.some((engine) => !all[file]?.[engine]),
    ),
  ];
}

const versionIn = (program: string, ...args: string[]) =>
  /[\d.]{3,}\w*/.exec(spawnSync(program, args, { encoding: 'utf8' }).stdout ?? '')?.[0] ?? '';

/** Writes the sums of what is kept, when nothing is missing. */
function summarise(): void {
  const all: Results = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {};
  const { length: left } = unfinished(all);
  if (left) {
    console.log(`docs/reliability.md stays as it is: ${left} files have no result in every engine yet.`);
    return;
  }
  const named: Readonly<Record<Engine, string>> = {
    chromium: `Chromium ${versionIn(browserPath() ?? '', '--version')}`,
    firefox: `Firefox ${versionIn(firefox ?? '', '--version')}`,
    // The browser itself tells its version only on a display.
    webkit: `WebKitGTK ${versionIn('dpkg-query', '-W', 'webkit2gtk-driver')}`,
  };
  const places = {
    'Inside pages': /^test\/(browser|fetch|security)\//,
    'Tabs, workers, demo': /^test\/e2e\//,
  };
  let failures = 0;
  const rows = Object.entries(places).flatMap(([place, files]) =>
    engines.map((engine) => {
      const its = Object.entries(all).flatMap(([file, one]) => (files.test(file) ? (one[engine] ?? []) : []));
      const sum = (name: keyof Count) => its.reduce((total, one) => total + one[name], 0);
      failures += sum('failed');
      return [
        place,
        named[engine],
        `${its.length}`,
        `${sum('passed')}`,
        `${sum('skipped')}`,
        `${sum('failed')}`,
      ];
    }),
  );
  keep('engines', {
    order: 10,
    title: 'Engines',
    command: 'npm run test:engines',
    with: 'Debian, Xvfb',
    summary: failures
      ? `${failures} tests failed.`
      : 'Every test passes in each engine for which it is written.',
    head: ['Tests', 'Engine', 'Files', 'Passed', 'Skipped', 'Failed'],
    rows,
    notes: [
      'A test is skipped where the engine lacks what it tests, and says so in its code.',
      'WebKitGTK is the only WebKit that runs on Linux. It is not Safari.',
    ],
  });
}

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
  summarise();
  process.exitCode = outcomes.every(Boolean) ? 0 : 1;
}
