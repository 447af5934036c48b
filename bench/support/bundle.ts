// Bundles a module of this folder with everything that it imports, for a page or to measure its size.

import { fileURLToPath } from 'node:url';
import terser from '@rollup/plugin-terser';
import { type Plugin, rollup } from 'rollup';
import ts from 'typescript';
import { peer } from './peers.ts';

/** The types of these plugins are those of CommonJS modules, but the plugins are ES modules. */
const minify = terser as unknown as (options: object) => Plugin;

/** Licences are left out, because some packages contain theirs and others have it in another file. */
const minifying = {
  ecma: 2022,
  compress: { passes: 3 },
  format: { comments: false },
};

const entry = '\0entry';
/** Where the imports of the entry are looked up. */
const here = fileURLToPath(new URL('../entry.js', import.meta.url));

const compilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
};

const strip: Plugin = {
  name: 'strip-types',
  transform: (code, id) =>
    id.endsWith('.ts') ? ts.transpileModule(code, { compilerOptions }).outputText : null,
};

/** The values that bundlers insert for packages that ask which build this is. */
const production: Plugin = {
  name: 'production',
  transform: (code) => code.replaceAll('process.env.NODE_ENV', '"production"'),
};

/** The entry, which has no file. Its imports are resolved as if it were in this folder. */
const start = (code: string): Plugin => ({
  name: 'entry',
  resolveId(id, importer) {
    if (id === entry) return id;
    return importer === entry ? this.resolve(id, here, { skipSelf: true }) : null;
  },
  load: (id) => (id === entry ? code : null),
});

export interface BundleOptions {
  readonly minified?: boolean;
  /** Bundles a classic script that puts its exports into a global variable of this name. Default: a module. */
  readonly script?: string;
}

/** Bundles code. Its imports, by name or path, are resolved from `bench/`. */
export async function bundle(code: string, options: BundleOptions = {}): Promise<string> {
  const { minified = false, script } = options;
  const { nodeResolve } = await peer<{ nodeResolve(options: object): Plugin }>('@rollup/plugin-node-resolve');
  const { default: commonjs } = await peer<{ default(): Plugin }>('@rollup/plugin-commonjs');
  const plugins = [start(code), strip, production, nodeResolve({ browser: true }), commonjs()];
  // The variable of a script is used by other scripts.
  const toplevel = script === undefined;
  if (minified) plugins.push(minify({ ...minifying, module: toplevel, toplevel }));
  const { generate, close } = await rollup({ input: entry, plugins, onwarn() {} });
  const { output } = await generate({
    ...(toplevel ? { format: 'es' } : { format: 'iife', name: script }),
    inlineDynamicImports: true,
  });
  await close();
  return output[0].code;
}
