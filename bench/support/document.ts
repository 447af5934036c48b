// Writes docs/benchmarks.md from the results, and the figures that the README and other pages quote.

import { globSync, readFileSync, writeFileSync } from 'node:fs';
import type { Benchmark } from './benchmark.ts';
import { kept, type Result } from './results.ts';
import { summary } from './summary.ts';
import { figure, markdown } from './tables.ts';

const root = new URL('../../', import.meta.url);
export const page = new URL('docs/benchmarks.md', root);

/** The pages written by hand that may quote figures: the README and every page of docs. */
export const pages: readonly URL[] = ['README.md', ...globSync('docs/**/*.md', { cwd: root })]
  .map((path) => new URL(path.replaceAll('\\', '/'), root))
  .filter(({ href }) => href !== page.href);

const intro = `# Benchmarks

What coflight costs and what it saves, beside what could not be faster, what browsers and Node do by themselves, and the
packages of its field. Every table and every figure here is written by \`npm run bench\` from
[what it measured](../bench/results); [bench/README.md](../bench/README.md) has the method. The first row of a table is the
**floor**, **ratio** is the median over the floor's, **spread** is half of the distance between the quartiles. Trust ratios;
absolute times are the machine's.`;

const machineOf = ({ machine, node }: Result): string =>
  `_${machine.cpu}, ${machine.cores} cores, ${machine.system}, Node ${node.slice(1)}_`;

function section({ name, title, about, plots }: Benchmark, result: Result): string {
  const drawn = (plots?.(result.rows) ?? []).map((plot) => `![${plot.alt}](plots/${plot.name}.svg)`);
  const command = `\`npm run bench -- ${name}\` · ${machineOf(result)}`;
  return [`## ${title}`, command, about, ...drawn, markdown(result.rows, result.unit)]
    .filter(Boolean)
    .join('\n\n');
}

/** docs/benchmarks.md, from what is kept of these benchmarks. */
export function pageOf(benchmarks: readonly Benchmark[]): string {
  const sections = benchmarks.flatMap((benchmark) => {
    const result = kept(benchmark.name);
    return result ? [section(benchmark, result)] : [];
  });
  return `${[intro, '## In short', quoted(summary()), ...sections].join('\n\n')}\n`;
}

/** A row's figure by the name of its column. */
function lookUp(result: Result, group: string, contender: string, column: string): string {
  const row = result.rows.find((row) => (row.group ?? '') === group && row.contender === contender);
  const value = row?.[column as 'median'] ?? row?.notes?.[column];
  if (value === undefined)
    throw new Error(`The results of ${result.name} have no "${column}" of "${contender}" in "${group}".`);
  return typeof value === 'number' ? figure(value) : value;
}

/**
 * A text with the figures that it quotes as they are: `<!-- bench: NAME / GROUP / CONTENDER / COLUMN -->54.2 ms`,
 * where the group may be empty and the column is `median`, `ratio` or that of a note.
 */
export function quoted(text: string): string {
  return text.replaceAll(/<!-- bench: (.+?) -->\d+(?:\.\d+)?(?: of \d+)?/g, (whole, path: string) => {
    const [name = '', group = '', contender = '', column = ''] = path.split('/').map((part) => part.trim());
    const result = kept(name);
    if (!result) throw new Error(`${whole}: there are no results of ${name}.`);
    return `<!-- bench: ${path} -->${lookUp(result, group, contender, column)}`;
  });
}

/** Writes the page of the benchmarks, and the figures that other pages quote. */
export function document(benchmarks: readonly Benchmark[]): void {
  writeFileSync(page, pageOf(benchmarks));
  for (const path of pages) {
    const text = readFileSync(path, 'utf8');
    const current = quoted(text);
    if (current !== text) writeFileSync(path, current);
  }
}
