// The results of the tests in each engine: kept in build/engines.json, and summed up on docs/reliability.md.

import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commitOfSource, keep } from '../reliability.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export const engines = ['chromium', 'firefox', 'webkit'] as const;
export type Engine = (typeof engines)[number];
export type Part = 'e2e' | Engine;

interface Count {
  /** The last commit that had changed `src/` when the file ran. */
  at: string;
  passed: number;
  skipped: number;
  failed: number;
}

/** The results of each file in each engine. */
type Results = Record<string, Partial<Record<Engine, Count>>>;

/** The report of a run of tests. */
export interface Reported {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly ancestorTitles: readonly string[];
    }[];
  }[];
}

const kept = `${root}build/engines.json`;

/** Adds the results of a run to those that are kept. */
export function count(part: Part, { testResults }: Reported): void {
  const all: Results = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {};
  const at = commitOfSource();
  for (const file of Object.keys(all)) if (!existsSync(`${root}${file}`)) delete all[file];
  for (const { name, assertionResults } of testResults) {
    const its = (all[relative(root, name)] ??= {});
    if (part === 'e2e') for (const engine of engines) delete its[engine];
    else delete its[part];
    for (const { status, ancestorTitles } of assertionResults) {
      const title = ancestorTitles.join(' ').toLowerCase();
      const engine = part === 'e2e' ? (engines.findLast((one) => title.includes(one)) ?? 'chromium') : part;
      const counts = (its[engine] ??= { at, passed: 0, skipped: 0, failed: 0 });
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

/** Writes the sums of what is kept, when nothing is missing. The engines have their names with their versions. */
export function summarise(named: Readonly<Record<Engine, string>>): void {
  const all: Results = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {};
  const { length: left } = unfinished(all);
  if (left) {
    console.log(`docs/reliability.md stays as it is: ${left} files have no result in every engine yet.`);
    return;
  }
  const places = {
    'Inside pages': /^test\/(browser|fetch|security)\//,
    'Tabs, workers, demo': /^test\/e2e\//,
  };
  let failures = 0;
  const rows = Object.entries(places).flatMap(([place, files]) =>
    engines.map((engine) => {
      const its = Object.entries(all).flatMap(([file, one]) => (files.test(file) ? (one[engine] ?? []) : []));
      const sum = (name: Exclude<keyof Count, 'at'>) => its.reduce((total, one) => total + one[name], 0);
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
  const now = commitOfSource();
  const commits = (one: Results[string]) => Object.values(one).map(({ at }) => at);
  const isOld = (at: string) => at !== now;
  const old = Object.values(all).filter((one) => commits(one).some(isOld));
  const oldCommits = [...new Set(old.flatMap(commits).filter(isOld))];
  keep('engines', {
    order: 10,
    title: 'Engines',
    command: 'npm run test:engines',
    with: 'Debian, Xvfb',
    summary: failures
      ? `Tests that failed: ${failures}.`
      : 'Every test passes in each engine for which it is written.',
    head: ['Tests', 'Engine', 'Files', 'Passed', 'Skipped', 'Failed'],
    rows,
    notes: [
      'A test is skipped where the engine lacks what it tests, and says so in its code.',
      'WebKitGTK is the only WebKit that runs on Linux. It is not Safari.',
      ...(old.length ? [`${old.length} files ran last as of commit ${oldCommits.join(', ')}.`] : []),
    ],
  });
}
