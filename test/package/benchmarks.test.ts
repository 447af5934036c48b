// Every figure that a page quotes comes from the committed results.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { benchmarks } from '../../bench/registry.ts';
import { pageOf, pages, quoted, textOf } from '../../bench/support/document.ts';
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

describe.each(benchmarks.filter(({ name }) => kept(name)))('the benchmark $name', (benchmark) => {
  const { name, title, unit } = benchmark;

  test(`docs/benchmarks/${name}.md is written from the committed results`, () => {
    expect(readFileSync(pageOf(name), 'utf8')).toBe(textOf(benchmark));
  });

  test.each(benchmark.plots?.(kept(name)?.rows ?? []) ?? [])(
    'the plot $name has the figures of the committed results',
    ({ name, spec }) => {
      const drawn = readFileSync(new URL(`../../docs/plots/${name}.svg`, import.meta.url), 'utf8');
      const medians = [...JSON.stringify(spec).matchAll(/"median":([\d.]+)/g)].map(([, median]) => median);
      expect(medians).not.toEqual([]);
      expect(medians.filter((median) => !drawn.includes(`: ${median};`))).toEqual([]);
    },
  );

  test(`the committed results of ${name} have the title and the unit of the benchmark`, () => {
    expect(kept(name)).toMatchObject({ name, title, unit });
  });

  test(`docs/benchmarks.md links to the page of ${name}`, () => {
    expect(readFileSync(new URL('../../docs/benchmarks.md', import.meta.url), 'utf8')).toContain(
      `(benchmarks/${name}.md)`,
    );
  });
});
