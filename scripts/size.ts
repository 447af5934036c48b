// npm run size: the bytes of each import after Rollup, Terser and Brotli, beside its limit in package.json. It also
// writes the sizes that the README and other pages quote.

import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import terser from '@rollup/plugin-terser';
import { type Plugin, rollup } from 'rollup';
import manifest from '../package.json' with { type: 'json' };

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

/** Its types are those of a CommonJS module, but it is an ES module. */
const minify = terser as unknown as (options: object) => Plugin;

const root = new URL('../', import.meta.url);
const entry = 'entry';

/** Bundles a module that exports this from the built package, as users do. */
async function bundle(code: string): Promise<string> {
  const { generate, close } = await rollup({
    input: entry,
    external: ['react'],
    // 'use client' means nothing to a browser.
    onwarn: ({ code, message }) => code !== 'MODULE_LEVEL_DIRECTIVE' && console.warn(message),
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => {
          if (id === entry) return id;
          return id.startsWith('coflight') ? fileURLToPath(import.meta.resolve(id)) : null;
        },
        load: (id) => (id === entry ? code : null),
      },
      minify({ ecma: 2022, module: true, toplevel: true, compress: { passes: 3 } }),
    ],
  });
  const { output } = await generate({ format: 'es' });
  await close();
  return output.map((chunk) => ('code' in chunk ? chunk.code : '')).join('');
}

/** Returns code that exports all modules of a folder. */
const allOf = (folder: string): string =>
  globSync(`build/${folder}/*.js`, { cwd: fileURLToPath(root) })
    .map((file) => `export * from ${JSON.stringify(fileURLToPath(new URL(file, root)))};`)
    .join('\n');

const compressed = (text: string): number => brotliCompressSync(text).length;

/** Returns the bytes that a server would send; with `without` or `beside`, the bytes that it adds. */
export async function sizeOf(limit: Limit): Promise<number> {
  if (limit.file) return compressed(readFileSync(new URL(limit.file, root), 'utf8'));
  if (limit.beside) {
    const both = await bundle(`export ${limit.import};\nexport ${limit.beside};`);
    return compressed(both) - compressed(await bundle(`export ${limit.beside}`));
  }
  const size = compressed(await bundle(`export ${limit.import}`));
  return limit.without ? size - compressed(await bundle(allOf(limit.without))) : size;
}

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
}
