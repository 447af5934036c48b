// The table of docs/recipes.md, made of what the last run of the recipes found.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Row } from './recipe.ts';

const page = new URL('../../docs/recipes.md', import.meta.url);
const marks = /(<!-- recipes: (\w+) -->\n)(?:.*?\n)??(<!-- \/recipes -->)/gs;

function rowsOf(file: string): readonly Row[] {
  const results = new URL(`results/${file}.json`, import.meta.url);
  return existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : [];
}

function table(file: string): string {
  const rows = rowsOf(file).map(
    ({ name, npm, version, native, wrapped, abort, error }) =>
      `| ${name} | ${npm} ${version} | ${native} | ${wrapped} | ${abort} | ${error} |`,
  );
  return [
    '| recipe | passed with | requests of ten asks, natively | with coflight | one abort | an error |',
    '|---|---|--:|--:|---|---|',
    ...rows,
  ].join('\n');
}

/** The page as it is, and as the results say. */
export function pages(): { readonly is: string; readonly wanted: string } {
  const is = readFileSync(page, 'utf8');
  return { is, wanted: is.replace(marks, (_, begin, file, end) => `${begin}${table(file)}\n${end}`) };
}

/** Writes what the last run found into the page. */
export const writePage = (): void => writeFileSync(page, pages().wanted);
