// The library as its users get it: packed, installed into an empty folder, imported by its name.

import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { emptyFolder } from '../support/folder.ts';
import { npm } from '../support/npm.ts';
import { type Packed, pack } from '../support/pack.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = emptyFolder();

/** The entries that are modules, as they are imported. */
const entries = Object.entries(manifest.exports)
  .filter(([, target]) => typeof target === 'object')
  .map(([entry]) => `coflight${entry.slice(1)}`);

/** Runs that text as a module of the folder. */
const runs = (text: string, flags: readonly string[] = []) =>
  execFileSync(process.execPath, [...flags, folder.write('main.mjs', text)], {
    cwd: folder.path,
    encoding: 'utf8',
  });

const inPackage = (path: string) => folder.at('node_modules/coflight', path);

let packed: Packed;

beforeAll(() => {
  packed = pack(folder.path);
  folder.write('package.json', { private: true, type: 'module' });
  npm(['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', packed.filename], folder.path);
  // The optional peer that an entry imports.
  symlinkSync(`${root}node_modules/react`, folder.at('node_modules/react'), 'junction');
});

afterAll(folder.remove);

const isTypeOnly = (node: ts.Node) =>
  ts.isExportSpecifier(node) && (node.isTypeOnly || node.parent.parent.isTypeOnly);

/** The names of values that a declaration file exports. */
function declaredValues(file: string): string[] {
  const program = ts.createProgram([file], { noLib: true, types: [] });
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(file) as ts.SourceFile);
  const values = checker.getExportsOfModule(module as ts.Symbol).filter((symbol) => {
    if (symbol.declarations?.some(isTypeOnly)) return false;
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return target.flags & ts.SymbolFlags.Value;
  });
  return values.map(({ name }) => name).toSorted();
}

describe('the package', () => {
  test('holds the built library, its documents, and nothing else', () => {
    const expected =
      /^(?:dist\/.+\.(?:js|js\.map|d\.ts)|bin\/[\w-]+\.js|docs\/.+\.(?:md|d\.ts|webp|png|svg)|[\w-]+\/package\.json|LICENSE|CHANGELOG\.md|README\.md|package\.json)$/;
    const paths = packed.files.map(({ path }) => path);
    expect(paths.filter((path) => !expected.test(path))).toEqual([]);
    expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'CHANGELOG.md', 'docs/preload.md']));
  });

  test('has no large picture: the README shows it from the repository', () => {
    expect(packed.files.map(({ path }) => path)).not.toContain('docs/images/race.webp');
    expect(packed.size).toBeLessThan(600_000);
  });

  test('needs no other package', () => {
    expect(manifest).not.toHaveProperty('dependencies');
    const { packages } = JSON.parse(readFileSync(folder.at('package-lock.json'), 'utf8'));
    expect(Object.keys(packages)).toEqual(['', 'node_modules/coflight']);
  });

  test('has its ready-made worker where a build copies it from', () => {
    const place = runs(`console.log(import.meta.resolve('coflight/coflight-sw.js'))`);
    expect(fileURLToPath(place.trim())).toBe(inPackage('dist/coflight-sw.js'));
  });

  test('has source maps that lead to the TypeScript, and bring it', () => {
    const maps = packed.files.filter(({ path }) => path.endsWith('.map'));
    expect(maps.length).toBeGreaterThanOrEqual(entries.length);
    for (const { path } of maps) {
      const { sources, sourcesContent } = JSON.parse(readFileSync(inPackage(path), 'utf8'));
      expect(sources).not.toContainEqual(expect.not.stringMatching(/^(?:\.\.\/)+src\/.+\.ts$/));
      expect(sourcesContent).toHaveLength(sources.length);
      expect(sourcesContent).not.toContain(null);
    }
  });
});

describe.each(entries)('%s', (entry) => {
  test('exports what it declares, and touches nothing when it is imported', () => {
    const before = `const before = Object.getOwnPropertyNames(globalThis).length;`;
    const names = runs(`${before}
      const module = await import('${entry}');
      if (Object.getOwnPropertyNames(globalThis).length !== before) throw new Error('a global was added');
      console.log(JSON.stringify(Object.keys(module)));`);
    const target = manifest.exports[`.${entry.slice(8)}` as '.'];
    expect(JSON.parse(names).toSorted()).toEqual(declaredValues(inPackage(target.types)));
  });
});

describe.each([
  ['dom', entries.filter((entry) => entry !== 'coflight/service-worker')],
  [
    'webworker',
    entries.filter((entry) => !/inspector|preload|register|leaflet|openlayers|maplibre|react/.test(entry)),
  ],
])('for a program with the types of lib.%s', (lib, used) => {
  test('the declarations compile, strictly', () => {
    const imports = used.map((entry, at) => `export * as entry${at} from '${entry}';`);
    const libs = ['es2022', lib, `${lib}.iterable`, `${lib}.asynciterable`];
    const program = ts.createProgram([folder.write(`${lib}.ts`, imports.join('\n'))], {
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      skipDefaultLibCheck: true,
      noEmit: true,
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      lib: libs.map((name) => `lib.${name}.d.ts`),
      types: [],
    });
    const messages = ts
      .getPreEmitDiagnostics(program)
      .map(
        ({ file, messageText }) => `${file?.fileName} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
      );
    expect(messages).toEqual([]);
  });
});
