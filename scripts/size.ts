// npm run size: what an import costs, in bytes after Rollup, Terser and Brotli, beside its limit in package.json.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import terser from '@rollup/plugin-terser';
import { type Plugin, rollup } from 'rollup';
import manifest from '../package.json' with { type: 'json' };

/** What is measured: an import, with or without what it shares with all others (the core), or a ready-made file. */
export interface Limit {
  readonly name: string;
  readonly import?: string;
  readonly without?: string;
  readonly file?: string;
  /** The limit. */
  readonly bytes: number;
}

export const limits: readonly Limit[] = manifest['size-limits'];

/** Its types are a CommonJS module's, which it is not. */
const minify = terser as unknown as (options: object) => Plugin;

const root = new URL('../', import.meta.url);
const entry = 'entry';

/** Where an import leads: the built package, as its users have it; or the modules it is built of. */
function placeOf(specifier: string, inModules: boolean): string {
  const built = fileURLToPath(import.meta.resolve(specifier));
  if (!inModules) return built;
  const module = specifier.replace('coflight', 'build');
  return fileURLToPath(new URL(`${module}/index.js`, root));
}

async function bundle({ import: names = '', without }: Limit): Promise<string> {
  const core = without && fileURLToPath(new URL(`build/${without}/`, root));
  const { generate, close } = await rollup({
    input: entry,
    external: (id) => core !== undefined && id.startsWith(core),
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => {
          if (id === entry) return id;
          return id.startsWith('coflight') ? placeOf(id, core !== undefined) : null;
        },
        load: (id) => (id === entry ? `export ${names}` : null),
      },
      minify({ ecma: 2022, module: true, toplevel: true, compress: { passes: 3 } }),
    ],
  });
  const { output } = await generate({ format: 'es', paths: () => 'core' });
  await close();
  return output.map((chunk) => ('code' in chunk ? chunk.code : '')).join('');
}

/** Bytes of it, as a server would send them. */
export async function sizeOf(limit: Limit): Promise<number> {
  const text = limit.file ? readFileSync(new URL(limit.file, root)) : await bundle(limit);
  return brotliCompressSync(text).length;
}

if (import.meta.main)
  for (const limit of limits) {
    const size = await sizeOf(limit);
    const verdict = size > limit.bytes ? '  too much' : '';
    console.log(`${String(size).padStart(6)} B of ${limit.bytes} B  ${limit.name}${verdict}`);
    if (verdict) process.exitCode = 1;
  }
