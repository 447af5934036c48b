// Test runners with the packed library: their own configuration, and a test that asks ten times.

import { afterAll, beforeAll, expect, test } from 'vitest';
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

/** Jest with one line of configuration: it transforms the package as it transforms the user's files. */
const jest = (environment: string) => ({
  transformIgnorePatterns: ['/node_modules/(?!coflight/)'],
  testEnvironment: environment,
  transform: {
    '\\.js$': [
      `${installed}/babel-jest`,
      { presets: [[`${installed}/@babel/preset-env`, { targets: { node: 'current' } }]] },
    ],
  },
});

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
    run(url) {
      user.write('jest.config.json', jest('node'));
      user.write('asks.test.js', asks(url, `import { createFetch } from 'coflight';`));
      return user.runAside('node', [
        `${installed}/jest/bin/jest.js`,
        '--config',
        'jest.config.json',
        'asks.test.js',
      ]);
    },
  },
  ...[
    { page: 'jsdom', npm: 'jest-fixed-jsdom', file: 'index.js' },
    { page: 'happy-dom', npm: '@happy-dom/jest-environment', file: 'lib/index.js' },
  ].map(({ page, npm, file }) => ({
    name: `Jest in ${page}, by \`${npm}\``,
    npm,
    run(url: string) {
      user.write('jest.config.json', jest(`${installed}/${npm}/${file}`));
      user.write('asks.test.js', asks(url, `import { createFetch } from 'coflight';`));
      return user.runAside('node', [
        `${installed}/jest/bin/jest.js`,
        '--config',
        'jest.config.json',
        'asks.test.js',
      ]);
    },
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

test.each(tools)('$name: a test that asks ten times sends one request (#15)', async ({ name, npm, run }) => {
  const { url, hits } = resource({ body: '{"data":{"me":1}}', type: 'application/json', delay: 100 });
  await run(url);
  expect(await hits()).toBe(1);
  rows.push({ name, npm, version: versionOf(npm), native: '–', wrapped: 1, abort: '–', error: '–' });
});

afterAll(() => record('tools', rows, tools.length));
