// The code blocks of the README and of docs compile, those marked `run` run, and the sizes that pages quote are
// measured.

import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { limits, sizeOf } from '../scripts/size.ts';
import { type Snippet, sizesIn, snippetsOf } from './support/snippets.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Returns the compiler's errors for some programs of a page, with the lines of the page. They may import `./fetch.js`. */
function complaints(page: string, programs: readonly Snippet[], lib: string): string[] {
  /** A file that is not there, in the project's root: there the package can be imported by its own name. */
  const pathOf = ({ line, extension }: Snippet) => `${root}${page.replaceAll('/', '-')}:${line}.${extension}`;
  const texts = new Map(programs.map((snippet) => [pathOf(snippet), snippet.program]));
  texts.set(
    `${root}fetch.ts`,
    "import { createFetch } from 'coflight';\nexport const fetch = createFetch();",
  );
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: ts.ModuleKind.NodeNext,
    moduleDetection: ts.ModuleDetectionKind.Force,
    target: ts.ScriptTarget.ES2022,
    lib: ['esnext', lib, `${lib}.iterable`, `${lib}.asynciterable`].map((name) => `lib.${name}.d.ts`),
    types: ['node'],
    jsx: ts.JsxEmit.ReactJSX,
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  host.getSourceFile = (path, languageOptions, ...rest) => {
    const text = texts.get(path);
    if (text === undefined) return getSourceFile(path, languageOptions, ...rest);
    return ts.createSourceFile(path, text, languageOptions);
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const { line } = file?.getLineAndCharacterOfPosition(start) ?? { line: 0 };
    return `${page}:${line + 1} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

const pages = [
  'README.md',
  'docs/maps.md',
  'docs/preload.md',
  'docs/react.md',
  'docs/service-worker.md',
  'docs/events.md',
  'docs/inspector.md',
  'docs/servers.md',
  'docs/recipes.md',
];

describe.each(pages)('%s', (page) => {
  const text = readFileSync(root + page, 'utf8');
  const snippets = snippetsOf(text);

  test('compiles', () => {
    expect(snippets.length).toBeGreaterThan(0);
    const { true: inWorkers = [], false: inPages = [] } = Object.groupBy(
      snippets,
      ({ worker }) => `${worker}`,
    );
    expect(complaints(page, inPages, 'dom')).toEqual([]);
    expect(complaints(page, inWorkers, 'webworker')).toEqual([]);
  });

  test.each(snippets.filter(({ runs }) => runs))(
    'runs, where it says so (line $line)',
    ({ program, line }) => {
      const folder = `${root}build/readme/`;
      mkdirSync(folder, { recursive: true });
      writeFileSync(`${folder}${line}.ts`, program);
      execFileSync(process.execPath, [`${folder}${line}.ts`], { cwd: root, stdio: 'pipe' });
    },
  );

  test.each(sizesIn(text))('quotes the size of $name as it is', async ({ name, kilobytes }) => {
    const limit = limits.find((known) => known.name === name);
    expect(limit, `"${name}" is not among the size limits in package.json`).toBeDefined();
    if (limit) expect(kilobytes).toBe(((await sizeOf(limit)) / 1000).toFixed(1));
  });
});

test('every value that the package exports is spoken of in its documents', async () => {
  const all = ['README.md', ...globSync('docs/**/*.md', { cwd: root })];
  const text = all.map((page) => readFileSync(root + page, 'utf8')).join('\n');
  for (const [entry, target] of Object.entries(manifest.exports)) {
    if (typeof target === 'string') continue;
    const names = Object.keys(await import(new URL(`../${target.default}`, import.meta.url).href));
    expect(
      names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text)),
      `coflight${entry.slice(1)}`,
    ).toEqual([]);
  }
});
