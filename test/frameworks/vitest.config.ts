// npm run test:frameworks

import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { pages, timeouts } from '../../vitest.config.ts';

const from = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** For the tests of the hooks with React 18. React is looked for in the root, wherever it is imported. */
const react18 = { root: from('react-18'), resolve: { dedupe: ['react', 'react-dom'] } };
const installed = from('react-18/packages.setup.ts');

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'frameworks',
          include: ['test/frameworks/*.test.ts'],
          environment: 'node',
          globalSetup: ['test/frameworks/packages.setup.ts', 'test/support/server.setup.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        ...react18,
        server: { fs: { allow: [from('../..')] } },
        optimizeDeps: { include: ['react', 'react-dom', 'react-dom/client'] },
        test: {
          ...timeouts,
          name: 'react-18',
          dir: from('..'),
          include: ['browser/react.test.ts', 'browser/react.model.test.ts', 'frameworks/react-18/*.test.ts'],
          globalSetup: [installed, from('../support/server.setup.ts')],
          browser: { enabled: true, headless: true, screenshotFailures: false, ...pages },
        },
      },
      {
        ...react18,
        test: {
          name: 'react-18-server',
          dir: from('..'),
          include: ['react/*.test.ts', 'frameworks/react-18/*.test.ts'],
          environment: 'node',
          globalSetup: installed,
        },
      },
    ],
  },
});
