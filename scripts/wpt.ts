// Runs the Web Platform Tests of `fetch/` twice in an engine, with the native fetch and with `createFetch()` in its
// place, and says which subtests pass natively and fail wrapped. With `--worker`, it compares the built service worker
// with one that passes each request on. It wants a checkout of the tests and Python:
//
//   npm run test:wpt -- --wpt /path/to/wpt [--worker] [--folder fetch/api] [--jobs 2] [--python python3] [--results file.json]
//
// The engine is Chromium; with `--engine firefox`, it is the Firefox whose path is in COFLIGHT_FIREFOX. With `--engine node`,
// the tests that need no page run in Node.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { generate } from 'selfsigned';
import { counts, lostOn, lostPages, type Results } from './wpt/compare.ts';
import { engineNamed, run } from './wpt/run.ts';
import { serve } from './wpt/serve.ts';
import { testPages } from './wpt/tests.ts';
import { wrapping } from './wpt/wrapping.ts';

/** How often a page on which something was lost runs again: a test that fails now and then is no regression. */
const again = 3;

const { values } = parseArgs({
  options: {
    wpt: { type: 'string' },
    folder: { type: 'string', default: 'fetch' },
    engine: { type: 'string', default: 'chromium' },
    jobs: { type: 'string', default: '2' },
    python: { type: 'string', default: 'python3' },
    results: { type: 'string' },
    worker: { type: 'boolean', default: false },
  },
});
if (!values.wpt) throw new Error('Expected `--wpt` to be the path of a checkout of web-platform-tests/wpt.');
const engine = engineNamed(values.engine);
if (engine === 'node' && values.worker) throw new Error('Node has no service worker: leave `--worker` out.');
const root = resolve(values.wpt);
const pages = testPages(root, values.folder).filter(
  (page) => engine !== 'node' || page.includes('.any.html'),
);

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

/** One of the two ways in which the tests run: with a script before each test, or through a worker. */
interface Way {
  readonly label: string;
  readonly script?: string;
  readonly worker?: string;
}

function runBy({ label, script = '', worker }: Way, some: readonly string[]): Promise<Results> {
  writeFileSync(first, script);
  const progress = (done: number, of: number) => {
    if (stdout.isTTY) stdout.write(`\r${label}: ${done} of ${of} pages `);
    else if (done % 50 === 0 || done === of) stdout.write(`${label}: ${done} of ${of} pages\n`);
  };
  return run(some, { server, engine, jobs: Number(values.jobs), worker, progress });
}

try {
  const [plain, own]: readonly [Way, Way] = values.worker
    ? [
        { label: 'passed on', worker: '/plain-sw.js' },
        { label: 'shared', worker: '/coflight-sw.js' },
      ]
    : [{ label: 'native' }, { label: 'wrapped', script: await wrapping() }];
  const native = await runBy(plain, pages);
  const wrapped = await runBy(own, pages);
  // Else the comparison would be of the native fetch with itself, or of nothing with nothing.
  if (![...native.values()].some((result) => result?.tests.length && !result.wrapped))
    throw new Error(`No page ended ${plain.label}.`);
  if (![...wrapped.values()].some((result) => result?.tests.length && result.wrapped))
    throw new Error(`No page ended ${own.label}.`);
  let [before, after] = [native, wrapped];
  let lost = lostPages(before, after);
  for (let time = 0; time < again && lost.length; time++) {
    before = await runBy(plain, lost);
    after = await runBy(own, lost);
    lost = lostPages(before, after);
  }
  const say = (label: string, results: Results) => {
    const { pages: ran, subtests, passed } = counts(results);
    console.log(`\n${label}: ${ran} of ${pages.length} pages ended, ${passed} of ${subtests} subtests pass`);
  };
  say(plain.label, native);
  say(own.label, wrapped);
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
