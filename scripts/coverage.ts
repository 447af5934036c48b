// npm run coverage: which lines and branches of `src/` the tests in Node and in a page in Chromium run, all together.
//
// It names what they leave out, and fails when there is something without a comment "No test … runs …" at the line or
// above it, or when a test fails. The tests of test/e2e/ use the built library, whose coverage is not collected.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { argv, exit, versions } from 'node:process';
import { fileURLToPath } from 'node:url';
import { keep } from './reliability.ts';

interface Position {
  readonly line: number;
  readonly column: number;
}
interface Range {
  readonly start: Partial<Position>;
}
type Counted<Place> = Readonly<Record<string, Place>>;

/** The coverage of a file, as Istanbul writes it: places, and how often each was run. */
interface FileCoverage {
  readonly path: string;
  readonly statementMap: Counted<Range>;
  readonly s: Counted<number>;
  readonly fnMap: Counted<{ readonly loc: Range }>;
  readonly f: Counted<number>;
  readonly branchMap: Counted<{ readonly loc: Range; readonly locations: readonly Range[] }>;
  readonly b: Counted<readonly number[]>;
}

/** One thing that tests run or leave out. */
interface Item {
  readonly room: string;
  readonly kind: 'statement' | 'function' | 'branch';
  readonly file: string;
  readonly line: number;
  readonly isRun: boolean;
  /** True when a comment says why no test runs it. */
  readonly isExplained: boolean;
}

const root = fileURLToPath(new URL('..', import.meta.url));

function itemsOf({ path, statementMap, s, fnMap, f, branchMap, b }: FileCoverage): Item[] {
  const file = relative(root, path);
  const lines = readFileSync(path, 'utf8').split('\n');
  const isExplained = (line = 0) => /\/\/.* No test/.test(`${lines[line - 2]}\n${lines[line - 1]}`);
  const room = file.split('/').length > 2 ? (file.split('/')[1] ?? '') : '.';
  const item = (kind: Item['kind'], { start }: Range, runs = 0): Item => ({
    ...{ room, kind, file },
    line: start.line ?? 0,
    // The count of a missing `else` is a remainder. Where it is below zero, the counts do not fit, and it says nothing.
    isRun: runs !== 0,
    isExplained: isExplained(start.line),
  });
  return [
    ...Object.entries(statementMap).map(([id, range]) => item('statement', range, s[id])),
    ...Object.entries(fnMap).map(([id, { loc }]) => item('function', loc, f[id])),
    ...Object.entries(branchMap).flatMap(([id, { loc, locations }]) =>
      locations.map((range, at) => item('branch', range.start.line ? range : loc, b[id]?.[at])),
    ),
  ];
}

const share = (items: readonly Item[]): string => {
  const run = items.filter(({ isRun }) => isRun).length;
  return items.length ? `${((100 * run) / items.length).toFixed(run === items.length ? 0 : 1)} %` : '';
};
/** The share of lines on which every statement is run. */
const shareOfLines = (items: readonly Item[]): string => {
  const statements = items.filter(({ kind }) => kind === 'statement');
  const lines = Map.groupBy(statements, ({ file, line }) => `${file}:${line}`);
  const least = [...lines.values()].map((all) => all.find(({ isRun }) => !isRun) ?? all[0]);
  return share(least.filter((one) => one !== undefined));
};

const projects = ['node', 'memory', 'browser'].flatMap((project) => ['--project', project]);
const run = ['vitest', 'run', '--coverage', ...projects];
const isWritten = argv.includes('--written');
const status = isWritten ? 0 : spawnSync('npx', run, { cwd: root, stdio: 'inherit' }).status;

const written: Counted<FileCoverage> = JSON.parse(
  readFileSync(`${root}/build/coverage/coverage-final.json`, 'utf8'),
);
const items = Object.values(written)
  .filter(({ path }) => path.endsWith('.ts'))
  .flatMap(itemsOf);
const of = (kind: Item['kind'], some: readonly Item[]) => some.filter((item) => item.kind === kind);
const rowOf = (name: string, some: readonly Item[]): string[] => [
  name,
  shareOfLines(some),
  share(of('branch', some)),
  share(of('function', some)),
  ...[true, false].map((said) =>
    String(some.filter(({ isRun, isExplained }) => !isRun && isExplained === said).length),
  ),
];
const gaps = items.filter(({ isRun, isExplained }) => !isRun && !isExplained);
const rooms = [...Map.groupBy(items, ({ room }) => room)].toSorted(([one], [other]) =>
  one < other ? -1 : 1,
);

/** Files with the lines of these items. */
function placesOf(some: readonly Item[]): string {
  const files = [...Map.groupBy(some, ({ file }) => file)];
  const places = files.map(
    ([file, of]) => `\`${file}\` ${[...new Set(of.map(({ line }) => line))].join(', ')}`,
  );
  return places.join('; ');
}

keep('coverage', {
  order: 70,
  title: 'Coverage',
  command: 'npm run coverage',
  with: `Node ${versions.node}, Chromium`,
  summary: `The tests in Node and in a page run ${shareOfLines(items)} of the lines of \`src/\` and ${share(of('branch', items))} of the branches.`,
  head: ['Room', 'Lines', 'Branches', 'Functions', 'Left out with a reason', 'without'],
  rows: [...rooms.map(([room, some]) => rowOf(`\`src/${room}\``, some)), rowOf('all', items)],
  notes: [
    ...(gaps.length ? [`Left out without a reason: ${placesOf(gaps)}.`] : []),
    'Tests with several tabs, a real worker or the built library (`test/e2e/`, `test/runtimes/`) run more. Their coverage is not collected.',
  ],
});
for (const { kind, file, line } of gaps) console.log(`${file}:${line}: this ${kind} is not run`);
exit(gaps.length || status ? 1 : 0);
