// npm run test:servers: nginx and Varnish must be installed (`apt-get install nginx varnish`).

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'servers',
    include: ['test/servers/**/*.test.ts'],
    environment: 'node',
    globalSetup: 'test/support/server.setup.ts',
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
