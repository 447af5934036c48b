// What is said of the benchmarks is what was measured: the results are committed, and every figure comes from them.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { benchmarks } from '../../bench/registry.ts';
import { page, pageOf, quoted, readme } from '../../bench/support/document.ts';
import { kept } from '../../bench/support/results.ts';

test('README.md quotes the figures of the committed results', () => {
  const text = readFileSync(readme, 'utf8');
  expect(text).toMatch('<!-- bench: ');
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
