// npm run test:recipes

import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

export default defineConfig({
  // The built library by its name, as its users have it.
  resolve: {
    alias: [
      { find: /^coflight$/, replacement: `${dist}index.js` },
      { find: /^coflight\/([\w-]+)$/, replacement: `${dist}$1.js` },
    ],
  },
  test: {
    name: 'recipes',
    include: ['test/recipes/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['test/recipes/packages.setup.ts', 'test/support/server.setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
