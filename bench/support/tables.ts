import type { Row } from './benchmark.ts';

/** Writes a number with three significant digits, and a whole number as it is. */
export const figure = (value: number): string =>
  Number.isInteger(value) || Math.abs(value) >= 1000
    ? value.toFixed(0)
    : value.toFixed(Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value) || 1))));

/** Writes a dash for a missing figure: it was not measured, or the task does not apply to the contender. */
const orDash = (value: number | undefined, text: (value: number) => string): string =>
  value === undefined ? '—' : text(value);

const cellOf = (cell: number | string): string => (typeof cell === 'number' ? figure(cell) : cell);

/** Returns the columns of a group beside the contender. Columns of time are missing when none was measured. */
function columnsOf(rows: readonly Row[], unit: string): Map<string, (row: Row) => string> {
  const columns = new Map<string, (row: Row) => string>();
  if (rows.some(({ median }) => median !== undefined)) {
    columns.set(unit, ({ median }) => orDash(median, figure));
    if (rows.some(({ spread }) => spread !== undefined))
      columns.set('spread', ({ spread }) => orDash(spread, (value) => `± ${figure(value)}`));
    columns.set('ratio', ({ ratio }) => orDash(ratio, (value) => value.toFixed(2)));
  }
  for (const name of new Set(rows.flatMap(({ notes = {} }) => Object.keys(notes))))
    columns.set(name, ({ notes = {} }) => cellOf(notes[name] ?? ''));
  return columns;
}

/** Returns the rows of one group as a Markdown table with aligned columns. */
function tableOf(rows: readonly Row[], unit: string): string {
  const columns = columnsOf(rows, rows[0]?.unit ?? unit);
  const cells = [
    ['contender', ...columns.keys()],
    ...rows.map((row) => [row.contender, ...[...columns.values()].map((cell) => cell(row))]),
  ];
  const widths = cells[0]?.map((_, at) => Math.max(3, ...cells.map((line) => line[at]?.length ?? 0))) ?? [];
  const pad = (cell: string, at: number) =>
    at ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0);
  const [head = '', ...body] = cells.map((line) => `| ${line.map(pad).join(' | ')} |`);
  const rule = `|${widths.map((width, at) => (at ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2))).join('|')}|`;
  return [head, rule, ...body].join('\n');
}

/** Returns all rows as Markdown tables. */
export function markdown(rows: readonly Row[], unit: string): string {
  return [...Map.groupBy(rows, ({ group = '' }) => group)]
    .map(([group, members]) => (group ? `**${group}**\n\n` : '') + tableOf(members, unit))
    .join('\n\n');
}
