// The size of each bundle: what the last run found, and the table of docs/compatibility.md made of it.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Bytes after Brotli, by bundler and import. */
export type Sizes = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The names of the imports, and the most bytes that each may have in any bundle. */
export const limits: Readonly<Record<string, number>> = {
  '{ Flights }': 1200,
  '{ createFetch }': 13_270,
  '{ coalesce } of coflight/flights': 1850,
};

const results = new URL('results.json', import.meta.url);
const page = new URL('../../docs/compatibility.md', import.meta.url);
const marks = /(<!-- bundles -->\n)(?:.*?\n)??(<!-- \/bundles -->)/s;

const inKilobytes = (bytes: number | undefined) => `${((bytes ?? Number.NaN) / 1000).toFixed(2)} kB`;

function table(): string {
  const sizes: Sizes = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : {};
  const names = Object.keys(limits);
  const rows = Object.entries(sizes).map(
    ([bundler, sizes]) => `| ${bundler} | ${names.map((name) => inKilobytes(sizes[name])).join(' | ')} |`,
  );
  return [
    `| | ${names.map((name) => name.replace(/^\{ .+? \}/, '`$&`').replace(/coflight.+/, '`$&`')).join(' | ')} |`,
    `|---|${names.map(() => '--:|').join('')}`,
    ...rows,
  ].join('\n');
}

/** The page as it is, and as the results say. */
export function pages(): { readonly is: string; readonly wanted: string } {
  const is = readFileSync(page, 'utf8');
  return { is, wanted: is.replace(marks, (_, begin, end) => `${begin}${table()}\n${end}`) };
}

/** Keeps what a complete run found, and writes it into the page. */
export function record(sizes: Sizes): void {
  writeFileSync(results, `${JSON.stringify(sizes, null, 2)}\n`);
  writeFileSync(page, pages().wanted);
}
