import { mkdirSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform } from 'node:os';
import type { Benchmark, Row } from './benchmark.ts';

const results = new URL('../results/', import.meta.url);

/** Three figures that count; whole numbers as they are. */
const figure = (value: number) =>
  Number.isInteger(value) || Math.abs(value) >= 1000
    ? value.toFixed(0)
    : value.toFixed(Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value) || 1))));

function cellsOf(
  { contender, median, spread, ratio, notes = {} }: Row,
  columns: readonly string[],
): string[] {
  const more = columns.map((column) => notes[column] ?? '');
  return [
    contender,
    figure(median),
    `± ${figure(spread)}`,
    ratio.toFixed(2),
    ...more.map((cell) => (typeof cell === 'number' ? figure(cell) : cell)),
  ];
}

/** The rows of one group as a Markdown table whose columns are in line. */
function tableOf(rows: readonly Row[], unit: string): string {
  const columns = [...new Set(rows.flatMap(({ notes = {} }) => Object.keys(notes)))];
  const cells = [
    ['contender', unit, 'spread', 'ratio', ...columns],
    ...rows.map((row) => cellsOf(row, columns)),
  ];
  const widths = cells[0]?.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0))) ?? [];
  const [head = '', ...body] = cells.map(
    (line) =>
      `| ${line.map((cell, at) => (at ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0))).join(' | ')} |`,
  );
  const rule = `|${widths.map((width, at) => (at ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2))).join('|')}|`;
  return [head, rule, ...body].join('\n');
}

/** All that was measured, as Markdown. */
export function markdown({ unit }: Benchmark, rows: readonly Row[]): string {
  return [...Map.groupBy(rows, ({ group = '' }) => group)]
    .map(([group, members]) => (group ? `${group}\n\n` : '') + tableOf(members, unit))
    .join('\n\n');
}

/** Writes it to results/<name>.json; returns where that is. */
export function save({ name, title, unit }: Benchmark, rows: readonly Row[], quick: boolean): URL {
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, system: platform(), arch: arch() };
  const file = new URL(`${name}.json`, results);
  mkdirSync(results, { recursive: true });
  writeFileSync(
    file,
    `${JSON.stringify({ name, title, unit, quick, node: process.version, machine, rows }, null, 2)}\n`,
  );
  return file;
}
