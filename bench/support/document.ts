// Writes a page for each benchmark from its results, and the figures that the README and other pages quote.

import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Benchmark } from './benchmark.ts';
import { kept, type Result } from './results.ts';
import { figure, markdown } from './tables.ts';

const root = new URL('../../', import.meta.url);
const folder = new URL('docs/benchmarks/', root);

/** The page of one benchmark. It is generated. */
export const pageOf = (name: string): URL => new URL(`${name}.md`, folder);

/** The pages written by hand that may quote figures: the README and every page of docs that is not generated. */
export const pages: readonly URL[] = ['README.md', ...globSync('docs/**/*.md', { cwd: root })]
  .map((path) => new URL(path.replaceAll('\\', '/'), root))
  .filter(({ href }) => !href.startsWith(folder.href));

const machineOf = ({ machine, node }: Result): string =>
  `_${machine.cpu}, ${machine.cores} cores, ${machine.system}, Node ${node.slice(1)}_`;

const legend = `The first row of a table is the **floor**, **ratio** is the median over the floor's, **spread** is half of the distance
between the quartiles. [How it is measured](../benchmarks.md#how-it-is-measured).`;

/** Returns the text of a benchmark's page; undefined for one without results. */
export function textOf({ name, title, about, plots }: Benchmark): string | undefined {
  const result = kept(name);
  if (!result) return undefined;
  const drawn = (plots?.(result.rows) ?? []).map((plot) => `![${plot.alt}](../plots/${plot.name}.svg)`);
  const command = `\`npm run bench -- ${name}\` · ${machineOf(result)}`;
  const parts = [`# ${title}`, command, about, legend, ...drawn, markdown(result.rows, result.unit)];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** Returns a row's figure by the name of its column. */
function lookUp(result: Result, group: string, contender: string, column: string): string {
  const row = result.rows.find((row) => (row.group ?? '') === group && row.contender === contender);
  const value = row?.[column as 'median'] ?? row?.notes?.[column];
  if (value === undefined)
    throw new Error(`The results of ${result.name} have no "${column}" of "${contender}" in "${group}".`);
  return typeof value === 'number' ? figure(value) : value;
}

/**
 * Returns a text with the committed figures in all its quotes: `<!-- bench: NAME / GROUP / CONTENDER / COLUMN -->54.2
 * ms`. The group may be empty. The column is `median`, `ratio` or the name of a note.
 */
export function quoted(text: string): string {
  return text.replaceAll(/<!-- bench: (.+?) -->\d+(?:\.\d+)?(?: of \d+)?/g, (whole, path: string) => {
    const [name = '', group = '', contender = '', column = ''] = path.split('/').map((part) => part.trim());
    const result = kept(name);
    if (!result) throw new Error(`${whole}: there are no results of ${name}.`);
    return `<!-- bench: ${path} -->${lookUp(result, group, contender, column)}`;
  });
}

/** Writes the pages of the benchmarks, and the figures that other pages quote. */
export function document(benchmarks: readonly Benchmark[]): void {
  mkdirSync(folder, { recursive: true });
  for (const benchmark of benchmarks) {
    const text = textOf(benchmark);
    if (text) writeFileSync(pageOf(benchmark.name), text);
  }
  for (const path of pages) {
    const text = readFileSync(path, 'utf8');
    const current = quoted(text);
    if (current !== text) writeFileSync(path, current);
  }
}
