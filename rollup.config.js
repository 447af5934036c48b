import terser from '@rollup/plugin-terser';
import { dts } from 'rollup-plugin-dts';
import manifest from './package.json' with { type: 'json' };

const entries = (extension) => ({
  index: `build/index${extension}`,
  preload: `build/preload/index${extension}`,
  'service-worker': `build/service-worker/index${extension}`,
  register: `build/register/index${extension}`,
});

const chunkFileNames = 'shared/[name].js';

/** The modules, for bundlers and import maps, with their declarations. */
const modules = [
  { input: entries('.js'), output: { dir: 'dist', sourcemap: true, chunkFileNames } },
  {
    input: entries('.d.ts'),
    // What is called flights.d here becomes flights.d.ts.
    output: { dir: 'dist', chunkFileNames: 'shared/[name].ts' },
    plugins: [dts()],
  },
];

/** The ready-made worker: one classic script, small because every visitor downloads it. It says its version. */
const worker = {
  input: 'build/service-worker/coflight-sw.js',
  output: { file: 'dist/coflight-sw.js', format: 'iife', banner: `/*! coflight ${manifest.version} */` },
  plugins: [terser({ ecma: 2022 })],
};

export default [...modules, worker];
