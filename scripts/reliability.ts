// npm run reliability: writes docs/reliability.md from what the long trials have measured.
//
// Each trial writes test/reliability/results/NAME.json by `keep`, which writes the page, too.

import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What a trial has measured. */
export interface Measured {
  /** Trials with a smaller number come first on the page. */
  readonly order: number;
  readonly title: string;
  /** The command that measures it again. */
  readonly command: string;
  /** What it ran on: browsers, Node, the machine. */
  readonly with: string;
  /** The result in a sentence. */
  readonly summary: string;
  /** The names of the columns. */
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly notes: readonly string[];
}

/** The same as it is kept. */
export interface Results extends Measured {
  /** The last commit that had changed `src/` when it was measured. */
  readonly at: string;
}

const root = new URL('../', import.meta.url);
const folder = new URL('test/reliability/results/', root);
const page = new URL('docs/reliability.md', root);

/** The name of a row that says of which commit each column is. Then the trial has no commit for all of them. */
export const commitRow = '`src/` as of commit';

const introduction = `# Reliability

\`npm test\` checks every promise on each change. The trials on this page take longer, so each has a command of its own, which
writes its results and this page. [CONTRIBUTING](../CONTRIBUTING.md) names the commands, and [the laws](laws.md) say what
they check.`;

/** A bar would end the cell, and a line break the table. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');
const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
/** Columns of figures are aligned to the right. */
const isFigure = (text: string | undefined): boolean =>
  /^[±~<>≤≥]?\s*\d[\d.,]*( ?\S{1,4})?$/.test(text ?? '');

function tableOf({ title, head, rows }: Results): string {
  const odd = rows.find(({ length }) => length !== head.length);
  if (odd)
    throw new RangeError(
      `Expected each row of "${title}" to have ${head.length} cells, got ${JSON.stringify(odd)}.`,
    );
  const rules = head.map((_, at) =>
    rows.length && rows.every((row) => isFigure(row[at]) || row[at] === '') ? '--:' : '---',
  );
  return [line(head), `|${rules.join('|')}|`, ...rows.map(line)].join('\n');
}

function sectionOf(results: Results): string {
  const { title, command, at, summary, rows, notes } = results;
  const commit = rows.some(([name]) => name === commitRow) ? [] : [`${commitRow} ${at}`];
  const where = [`\`${command}\``, results.with, ...commit].join(' · ');
  const parts = [`## ${title}`, summary, where, rows.length ? tableOf(results) : ''];
  return [...parts, notes.map((note) => `- ${note}`).join('\n')].filter(Boolean).join('\n\n');
}

/** Returns the text of the page for these results. */
export function textOf(all: readonly Results[]): string {
  const sections = all.toSorted((a, b) => a.order - b.order).map(sectionOf);
  return `${[introduction, ...sections].join('\n\n')}\n`;
}

const kept = (): Results[] =>
  globSync('*.json', { cwd: fileURLToPath(folder) }).map((file) =>
    JSON.parse(readFileSync(new URL(file, folder), 'utf8')),
  );

/** Returns the page as it is, and as the results say. */
export const pages = (): { readonly is: string; readonly wanted: string } => ({
  is: existsSync(page) ? readFileSync(page, 'utf8') : '',
  wanted: textOf(kept()),
});

/** Writes the page. */
export const writePage = (): void => writeFileSync(page, pages().wanted);

/** Returns the last commit that has changed `src/`. */
export function commitOfSource(): string {
  const git = ['log', '-1', '--format=%h', '--', 'src'];
  return execFileSync('git', git, { cwd: fileURLToPath(root), encoding: 'utf8' }).trim();
}

/** Returns what was kept under that name. */
export function keptAs<More = unknown>(name: string): (Results & More) | undefined {
  const file = new URL(`${name}.json`, folder);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Writes results to `test/reliability/results/NAME.json`, and the page. A trial may keep more than the page shows. */
export function keep<More extends Measured>(name: string, measured: More): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    new URL(`${name}.json`, folder),
    `${JSON.stringify({ ...measured, at: commitOfSource() }, null, 2)}\n`,
  );
  writePage();
}

if (import.meta.main) writePage();
