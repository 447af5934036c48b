import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Puts into each page what has to run before its modules, and in browsers that cannot read them. */
const boot: Plugin = {
  name: 'boot',
  transformIndexHtml: () => [
    { tag: 'script', children: readFileSync(at('page/boot.js'), 'utf8'), injectTo: 'head-prepend' },
    { tag: 'noscript', children: 'The demo needs JavaScript.', injectTo: 'body' },
  ],
};

/** The pages of the demo, for its own server: they must work without a network, so that nothing comes from elsewhere. */
export default defineConfig({
  root: at('page'),
  logLevel: 'warn',
  plugins: [boot],
  build: {
    outDir: at('../build/site'),
    emptyOutDir: true,
    target: 'esnext',
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    rolldownOptions: {
      input: ['index', 'panel', 'gallery', 'explain'].map((page) => at(`page/${page}.html`)),
      checks: { pluginTimings: false },
    },
  },
  worker: { format: 'es' },
});
