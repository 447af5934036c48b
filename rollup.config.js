import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import terser from '@rollup/plugin-terser';
import { dts } from 'rollup-plugin-dts';
import manifest from './package.json' with { type: 'json' };

const entries = (extension) => ({
  index: `build/index${extension}`,
  flights: `build/flights${extension}`,
  preload: `build/preload/index${extension}`,
  'service-worker': `build/service-worker/index${extension}`,
  register: `build/register/index${extension}`,
  inspector: `build/inspector/index${extension}`,
  leaflet: `build/adapters/leaflet${extension}`,
  openlayers: `build/adapters/openlayers${extension}`,
  maplibre: `build/adapters/maplibre${extension}`,
  react: `build/react/index${extension}`,
});

/** Frameworks that run components on servers leave this entry to the browser. */
const banner = ({ name, isEntry }) => (isEntry && name === 'react' ? `'use client';` : '');

/** Parcel leaves out whole files alone. So the wrapped fetch has a file, which a program that needs `Flights` alone does not get. */
const toChunk = (id) => (/\/build\/(fetch|response)\//.test(id) ? 'fetch' : undefined);

/** Source maps lead to the TypeScript, not to the output of `tsc`. */
const fromTypeScript = {
  name: 'from-typescript',
  load: (id) => ({ code: readFileSync(id, 'utf8'), map: JSON.parse(readFileSync(`${id}.map`, 'utf8')) }),
};

/** Lists the run-time exports of each entry. */
const values = new Map();
const remember = {
  name: 'remember',
  generateBundle(_, bundle) {
    for (const { name, isEntry, exports } of Object.values(bundle)) if (isEntry) values.set(name, exports);
  },
};

/** A class that an entry exports as a type alone comes out of `dts` as a value: it is made a type again. */
const typesStayTypes = {
  name: 'types-stay-types',
  renderChunk: (code, { name, isEntry }) =>
    isEntry
      ? code.replace(/^export \{ (.+) \}( from .+)?;$/gm, (_, list, from = '') => {
          const isValue = (item) =>
            !item.startsWith('type ') && values.get(name).includes(item.split(' as ').at(-1));
          const { true: kept, false: types } = Object.groupBy(list.split(', '), isValue);
          const names = types?.map((item) => item.replace(/^type /, '')).join(', ');
          return [
            kept && `export { ${kept.join(', ')} }${from};`,
            types && `export type { ${names} }${from};`,
          ]
            .filter(Boolean)
            .join('\n');
        })
      : null,
};

/**
 * Exports the types of a shared file where they are declared. For a type that a list exports, TypeScript before 5.4 finds no
 * name when it writes the declarations of a user's program.
 */
const exportedWhereDeclared = {
  name: 'exported-where-declared',
  renderChunk: (code, { isEntry, exports }) =>
    isEntry
      ? null
      : code
          .replace(/^export type \{.*\};$/m, 'export {};')
          .replace(/^(?:interface|type) (\w+)/gm, (line, name) =>
            exports.includes(name) ? `export ${line}` : line,
          ),
};

const written = new Set();
const record = {
  name: 'record',
  writeBundle({ dir, file }, bundle) {
    for (const name of Object.keys(bundle)) written.add(file ? resolve(file) : resolve(dir, name));
  },
};

/** Removes files of an earlier build when everything is written, because they would be published. */
const sweep = {
  name: 'sweep',
  closeBundle() {
    for (const entry of readdirSync('dist', { recursive: true, withFileTypes: true })) {
      const path = resolve(entry.parentPath, entry.name);
      if (entry.isFile() && !written.has(path)) rmSync(path);
    }
  },
};

/** The modules, for bundlers and import maps, with their declarations. */
const modules = [
  {
    input: entries('.js'),
    external: ['react'],
    output: {
      banner,
      dir: 'dist',
      sourcemap: true,
      chunkFileNames: 'shared/[name].js',
      manualChunks: toChunk,
      onlyExplicitManualChunks: true,
    },
    plugins: [fromTypeScript, remember, record],
  },
  {
    input: entries('.d.ts'),
    // The name flights.d becomes flights.d.ts.
    output: { dir: 'dist', chunkFileNames: 'shared/[name].ts', minifyInternalExports: false },
    plugins: [dts(), typesStayTypes, exportedWhereDeclared, record],
  },
];

/** The ready-made worker: one classic script, small because every visitor downloads it. It says its version. */
const worker = {
  input: 'build/service-worker/coflight-sw.js',
  output: { file: 'dist/coflight-sw.js', format: 'iife', banner: `/*! coflight ${manifest.version} */` },
  plugins: [
    terser({ ecma: 2022, compress: { passes: 3, inline: 1, sequences: false, unsafe_arrows: true } }),
    record,
    sweep,
  ],
};

/** One file for pages without a build. It says its version. */
const page = {
  input: 'build/one-file.js',
  output: { file: 'dist/coflight.min.js', format: 'es', banner: `/*! coflight ${manifest.version} */` },
  plugins: [terser({ ecma: 2022, module: true, compress: { passes: 3 } }), record],
};

/** The code of `coflight report`: one file, so that the modules above are not split for it. */
const report = {
  input: 'build/report/index.js',
  output: { file: 'dist/report.js', format: 'es' },
  plugins: [record],
};

export default [...modules, page, report, worker];
