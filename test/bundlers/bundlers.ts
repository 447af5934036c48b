// The bundlers, each called as its documentation says.

import type { Project } from './project.ts';

/** Bundles main.js of the project, minified, into the folder `out`. */
export type Bundler = (project: Project) => void;

const here = new URL('node_modules', import.meta.url).pathname;
const page = '<!doctype html><script type="module" src="main.js"></script>';

const parcel: Bundler = ({ run, write }) => {
  write('index.html', page);
  run('parcel', ['build', 'index.html', '--dist-dir', 'out', '--no-cache', '--no-source-maps']);
};

export const bundlers: Readonly<Record<string, Bundler>> = {
  Rollup: ({ run }) =>
    void run('rollup', [
      ...['main.js', '--dir', 'out', '--format', 'es'],
      ...['-p', `${here}/@rollup/plugin-node-resolve`, '-p', `${here}/@rollup/plugin-terser`],
    ]),
  Vite: ({ run, write }) => {
    write('index.html', page);
    // It would ask the page for its `document`, and here the bundle runs in Node.
    write('vite.config.js', 'export default { build: { modulePreload: { polyfill: false } } };');
    run('vite', ['build', '--outDir', 'out', '--logLevel', 'error']);
  },
  webpack: ({ run, write }) => {
    write(
      'build.js',
      `import webpack from '${here}/webpack/lib/index.js';
       const compiler = webpack({ mode: 'production', entry: './main.js', output: { path: process.cwd() + '/out' } });
       compiler.run((error, stats) => {
         if (!error && !stats.hasErrors()) return;
         console.error(error ?? stats.toString());
         process.exitCode = 1;
       });`,
    );
    run('node', ['build.js']);
  },
  esbuild: ({ run }) =>
    void run('esbuild', [
      ...['main.js', '--bundle', '--minify', '--format=esm', '--outdir=out', '--log-level=error'],
    ]),
  Bun: ({ run }) => void run('bun', ['build', './main.js', '--minify', '--outdir', 'out']),
  'Parcel with its defaults': parcel,
  'Parcel with `packageExports`': (project) => {
    const settings = { private: true, type: 'module', '@parcel/resolver-default': { packageExports: true } };
    project.write('package.json', settings);
    parcel(project);
  },
};
