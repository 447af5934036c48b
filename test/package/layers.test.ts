// A forbidden import is a compile error, and a cycle is a lint error. The test adds offences to a copy of src.

import { spawnSync } from 'node:child_process';
import { cpSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emptyFolder } from '../support/folder.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { resolve } = createRequire(import.meta.url);
const copy = emptyFolder();

/** Code that must not compile: its room, its fault, its text, and the compiler's error. */
const offences: [string, string, string, string][] = [
  ['core', 'uses the DOM', 'export const title: string = document.title;', 'TS2584'],
  ['core', 'sets a timer', 'export const timer: unknown = setTimeout(() => {}, 1);', 'TS2304'],
  ['core', 'takes an AbortSignal', 'export type Signal = AbortSignal;', 'TS2304'],
  ['core', 'fetches', `export const response: unknown = fetch('/');`, 'TS2304'],
  ['core', 'imports the wrapped fetch', `export { keyOf } from '../fetch/key.ts';`, 'TS6307'],
  ['fetch', 'imports the preloader', `export * from '../preload/index.ts';`, 'TS6307'],
  ['preload', 'imports the wrapped fetch', `export { keyOf } from '../fetch/key.ts';`, 'TS6307'],
  ['service-worker', 'uses the DOM', 'export const title: string = document.title;', 'TS2584'],
  ['service-worker', 'imports the preloader', `export * from '../preload/index.ts';`, 'TS6307'],
  ['register', 'imports the core', `export { Flights } from '../core/flights.ts';`, 'TS6307'],
  ['report', 'imports the preloader', `export * from '../preload/index.ts';`, 'TS6307'],
  ['inspector', 'imports the wrapped fetch', `export { keyOf } from '../fetch/key.ts';`, 'TS6307'],
  ['adapters', 'imports the core', `export { Flights } from '../core/flights.ts';`, 'TS6307'],
  ['react', 'imports the wrapped fetch', `export { keyOf } from '../fetch/key.ts';`, 'TS6307'],
  ['protocol', 'uses the DOM', 'export const title: string = document.title;', 'TS2584'],
];
const fileOf = (at: number) => `src/${offences[at]?.[0]}/offence-${at}.ts`;

let answers: string;

beforeAll(() => {
  for (const part of ['src', 'package.json', 'tsconfig.base.json', 'biome.json', '.gitignore'])
    cpSync(`${root}${part}`, copy.at(part), { recursive: true });
  for (const [at, [, , text]] of offences.entries()) copy.write(fileOf(at), text);
  const compiler = [resolve('typescript/lib/tsc.js'), '-b', 'src', '--pretty', 'false'];
  answers = spawnSync(process.execPath, compiler, { cwd: copy.path, encoding: 'utf8' }).stdout;
});

afterAll(copy.remove);

describe('a layer does not compile', () => {
  test.each(offences.map(([layer, fault, , code], at) => ({ layer, fault, code, at })))(
    'A layer does not compile when $layer $fault',
    ({ at, code }) => {
      const errors = answers.split('\n').filter((line) => line.startsWith(fileOf(at)));
      expect(errors).toEqual([expect.stringContaining(`error ${code}`)]);
    },
  );
});

describe('docs/architecture.md', () => {
  const page = readFileSync(`${root}docs/architecture.md`, 'utf8');
  const rows = [...page.matchAll(/^\| `src\/([\w-]+)\/` \| .+ \| ([\w, -]+) \|$/gm)];
  const imports = rows.map(([, room = '', may = '']) => ({ room, may: may.split(', ') }));

  test('lists every room of src', () => {
    const rooms = globSync('src/*/tsconfig.json', { cwd: root }).map((path) => path.split(/[\\/]/)[1]);
    expect(imports.map(({ room }) => room).sort()).toEqual(rooms.sort());
  });

  test.each(imports)('says which rooms $room may import', ({ room, may }) => {
    const { references = [] } = JSON.parse(readFileSync(`${root}src/${room}/tsconfig.json`, 'utf8'));
    const allowed = references.map(({ path }: { path: string }) => path.replace('../', ''));
    expect(may).toEqual(allowed.length ? allowed : ['nothing']);
  });
});

test('React’s hooks import the entry of the preloader, and no other file of it', () => {
  const files = globSync('src/react/*.ts', { cwd: root });
  const imports = files.flatMap((file) =>
    [...readFileSync(root + file, 'utf8').matchAll(/from '(.*)';/g)].map(([, from]) => from as string),
  );
  const outside = imports.filter((from) => !/^(?:\.|\.\.\/(?:http|options))\//.test(from));
  expect(new Set(outside)).toEqual(new Set(['react', '../preload/index.ts']));
});

describe('the linter', () => {
  test('refuses a cycle of imports, also one of types alone', () => {
    const files = {
      'src/core/one.ts': `import type { Two } from './two.ts';\n\nexport type One = { two?: Two };\n`,
      'src/core/two.ts': `import type { One } from './one.ts';\n\nexport type Two = { one?: One };\n`,
    };
    for (const [file, text] of Object.entries(files)) copy.write(file, text);
    const linter = resolve('@biomejs/biome/bin/biome');
    const { stderr } = spawnSync(
      process.execPath,
      [linter, 'lint', '--colors=off', '--max-diagnostics=none', ...Object.keys(files)],
      { cwd: copy.path, encoding: 'utf8' },
    );
    expect(stderr.match(/src\/core\/(?:one|two)\.ts\S* lint\/suspicious\/noImportCycles/g)).toHaveLength(2);
  });
});
