// Runs the random tests of security with many more cases, and the policies of pages in real browsers:
//
//   npm run test:security [-- --seed 7 --times 20]
//
// It prints the seed, which repeats a run. The results go to docs/reliability.md.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, env, execPath, versions } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { browserPath } from './browser.js';
import { keep } from './reliability.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The test files, and what each tries to break. */
const files: Readonly<Record<string, string>> = {
  'security/key.test.ts': 'Keys of the wrapped fetch, beside what `Request` makes of the same call',
  'security/worker-key.test.ts': 'Keys of the worker, beside what each request sends',
  'security/prototypes.test.ts': 'Members added to built-in prototypes, in Node',
  'security/worker-messages.test.ts': 'Messages to the worker: forged, replayed, floods, odd types',
  'security/page-messages.test.ts': 'Messages to the page, and odd answers of a worker',
  'security/match.test.ts': 'Patterns of `match`, beside a slow oracle',
  'security/har.test.ts': 'HARs: malformed, huge, deep, with markup',
  'security/demo.built.test.ts': 'Raw requests to the demo’s server',
  'e2e/policies.test.ts': 'Each entry under its least Content-Security-Policy, with Trusted Types',
  'e2e/prototypes.test.ts': 'Members added to built-in prototypes, in pages',
};

const { values } = parseArgs({
  args: argv.slice(2),
  options: {
    seed: { type: 'string', default: `${Math.floor(Math.random() * 2 ** 31)}` },
    times: { type: 'string', default: '20' },
  },
});
const { seed, times } = values;
console.log(`Seed ${seed}. To repeat this run: npm run test:security -- --seed ${seed} --times ${times}`);

const folder = mkdtempSync(join(tmpdir(), 'coflight-security-'));
const report = join(folder, 'report.json');
const cases = join(folder, 'cases');
const { status } = spawnSync(
  execPath,
  [
    ...['node_modules/vitest/vitest.mjs', 'run', '--reporter', 'default', '--reporter', 'json'],
    ...['--outputFile.json', report, ...Object.keys(files).map((file) => `test/${file}`)],
    ...['--project', 'node', '--project', 'package', '--project', 'e2e'],
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...env, COFLIGHT_SEED: seed, COFLIGHT_FUZZ: times, COFLIGHT_CASES: cases },
  },
);

interface Reported {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

const version = (path: string | undefined) =>
  path
    ? (spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout.match(/[A-Z][\w ]+ [\d.]+\w*/)?.[0] ?? '')
    : '';

if (existsSync(report)) {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Reported;
  const counted = existsSync(cases) ? readFileSync(cases, 'utf8').trim().split('\n') : [];
  const all = counted.map((line) => JSON.parse(line) as [file: string, cases: number]);
  let [random, failures] = [0, 0];
  const rows = Object.entries(files).map(([file, what]) => {
    const tests = testResults
      .filter(({ name }) => name.endsWith(file))
      .flatMap((one) => one.assertionResults);
    const failed = tests.filter((one) => one.status === 'failed').length;
    const sum = all.reduce((sum, [name, cases]) => sum + (name.endsWith(file) ? cases : 0), 0);
    random += sum;
    failures += failed;
    return [what, `${tests.length}`, sum.toLocaleString('en'), `${failed}`];
  });
  const browsers = [browserPath(), env.COFLIGHT_FIREFOX].map(version).filter(Boolean);
  keep('security', {
    order: 60,
    title: 'Security',
    command: `npm run test:security -- --seed ${seed} --times ${times}`,
    with: [...browsers, `Node ${versions.node}`].join(', '),
    summary: `${random.toLocaleString('en')} random cases: ${failures ? `tests that failed: ${failures}` : 'nothing was broken'}.`,
    head: ['What is tried', 'Tests', 'Random cases', 'Failed'],
    rows,
    notes: [],
  });
}
rmSync(folder, { recursive: true });
process.exitCode = status ?? 1;
