// Runs the Web Platform Tests of `fetch/` twice in Chromium, with the native fetch and with `createFetch()` in its
// place, and says which subtests pass natively and fail wrapped. It wants a checkout of the tests and Python:
//
//   npm run test:wpt -- --wpt /path/to/wpt [--folder fetch/api] [--jobs 2] [--python python3] [--results file.json]

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stdout } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { rollup } from 'rollup';
import { generate } from 'selfsigned';
import { counts, lostOn, lostPages, type Results } from './wpt/compare.ts';
import { run, serve } from './wpt/run.ts';
import { testPages } from './wpt/tests.ts';

/** How often a page on which something was lost runs again: a test that fails now and then is no regression. */
const again = 3;

/** Puts the wrapped fetch where the native one is: on the global object of a page, on the prototype of a worker's. */
const install = `
  let owner = globalThis;
  while (!Object.hasOwn(owner, 'fetch')) owner = Object.getPrototypeOf(owner);
  Object.defineProperty(owner, 'fetch', {
    ...Object.getOwnPropertyDescriptor(owner, 'fetch'),
    value: createFetch(),
  });`;

/** A classic script that installs the built library's wrapped fetch. */
async function wrapping(): Promise<string> {
  const library = fileURLToPath(new URL('../dist/index.js', import.meta.url));
  const build = await rollup({
    input: 'install',
    plugins: [
      {
        name: 'install',
        resolveId: (id) => (id === 'install' ? id : null),
        load: (id) => (id === 'install' ? `import { createFetch } from '${library}';${install}` : null),
      },
    ],
  });
  const { output } = await build.generate({ format: 'iife' });
  await build.close();
  return output[0].code;
}

const { values } = parseArgs({
  options: {
    wpt: { type: 'string' },
    folder: { type: 'string', default: 'fetch' },
    jobs: { type: 'string', default: '2' },
    python: { type: 'string', default: 'python3' },
    results: { type: 'string' },
  },
});
if (!values.wpt) throw new Error('Expected `--wpt` to be the path of a checkout of web-platform-tests/wpt.');
const root = resolve(values.wpt);
const pages = testPages(root, values.folder);

const folder = mkdtempSync(join(tmpdir(), 'coflight-wpt-'));
const file = (name: string, content: string) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

const { private: key, cert } = await generate([{ name: 'commonName', value: 'web-platform.test' }]);
const first = file('first.js', '');
const server = await serve({
  root,
  python: values.python,
  key: file('key.pem', key),
  certificate: file('certificate.pem', cert),
  first,
});

/** Runs pages with that script before each test. */
function runAfter(script: string, label: string, some: readonly string[]): Promise<Results> {
  writeFileSync(first, script);
  const progress = (done: number, of: number) => {
    if (stdout.isTTY) stdout.write(`\r${label}: ${done} of ${of} pages `);
    else if (done % 50 === 0 || done === of) stdout.write(`${label}: ${done} of ${of} pages\n`);
  };
  return run(some, { server, jobs: Number(values.jobs), progress });
}

try {
  const wrapper = await wrapping();
  const native = await runAfter('', 'native', pages);
  const wrapped = await runAfter(wrapper, 'wrapped', pages);
  // Else the comparison would be of the native fetch with itself, or of nothing with nothing.
  if (![...native.values()].some((result) => result?.tests.length && !result.wrapped))
    throw new Error('No page ended with the native fetch.');
  if (![...wrapped.values()].some((result) => result?.tests.length && result.wrapped))
    throw new Error('No page ended with the wrapped fetch.');
  let [before, after] = [native, wrapped];
  let lost = lostPages(before, after);
  for (let time = 0; time < again && lost.length; time++) {
    before = await runAfter('', 'native, again', lost);
    after = await runAfter(wrapper, 'wrapped, again', lost);
    lost = lostPages(before, after);
  }
  const say = (label: string, results: Results) => {
    const { pages: ran, subtests, passed } = counts(results);
    console.log(`\n${label}: ${ran} of ${pages.length} pages ended, ${passed} of ${subtests} subtests pass`);
  };
  say('native', native);
  say('wrapped', wrapped);
  let regressions = 0;
  for (const page of lost) {
    console.log(`\n${page}`);
    for (const [name, message] of lostOn(before.get(page), after.get(page))) {
      regressions++;
      console.log(`  ${name}\n    ${message}`);
    }
  }
  console.log(`\n${regressions} regressions`);
  if (values.results)
    writeFileSync(
      values.results,
      JSON.stringify({ native: [...native], wrapped: [...wrapped], lost }, null, 1),
    );
  process.exitCode = regressions ? 1 : 0;
} finally {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}
