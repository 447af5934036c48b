// Bundles an import of the built package as users do: by Rollup and Terser, compressed by Brotli.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import terser from '@rollup/plugin-terser';
import { type OutputChunk, type Plugin, rollup } from 'rollup';

/** Its types are those of a CommonJS module, but it is an ES module. */
const minify = terser as unknown as (options: object) => Plugin;

const entry = 'entry';

type Bundle = Pick<OutputChunk, 'code' | 'map'>;

/** What this process has bundled: several sizes use one import. */
const made = new Map<string, Promise<Bundle>>();

/**
 * Bundles a module that exports this from the built package, as users do. The source map leads to `src`. A process bundles
 * each module once.
 */
export function bundle(code: string): Promise<Bundle> {
  const bundled = made.get(code) ?? bundleAnew(code);
  made.set(code, bundled);
  return bundled;
}

async function bundleAnew(code: string): Promise<Bundle> {
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
        load: (id) => (id === entry ? code : withMap(id)),
      },
      minify({ ecma: 2022, module: true, toplevel: true, compress: { passes: 3 } }),
    ],
  });
  const { output } = await generate({ format: 'es', sourcemap: 'hidden' });
  await close();
  return { code: output.map((chunk) => ('code' in chunk ? chunk.code : '')).join(''), map: output[0].map };
}

/** Returns a file with its source map; nothing for a file without one. */
function withMap(path: string) {
  if (!existsSync(`${path}.map`)) return null;
  return { code: readFileSync(path, 'utf8'), map: readFileSync(`${path}.map`, 'utf8') };
}

export const compressed = (text: string): number => brotliCompressSync(text).length;
