// npm run size: what an import costs, in bytes after Rollup, Terser and Brotli, beside its limit in package.json.

import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import terser from '@rollup/plugin-terser';
import { type Plugin, rollup } from 'rollup';
import manifest from '../package.json' with { type: 'json' };

/**
 * What is measured: an import (as a whole, on top of what it shares with all others, or beside another import), or a
 * file.
 */
export interface Limit {
  readonly name: string;
  readonly import?: string;
  /** A folder of modules that are not counted. */
  readonly without?: string;
  /** An import that the page has in any case: what both share is not counted. */
  readonly beside?: string;
  readonly file?: string;
  /** The limit. */
  readonly bytes: number;
}

export const limits: readonly Limit[] = manifest['size-limits'];

/** Its types are a CommonJS module's, which it is not. */
const minify = terser as unknown as (options: object) => Plugin;

const root = new URL('../', import.meta.url);
const entry = 'entry';

/** A module that exports this: the built package is what its users have. */
async function bundle(code: string): Promise<string> {
  const { generate, close } = await rollup({
    input: entry,
    external: ['react'],
    // 'use client' says nothing to a browser.
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

/** All of a folder of modules, as code that exports it. */
const allOf = (folder: string): string =>
  globSync(`build/${folder}/*.js`, { cwd: fileURLToPath(root) })
    .map((file) => `export * from ${JSON.stringify(fileURLToPath(new URL(file, root)))};`)
    .join('\n');

const compressed = (text: string): number => brotliCompressSync(text).length;

/** Bytes of it, as a server would send them; on top of something, those that it adds to that. */
export async function sizeOf(limit: Limit): Promise<number> {
  if (limit.file) return compressed(readFileSync(new URL(limit.file, root), 'utf8'));
  if (limit.beside) {
    const both = await bundle(`export ${limit.import};\nexport ${limit.beside};`);
    return compressed(both) - compressed(await bundle(`export ${limit.beside}`));
  }
  const size = compressed(await bundle(`export ${limit.import}`));
  return limit.without ? size - compressed(await bundle(allOf(limit.without))) : size;
}

if (import.meta.main)
  for (const limit of limits) {
    const size = await sizeOf(limit);
    const verdict = size > limit.bytes ? '  too much' : '';
    console.log(`${String(size).padStart(6)} B of ${limit.bytes} B  ${limit.name}${verdict}`);
    if (verdict) process.exitCode = 1;
  }
