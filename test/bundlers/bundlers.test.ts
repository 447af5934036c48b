// Each bundler with the packed library: what it makes runs, holds nothing that is not used, and stays below a limit.

import { globSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundlers } from './bundlers.ts';
import { type Project, project } from './project.ts';
import { limits, record } from './sizes.ts';

/** What is imported, and a program that uses it: it prints what ten asks come to. */
const programs: Readonly<Record<string, { readonly entry: string; readonly program: string }>> = {
  '{ Flights }': {
    entry: `export { Flights as used } from 'coflight';`,
    program: `const flights = new used();
      const ask = () => flights.join('key', async () => ++runs).result;`,
  },
  '{ createFetch }': {
    entry: `export { createFetch as used } from 'coflight';`,
    program: `const fetch = used({ fetch: async () => new Response(String(++runs)) });
      const ask = () => fetch('https://site.test/').then((response) => response.text());`,
  },
  '{ coalesce } of coflight/flights': {
    entry: `export { coalesce as used } from 'coflight/flights';`,
    program: `const ask = used(async () => ++runs);`,
  },
};

const sizes: Record<string, Record<string, number>> = {};

describe.each(Object.entries(bundlers))('%s', (bundler, bundle) => {
  let user: Project;
  beforeAll(() => {
    user = project();
  });
  afterAll(() => user.remove());

  test.each(Object.entries(programs))(
    `bundles %s: it runs, and has less than its limit of bytes (#15, #18)`,
    (name, { entry, program }) => {
      user.run('rm', ['-rf', 'out']);
      user.write('import.js', entry);
      user.write('main.js', `import { used } from './import.js';\nglobalThis.used = used;`);
      bundle(user);
      const [file = '', ...others] = globSync('out/**/*.js', { cwd: user.path });
      expect(others).toEqual([]);
      const asks = 'Promise.all(Array.from({ length: 10 }, () => ask()))';
      const lines = [`import './${file}';`, 'let runs = 0;', program];
      user.write(
        'run.mjs',
        [...lines, `${asks}.then(({ length }) => console.log(length, runs));`].join('\n'),
      );
      expect(user.run('node', ['run.mjs'])).toBe('10 1\n');
      const size = brotliCompressSync(readFileSync(user.at(file))).length;
      (sizes[bundler] ??= {})[name] = size;
      expect(size).toBeLessThan(limits[name] ?? 0);
    },
  );
});

afterAll(() => {
  console.table(sizes);
  const all = Object.values(sizes).flatMap((each) => Object.keys(each)).length;
  if (all === Object.keys(bundlers).length * Object.keys(programs).length) record(sizes);
});
