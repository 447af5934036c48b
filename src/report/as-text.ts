// The report for the terminal.

import { numberText, printable, shorten, wrap } from '../wording/words.ts';
import { withoutOrigin } from './patterns.ts';
import type { Report } from './report.ts';
import {
  answeredText,
  lingerText,
  matchLines,
  nearMissesText,
  nearMissText,
  recordingText,
  savingCells,
  verdictOf,
  waitedText,
} from './verdict.ts';

const width = 100;
const patternWidth = 56;
/** The most rows of a table. `--json` and `--html` have all rows. */
const maxRows = 20;

/** Writes the report as text for a terminal of 100 columns. */
export function asText(report: Report): string {
  const { patterns, nearMisses, match, notes } = report;
  const paragraph = (text: string | undefined) => (text ? wrap(text, width) : []);
  const sections = [
    [recordingText(report), '', ...paragraph(verdictOf(report))],
    patterns.length ? savingsLines(report) : [],
    paragraph(lingerText(report)),
    nearMisses.length ? nearMissLines(report) : [],
    match.length ? workerLines(match) : [],
    answeredText(report).flatMap(paragraph),
    notes.flatMap((note) => paragraph(`Note: ${note}`)),
  ];
  const filled = sections.filter((lines) => lines.length);
  return filled.map((lines) => lines.map(printable).join('\n')).join('\n\n');
}

function savingsLines({ patterns, origin, createFetch, withServiceWorker }: Report): string[] {
  const rows = patterns.map((one) => [
    shorten(withoutOrigin(one.pattern, origin), patternWidth),
    numberText(one.sent),
    ...savingCells(one),
  ]);
  const total = patterns.reduce((sum, { sent }) => sum + sent, 0);
  const lines = table(
    ['', 'sent', 'saved', 'bytes', 'waited', 'longest'],
    ...rows.slice(0, maxRows),
    ...more(rows.length).map((text) => [text]),
    ['by `createFetch` alone', numberText(total), ...savingCells(createFetch)],
    ['with the service worker', numberText(total), ...savingCells(withServiceWorker)],
  );
  return [...lines, `(${waitedText})`];
}

const more = (length: number) => (length > maxRows ? [`… and ${numberText(length - maxRows)} more`] : []);

const indented = (text: string, by: number) => wrap(text, width - by).map((line) => ' '.repeat(by) + line);

function nearMissLines({ nearMisses, origin }: Report): string[] {
  const blocks = nearMisses.map((miss) => [
    ...indented(`${shorten(withoutOrigin(miss.pattern, origin), patternWidth)}: ${nearMissText(miss)}`, 2),
    ...indented(miss.advice, 4),
  ]);
  const rest = more(blocks.length).map((text) => `  ${text}`);
  return [nearMissesText, ...blocks.slice(0, maxRows).flat(), ...rest];
}

function workerLines(match: readonly string[]): string[] {
  const code = matchLines(match.slice(0, maxRows), more(match.length));
  return ['For the service worker, name:', ...code.map((line) => `  ${line}`)];
}

/** Writes columns; all but the first are aligned to the right. */
function table(head: readonly string[], ...body: readonly (readonly string[])[]): string[] {
  const rows = [head, ...body];
  const widths = head.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const cell = (text: string, at: number) =>
    at ? text.padStart(widths[at] as number) : text.padEnd(widths[at] as number);
  return rows.map((row) => row.map(cell).join('  ').trimEnd());
}
