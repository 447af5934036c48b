// Every figure that a page quotes comes from the committed results.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { benchmarks } from '../../bench/registry.ts';
import { page, pageOf, pages, quoted } from '../../bench/support/document.ts';
import { kept } from '../../bench/support/results.ts';

const quoting = pages
  .map((path) => ({ name: path.pathname.split('/').at(-1), text: readFileSync(path, 'utf8') }))
  .filter(({ text }) => text.includes('<!-- bench: '));

test('README.md and docs/preload.md quote figures', () => {
  expect(quoting.map(({ name }) => name)).toEqual(expect.arrayContaining(['README.md', 'preload.md']));
});

test.each(quoting)('$name quotes the figures of the committed results', ({ text }) => {
  expect(quoted(text)).toBe(text);
});

test('quoting a figure that was not measured fails', () => {
  const [{ name } = { name: '' }] = benchmarks;
  expect(() => quoted('<!-- bench: nothing / a / b / median -->1')).toThrow('no results of nothing');
  expect(() => quoted(`<!-- bench: ${name} / a / b / median -->1`)).toThrow('no "median" of "b" in "a"');
});

test('docs/benchmarks.md is written from the committed results', () => {
  expect(readFileSync(page, 'utf8')).toBe(pageOf(benchmarks));
});

test('the results that are committed are those of the benchmarks as they are', () => {
  const measured = benchmarks.filter(({ name }) => kept(name));
  expect(measured.length).toBeGreaterThan(0);
  for (const { name, title, unit } of measured) expect(kept(name)).toMatchObject({ name, title, unit });
});
