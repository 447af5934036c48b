// The packed library in each runtime: `import`, and `require()` where Node can do that.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Project, project } from './project.ts';

let user: Project;

const program = `
  let requests = 0;
  const server = { fetch: async () => new Response(String(++requests)) };
  const fetch = createFetch(server);
  const asks = Array.from({ length: 10 }, () => fetch('https://site.test/').then((response) => response.text()));
  const read = coalesce(async (path) => path);
  const images = createPreloader();
  Promise.all(asks).then(async (answers) => {
    await images.preload('1.jpg').done;
    console.log(answers.length, requests, await read('path'));
  });`;

beforeAll(() => {
  user = project();
  user.write(
    'main.mjs',
    `import { createFetch } from 'coflight';
     import { coalesce } from 'coflight/flights';
     import { createPreloader } from 'coflight/preload';${program}`,
  );
  user.write(
    'main.cjs',
    `const { createFetch } = require('coflight');
     const { coalesce } = require('coflight/flights');
     const { createPreloader } = require('coflight/preload');${program}`,
  );
});
afterAll(() => user.remove());

const node = (version: string) => (file: string) =>
  user.run('npx', ['--yes', '--package', `node@${version}`, '--', 'node', '--no-warnings', file]);

const runtimes: readonly (readonly [name: string, run: (file: string) => string])[] = [
  ...['20.19.0', '20', '22.12.0', '22', '24', 'latest'].map(
    (version) => [`Node ${version}`, node(version)] as const,
  ),
  ['Deno', (file) => user.run('deno', ['run', '--allow-all', file])],
  ['Bun', (file) => user.run('bun', [file])],
];

test.each(runtimes)('%s imports and requires the package, and ten asks are one request (#15)', (_, run) => {
  expect(run('main.mjs')).toBe('10 1 path\n');
  expect(run('main.cjs')).toBe('10 1 path\n');
});
