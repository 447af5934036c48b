// npm run test:bundlers

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'bundlers',
    include: ['test/bundlers/**/*.test.ts'],
    environment: 'node',
    globalSetup: 'test/bundlers/packages.setup.ts',
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
