// Each bundler with the packed library, as its documentation says to call it: what it makes runs, holds nothing that
// is not used, and has this size.

import { globSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../scripts/size.ts';
import { type Project, project } from './project.ts';

/** Bundles main.js of the project, minified, into the folder `out`. */
type Bundler = (project: Project) => void;

const page = '<!doctype html><script type="module" src="main.js"></script>';

const bundlers: Readonly<Record<string, Bundler>> = {
  Vite: ({ run, write }) => {
    write('index.html', page);
    // It would ask the page for its `document`, and here the bundle runs in Node.
    write('vite.config.js', 'export default { build: { modulePreload: { polyfill: false } } };');
    run('vite', ['build', '--outDir', 'out', '--logLevel', 'error']);
  },
  Rollup: ({ run }) =>
    void run('rollup', [
      'main.js',
      '--dir',
      'out',
      '--format',
      'es',
      '-p',
      `${here}/@rollup/plugin-node-resolve`,
      '-p',
      `${here}/@rollup/plugin-terser`,
    ]),
  webpack: ({ run, write }) => {
    write(
      'build.js',
      `import webpack from '${here}/webpack/lib/index.js';
       const compiler = webpack({ mode: 'production', entry: './main.js', output: { path: process.cwd() + '/out' } });
       compiler.run((error, stats) => {
         if (!error && !stats.hasErrors()) return;
         console.error(error ?? stats.toString());
         process.exitCode = 1;
       });`,
    );
    run('node', ['build.js']);
  },
  esbuild: ({ run }) =>
    void run('esbuild', [
      'main.js',
      '--bundle',
      '--minify',
      '--format=esm',
      '--outdir=out',
      '--log-level=error',
    ]),
  'Parcel with its defaults': ({ run, write }) => {
    write('index.html', page);
    run('parcel', ['build', 'index.html', '--dist-dir', 'out', '--no-cache', '--no-source-maps']);
  },
  Bun: ({ run }) => void run('bun', ['build', './main.js', '--minify', '--outdir', 'out']),
};

const here = new URL('node_modules', import.meta.url).pathname;

/** What is imported, and a program that uses it: it prints what ten asks come to. */
const programs: Readonly<Record<string, string>> = {
  '{ Flights }': `import { Flights } from 'coflight';
    const flights = new Flights();
    let runs = 0;
    const asks = Array.from({ length: 10 }, () => flights.join('key', async () => ++runs).result);
    Promise.all(asks).then(({ length }) => console.log(length, runs));`,
  '{ createFetch }': `import { createFetch } from 'coflight';
    let runs = 0;
    const fetch = createFetch({ fetch: async () => new Response(String(++runs)) });
    const asks = Array.from({ length: 10 }, () => fetch('https://site.test/').then((response) => response.text()));
    Promise.all(asks).then(({ length }) => console.log(length, runs));`,
  '{ coalesce } of coflight/flights': `import { coalesce } from 'coflight/flights';
    let runs = 0;
    const ask = coalesce(async () => ++runs);
    Promise.all(Array.from({ length: 10 }, () => ask())).then(({ length }) => console.log(length, runs));`,
};

/** Bytes: Parcel keeps some of the wrapped fetch beside `{ Flights }`. It does not with `coflight/flights`. */
const additions: Readonly<Record<string, number>> = { 'Parcel with its defaults': 1700 };

const sizes: Record<string, Record<string, string>> = {};

describe.each(Object.entries(bundlers))('%s', (bundler, bundle) => {
  let user: Project;
  beforeAll(() => {
    user = project();
  });
  afterAll(() => user.remove());

  test.each(Object.entries(programs))('bundles %s, and the bundle runs (#15)', (name, program) => {
    user.run('rm', ['-rf', 'out']);
    user.write('main.js', program);
    bundle(user);
    const [file = '', ...others] = globSync('out/**/*.js', { cwd: user.path });
    expect(others).toEqual([]);
    expect(user.run('node', [file])).toBe('10 1\n');
    const bytes = readFileSync(user.at(file));
    const small = brotliCompressSync(bytes).length;
    (sizes[bundler] ??= {})[name] = `${small} B (${bytes.length} B minified)`;
    const limit = limits.find((limit) => limit.name === name)?.bytes ?? Infinity;
    // The program around it, and what the bundler adds.
    expect(small).toBeLessThan(limit * 1.1 + (additions[bundler] ?? 400));
  });
});

afterAll(() => console.table(sizes));
