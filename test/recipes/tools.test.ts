// Test runners with the packed library: their own configuration, and a test that asks ten times.

import { mkdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Project, project } from '../bundlers/project.ts';
import { resource } from '../support/resource.ts';
import { type Row, record, versionOf } from './recipe.ts';

const installed = new URL('node_modules', import.meta.url).pathname;

let user: Project;
beforeAll(() => {
  user = project();
});
afterAll(() => user.remove());

const rows: Row[] = [];

/** A test file of the user: ten asks. */
const asks = (url: string, load: string) => `${load}
  test('ten asks', async () => {
    const fetch = createFetch();
    const asks = Array.from({ length: 10 }, () => fetch('${url}').then((response) => response.json()));
    const answers = await Promise.all(asks);
    expect(answers.map(({ data }) => data.me)).toEqual(Array(10).fill(1));
  });`;

const require = `const { createFetch } = require('coflight');`;

/** The line that docs/recipes.md names. */
const page = readFileSync(new URL('../../docs/recipes.md', import.meta.url), 'utf8');
const oneLine = JSON.parse(/^\{ "transformIgnorePatterns": .*\}$/m.exec(page)?.[0] ?? '');

/** Jest with one line of configuration: it transforms the package as it transforms the user's files. */
const jest = (environment: string) => ({
  ...oneLine,
  testEnvironment: environment,
  transform: {
    '\\.js$': [
      `${installed}/babel-jest`,
      { presets: [[`${installed}/@babel/preset-env`, { targets: { node: 'current' } }]] },
    ],
  },
});

/** Runs a test file of a project by that configuration. */
function jestRun(project: Project, url: string, environment = 'node'): Promise<string> {
  project.write('jest.config.json', jest(environment));
  project.write('asks.test.js', asks(url, `import { createFetch } from 'coflight';`));
  const file = ['--config', 'jest.config.json', 'asks.test.js'];
  return project.runAside('node', [`${installed}/jest/bin/jest.js`, ...file]);
}

interface Tool {
  readonly name: string;
  readonly npm: string;
  /** Runs a test file of the user. */
  readonly run: (url: string) => Promise<string>;
}

const tools: readonly Tool[] = [
  {
    name: 'Jest, by `transformIgnorePatterns`',
    npm: 'jest',
    run: (url) => jestRun(user, url),
  },
  ...[
    { page: 'jsdom', npm: 'jest-fixed-jsdom', file: 'index.js' },
    { page: 'happy-dom', npm: '@happy-dom/jest-environment', file: 'lib/index.js' },
  ].map(({ page, npm, file }) => ({
    name: `Jest in ${page}, by \`${npm}\``,
    npm,
    run: (url: string) => jestRun(user, url, `${installed}/${npm}/${file}`),
  })),
  {
    name: 'Jest, by `--experimental-vm-modules` (Node 24.9 or newer)',
    npm: 'jest',
    run(url) {
      user.write('jest.config.json', { testEnvironment: 'node', transform: {} });
      user.write('asks.test.cjs', asks(url, require));
      const flags = ['--experimental-vm-modules', '--no-warnings', `${installed}/jest/bin/jest.js`];
      return user.runAside('node', [...flags, '--config', 'jest.config.json', 'asks.test.cjs']);
    },
  },
  ...['node', 'jsdom', 'happy-dom'].map((environment) => ({
    name: `vitest, environment \`${environment}\``,
    npm: 'vitest',
    run(url: string) {
      const load = `import { createFetch } from 'coflight';\nimport { expect, test } from '${installed}/vitest/dist/index.js';`;
      user.write('asks.vitest.test.js', asks(url, load));
      const flags = ['--environment', environment, '--root', user.path, 'asks.vitest.test.js'];
      return user.runAside('node', [`${installed}/vitest/vitest.mjs`, 'run', ...flags]);
    },
  })),
];

test('the line for Jest also works in the folders of pnpm, where packages are links', async () => {
  const pnpm = project();
  onTestFinished(() => pnpm.remove());
  const linked = pnpm.at('node_modules/coflight');
  const place = pnpm.at('node_modules/.pnpm/coflight@0.1.0/node_modules/coflight');
  mkdirSync(dirname(place), { recursive: true });
  renameSync(linked, place);
  symlinkSync(place, linked, 'junction');
  const { url, hits } = resource({ body: '{"data":{"me":1}}', type: 'application/json', delay: 100 });
  await jestRun(pnpm, url);
  expect(await hits()).toBe(1);
});

test.each(tools)('$name: a test that asks ten times sends one request (#15)', async ({ name, npm, run }) => {
  const { url, hits } = resource({ body: '{"data":{"me":1}}', type: 'application/json', delay: 100 });
  await run(url);
  expect(await hits()).toBe(1);
  rows.push({ name, npm, version: versionOf(npm), native: '–', wrapped: 1, abort: '–', error: '–' });
});

afterAll(() => record('tools', rows, tools.length));
