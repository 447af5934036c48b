// npm run test:frameworks

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'frameworks',
    include: ['test/frameworks/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['test/frameworks/packages.setup.ts', 'test/support/server.setup.ts'],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
