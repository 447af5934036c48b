// The tests of one pass: a project of the root's configuration, with the files that the pass names.

import { env } from 'node:process';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import root from '../../vitest.config.ts';
import { ShortestFirst } from './shortest-first.ts';

const { MUTANTS_PROJECT = 'node', MUTANTS_TESTS = 'test/core/**/*.test.ts' } = env;
const projects = (root.test?.projects ?? []) as TestProjectInlineConfiguration[];
const project = projects.find(({ test }) => test?.name === MUTANTS_PROJECT);

export default defineConfig({
  ...project,
  // The packages stand outside of the copy that is changed, also the workers that pages load from them.
  server: { fs: { strict: false } },
  test: {
    ...project?.test,
    include: MUTANTS_TESTS.split(' '),
    // Tests run in threads here, which take no flags of Node. Stryker's own process has them.
    execArgv: [],
    sequence: { sequencer: ShortestFirst },
    // A busy machine must not look like a mutant that hangs.
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
} as object);
