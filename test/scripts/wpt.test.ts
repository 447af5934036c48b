import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { counts, lostOn, lostPages, type PageResult } from '../../scripts/wpt/compare.ts';
import { inNode } from '../../scripts/wpt/in-node.ts';
import { engineNamed } from '../../scripts/wpt/run.ts';
import { pagesOf, testPages } from '../../scripts/wpt/tests.ts';
import { temporaryFolder } from '../support/folder.ts';

describe('the pages of a Web Platform Test', () => {
  test.each<[string, string, string[]]>([
    ['a script for windows', 'fetch/a.window.js', ['fetch/a.window.html']],
    ['a script for a worker', 'fetch/a.worker.js', ['fetch/a.worker.html']],
    ['a script for both', 'fetch/a.any.js', ['fetch/a.any.html', 'fetch/a.any.worker.html']],
  ])('are those of its globals: %s', (_, file, pages) => {
    expect(pagesOf(file, 'test(() => {});')).toEqual(pages);
  });

  test('are those of the globals that it names, service workers on secure pages alone', () => {
    const source = '// META: global=window,worker\n';
    expect(pagesOf('fetch/a.any.js', source)).toEqual([
      'fetch/a.any.html',
      'fetch/a.any.worker.html',
      'fetch/a.any.sharedworker.html',
    ]);
    expect(pagesOf('fetch/a.https.any.js', source).at(-1)).toBe('fetch/a.https.any.serviceworker.html');
    expect(pagesOf('fetch/a.any.js', '// META: global=jsshell\n')).toEqual([]);
  });

  test('are as many as its variants', () => {
    const script = '// META: variant=?1-10\n// META: variant=?11-last\n';
    expect(pagesOf('fetch/a.window.js', script)).toEqual([
      'fetch/a.window.html?1-10',
      'fetch/a.window.html?11-last',
    ]);
    const page = '<meta name="variant" content="?a"><script src="/resources/testharness.js"></script>';
    expect(pagesOf('fetch/a.html', page)).toEqual(['fetch/a.html?a']);
  });

  test('are none for a file that is no test', () => {
    const harness = '<script src="/resources/testharness.js"></script>';
    for (const file of ['fetch/a.html', 'fetch/metadata/a.html'])
      expect(pagesOf(file, harness)).toEqual([file]);
    expect(pagesOf('fetch/a.html', '<p>a picture to compare with')).toEqual([]);
    for (const file of ['fetch/resources/a.html', 'fetch/a-manual.html', 'fetch/a.h2.html'])
      expect(pagesOf(file, harness)).toEqual([]);
    expect(pagesOf('fetch/resources/a.any.js', '')).toEqual([]);
    expect(pagesOf('fetch/helper.js', '')).toEqual([]);
  });

  test('are found in a folder of a checkout, in order', () => {
    const folder = temporaryFolder();
    mkdirSync(folder.at('fetch/api/resources'), { recursive: true });
    for (const file of ['fetch/b.window.js', 'fetch/api/a.window.js', 'fetch/api/resources/c.window.js'])
      folder.write(file, '');
    expect(testPages(folder.path, 'fetch')).toEqual(['fetch/api/a.window.html', 'fetch/b.window.html']);
    expect(() => testPages(folder.path, 'xhr')).toThrow('There is no folder xhr');
  });
});

describe('a Web Platform Test in Node', () => {
  /** What the tests use of testharness.js. */
  const harness = `
    globalThis.names = [];
    globalThis.add_completion_callback = (callback) => {
      globalThis.done = () => setTimeout(() =>
        callback(names.map((name) => ({ name, status: 0, message: null })), { status: 0, message: null }));
    };`;

  /** Serves the scripts of a test. The wrapped fetch would be in the file of the harness. */
  const resultOf = async (source: string, first = '') => {
    const files: Readonly<Record<string, string>> = {
      '/resources/testharness.js': first + harness,
      '/fetch/helper.js': "names.push('helped');",
      '/fetch/a.any.js': source,
      '/fetch/data.txt': 'some data',
    };
    const server = createServer((req, res) => void res.end(files[req.url ?? ''])).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      return await inNode().resultOf(`http://www.web-platform.test:${port}/fetch/a.any.html`);
    } finally {
      server.close();
    }
  };
  const quiet = { name: 'No rejection is unhandled', status: 0, message: '' };

  test('runs with its helpers, at an address of its own', async () => {
    const source = `// META: script=helper.js
      const { done: end } = globalThis;
      globalThis.done = () => fetch('data.txt').then((r) => r.text()).then((text) => names.push(text, location.pathname)).then(end);`;
    expect(await resultOf(source)).toEqual({
      wrapped: false,
      harness: { status: 0, message: null },
      tests: [
        ...['helped', 'some data', '/fetch/a.any.html'].map((name) => ({ name, status: 0, message: null })),
        quiet,
      ],
    });
  });

  test('says whether `fetch` was wrapped', async () => {
    expect(await resultOf('', 'fetch = Object.assign(fetch.bind(), { stats() {} });')).toMatchObject({
      wrapped: true,
      tests: [quiet],
    });
  });

  test('fails when a rejection is unhandled', async () => {
    const { tests } = (await resultOf("Promise.reject('left alone');")) as PageResult;
    expect(tests).toEqual([{ ...quiet, status: 1, message: 'left alone' }]);
  });

  test('has no result when it throws', async () => {
    expect(await resultOf('throw new Error();')).toBe(undefined);
  });

  test('is asked for by name', () => {
    expect(engineNamed('node')).toBe('node');
    expect(() => engineNamed('safari')).toThrow('Expected `--engine` to be `chromium`, `firefox` or `node`');
  });
});

describe('the regressions of a wrapped run', () => {
  const result = (...tests: [name: string, status: number, message?: string][]): PageResult => ({
    wrapped: true,
    harness: { status: 0 },
    tests: tests.map(([name, status, message]) => ({ name, status, ...(message && { message }) })),
  });

  test('are subtests that passed natively and fail wrapped, with their messages', () => {
    const native = result(['a', 0], ['b', 0], ['c', 1]);
    expect(lostOn(native, result(['a', 0], ['b', 1, 'broken'], ['c', 0]))).toEqual(
      new Map([['b', 'broken']]),
    );
    expect(lostOn(native, native).size).toBe(0);
  });

  test('include subtests that did not run, or not to their end', () => {
    const native = result(['a', 0], ['b', 0]);
    expect([...lostOn(native, result(['a', 0])).keys()]).toEqual(['b']);
    expect([...lostOn(native, undefined).keys()]).toEqual(['a', 'b']);
    expect(lostOn(undefined, native).size).toBe(0);
  });

  test('keep subtests of one name apart', () => {
    const lost = lostOn(result(['a', 0], ['a', 0]), result(['a', 0], ['a', 1]));
    expect([...lost.keys()]).toEqual(['a (2)']);
  });

  test('name the pages with regressions, and count the subtests that ran', () => {
    const native = new Map([
      ['one', result(['a', 0])],
      ['two', result(['a', 0], ['b', 1])],
      ['three', undefined],
    ]);
    const wrapped = new Map([...native, ['two', result(['a', 2], ['b', 1])] as const]);
    expect(lostPages(native, wrapped)).toEqual(['two']);
    expect(counts(native)).toEqual({ pages: 2, subtests: 3, passed: 2 });
    expect(counts(wrapped)).toEqual({ pages: 2, subtests: 3, passed: 1 });
  });
});
