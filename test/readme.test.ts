// The code blocks of the README and of docs compile, and those marked `run` run.

import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { beforeAll, describe, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { documented, type Snippet, snippetsOf } from './support/snippets.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** A snippet, and its page. */
interface Placed {
  readonly page: string;
  readonly snippet: Snippet;
}

/** Compiles the snippets of all pages in one program: most of the time goes into the types of the platform. */
function complaints(all: readonly Placed[], lib: string): { page: string; says: string }[] {
  /** A file that is not there, in the project's root: there the package can be imported by its own name. */
  const pathOf = ({ page, snippet: { line, extension } }: Placed) =>
    `${root}${page.replaceAll('/', '-')}:${line}.${extension}`;
  const texts = new Map(all.map((placed) => [pathOf(placed), placed.snippet.program]));
  const pageOf = new Map(all.map((placed) => [pathOf(placed), placed.page]));
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
    const page = pageOf.get(file?.fileName ?? '') ?? '';
    const { line } = file?.getLineAndCharacterOfPosition(start) ?? { line: 0 };
    return { page, says: `${page}:${line + 1} ${ts.flattenDiagnosticMessageText(messageText, ' ')}` };
  });
}

const placed: readonly Placed[] = documented.flatMap((page) =>
  snippetsOf(readFileSync(root + page, 'utf8')).map((snippet) => ({ page, snippet })),
);

let faults: ReturnType<typeof complaints>;
beforeAll(() => {
  const { true: inWorkers = [], false: inPages = [] } = Object.groupBy(
    placed,
    ({ snippet }) => `${snippet.worker}`,
  );
  faults = [...complaints(inPages, 'dom'), ...complaints(inWorkers, 'webworker')];
});

test('an error of the compiler belongs to one of the pages', () => {
  expect(faults.filter(({ page }) => !documented.includes(page))).toEqual([]);
});

describe.each(documented)('%s', (page) => {
  const snippets = placed.flatMap((one) => (one.page === page ? one.snippet : []));

  test('compiles', () => {
    expect(snippets.length).toBeGreaterThan(0);
    expect(faults.filter((one) => one.page === page).map(({ says }) => says)).toEqual([]);
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
