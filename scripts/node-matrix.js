// Runs the Node tests of the core and of the wrapped fetch, against the built library, under several versions of
// Node. npm's package `node` has them all:
//
//   npm run test:nodes [-- 20 22 24 latest]

import { spawnSync } from 'node:child_process';
import { argv, env, platform } from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const given = argv.slice(2);
const versions = given.length ? given : ['20', '22', '24', 'latest'];

/** Runs that Node with these arguments. Returns its output, or shows it. */
const node = (version, args, stdio) =>
  spawnSync('npx', ['--yes', '--package', `node@${version}`, '--', 'node', ...args], {
    cwd: root,
    stdio,
    encoding: 'utf8',
    shell: platform === 'win32',
    env: { ...env, COFLIGHT_BUILT: '1' },
  });

const tests = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'node', 'test/core', 'test/fetch'];

const outcomes = versions.map((version) => {
  const is = node(version, ['--version'], ['ignore', 'pipe', 'inherit']).stdout.trim() || `node@${version}`;
  console.log(`\n${is}`);
  const well = node(version, tests, 'inherit').status === 0;
  return { is, well };
});

console.log('');
for (const { is, well } of outcomes) console.log(`${is}: ${well ? 'all tests pass' : 'TESTS FAIL'}`);
process.exitCode = outcomes.every(({ well }) => well) ? 0 : 1;
