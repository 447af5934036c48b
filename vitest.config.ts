import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { browserPath, chromiumFlags } from './scripts/browser.js';

const node = { environment: 'node', globalSetup: 'test/support/server.setup.ts' } as const;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...node,
          name: 'node',
          include: ['test/{bench,core,fetch,scripts,service-worker}/**/*.test.ts'],
        },
      },
      {
        test: {
          environment: 'node',
          name: 'package',
          include: ['test/package/**/*.test.ts', 'test/readme.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...node,
          name: 'memory',
          include: ['test/memory/**/*.test.ts'],
          execArgv: ['--expose-gc'],
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'browser',
          globalSetup: 'test/support/server.setup.ts',
          include: ['test/{browser,fetch}/**/*.test.ts'],
          exclude: ['test/**/*.node.test.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: browserPath(), args: chromiumFlags },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          ...node,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
