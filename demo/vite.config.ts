import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The pages of the demo, for its own server: they must work without a network, so that nothing comes from elsewhere. */
export default defineConfig({
  root: at('page'),
  logLevel: 'warn',
  build: {
    outDir: at('../build/site'),
    emptyOutDir: true,
    target: 'esnext',
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    rolldownOptions: {
      input: ['index', 'panel', 'gallery'].map((page) => at(`page/${page}.html`)),
      checks: { pluginTimings: false },
    },
  },
  worker: { format: 'es' },
});
