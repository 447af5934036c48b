// npm run size: the bytes of each import after Rollup, Terser and Brotli, beside its limit in package.json, and what the
// parts of an import weigh. It also writes the sizes that the README and other pages quote.

import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import manifest from '../package.json' with { type: 'json' };
import { bundle, compressed } from './bundle.ts';
import { tableOf, weightsOf, withTables } from './parts.ts';

/** An import or a file that is measured. An import may be measured without a folder, or beside another import. */
export interface Limit {
  readonly name: string;
  readonly import?: string;
  /** A folder of modules that are not counted. */
  readonly without?: string;
  /** An import that the page has in any case. Code that both share is not counted. */
  readonly beside?: string;
  readonly file?: string;
  /** The limit. */
  readonly bytes: number;
}

export const limits: readonly Limit[] = manifest['size-limits'];

const root = new URL('../', import.meta.url);
/** Returns code that exports all modules of a folder. */
const allOf = (folder: string): string =>
  globSync(`build/${folder}/*.js`, { cwd: fileURLToPath(root) })
    .map((file) => `export * from ${JSON.stringify(fileURLToPath(new URL(file, root)))};`)
    .join('\n');

const bytesOf = async (code: string) => compressed((await bundle(code)).code);

/** Returns the bytes that a server would send; with `without` or `beside`, the bytes that it adds. */
export async function sizeOf(limit: Limit): Promise<number> {
  if (limit.file) return compressed(readFileSync(new URL(limit.file, root), 'utf8'));
  if (limit.beside) {
    const both = await bytesOf(`export ${limit.import};\nexport ${limit.beside};`);
    return both - (await bytesOf(`export ${limit.beside}`));
  }
  const size = await bytesOf(`export ${limit.import}`);
  return limit.without ? size - (await bytesOf(allOf(limit.without))) : size;
}

/** The page that shows the parts of imports. */
export const pageOfParts = 'docs/decisions/004-what-the-fetch-weighs.md';

/** Returns the parts of imports as tables, by the names of the imports. */
export async function tablesOfParts(): Promise<Map<string, string>> {
  const tables = new Map<string, string>();
  for (const { name, import: imported } of limits)
    if (weighed.includes(name)) tables.set(name, tableOf(await weightsOf(`export ${imported}`)));
  return tables;
}

/** The imports whose parts are weighed. */
const weighed = ['{ createFetch }', '{ Flights }'];

/** Writes the sizes that a page quotes: `<!-- size: NAME -->0.5 kB`. */
function quote(page: string, sizes: ReadonlyMap<string, number>): void {
  const text = readFileSync(new URL(page, root), 'utf8');
  const current = text.replaceAll(/(<!-- size: (.+?) -->\s*)\d+\.\d(?= kB)/g, (whole, mark, name) => {
    const size = sizes.get(name);
    return size === undefined ? whole : mark + (size / 1000).toFixed(1);
  });
  if (current !== text) writeFileSync(new URL(page, root), current);
}

if (import.meta.main) {
  const sizes = new Map<string, number>();
  for (const limit of limits) {
    const size = await sizeOf(limit);
    sizes.set(limit.name, size);
    const verdict = size > limit.bytes ? '  too much' : '';
    console.log(`${String(size).padStart(6)} B of ${limit.bytes} B  ${limit.name}${verdict}`);
    if (verdict) process.exitCode = 1;
  }
  for (const page of ['README.md', ...globSync('docs/*.md', { cwd: fileURLToPath(root) })])
    quote(page, sizes);
  const tables = await tablesOfParts();
  for (const [name, table] of tables) console.log(`\n${name}\n${table}`);
  const page = new URL(pageOfParts, root);
  writeFileSync(page, withTables(readFileSync(page, 'utf8'), tables));
}
