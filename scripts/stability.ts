// Runs all tests of `npm test` many times, also beside programs that use a core each:
//
//   npm run test:stability [-- --times 10 --hogs 1]
//
// Each run is added to those that are kept, so fifty runs may take several evenings. docs/reliability.md has their sums.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { argv, execPath, versions } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { commitOfSource, keep, keptAs } from './reliability.ts';
import { type Run, sectionOf } from './stability/runs.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'coflight-stability-'));
const report = join(folder, 'report.json');

interface Reported {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** Runs all tests once. */
function run(hogs: number): Run {
  rmSync(report, { force: true });
  const began = performance.now();
  const { status } = spawnSync(
    execPath,
    [
      ...['node_modules/vitest/vitest.mjs', 'run'],
      ...['--reporter', 'dot', '--reporter', 'json', '--outputFile.json', report],
    ],
    { cwd: root, stdio: 'inherit' },
  );
  if (status === null) throw new Error('The run was stopped before its end.');
  const minutes = (performance.now() - began) / 60_000;
  const { numPassedTests: passed = 0, testResults = [] }: Partial<Reported> = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : {};
  const failed = testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name);
    const tests = assertionResults
      .filter((one) => one.status === 'failed')
      .map((one) => `${file}: ${one.fullName}`);
    return tests.length || status !== 'failed' ? tests : [`${file}: the file`];
  });
  if (status && !failed.length) failed.push('an error outside of the tests');
  const load = (loadavg()[2] ?? 0) / cpus().length;
  return { at: commitOfSource(), hogs, load, minutes, passed, failed };
}

const { values } = parseArgs({
  args: argv.slice(2),
  options: { times: { type: 'string', default: '1' }, hogs: { type: 'string', default: '0' } },
});
const [times, hogs] = (['times', 'hogs'] as const).map((name) => {
  if (/^\d+$/.test(values[name])) return Number(values[name]);
  throw new TypeError(`Expected --${name} to be a whole number, got ${JSON.stringify(values[name])}.`);
}) as [number, number];
const busy: ChildProcess[] = Array.from({ length: hogs }, () => spawn(execPath, ['-e', 'for (;;);']));
try {
  for (let time = 1; time <= times; time++) {
    const runs = [...(keptAs<{ runs: Run[] }>('stability')?.runs ?? []), run(hogs)];
    keep('stability', { ...sectionOf(runs, `Node ${versions.node}, ${cpus().length} cores`), runs });
    const { failed = [] } = runs.at(-1) ?? {};
    if (failed.length) process.exitCode = 1;
    console.log(`Run ${time} of ${times}: ${failed.join('\n') || 'no test failed'}`);
  }
} finally {
  for (const one of busy) one.kill();
  rmSync(folder, { recursive: true });
}
