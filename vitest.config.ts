import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { browserPath, chromiumFlags, webglFlags } from './scripts/browser.js';
import { driven } from './test/support/driven-browser.ts';

const openLayers = [
  ...[
    'Map',
    'View',
    'proj',
    'format/GeoJSON',
    'format/MVT',
    'layer/Tile',
    'layer/Vector',
    'layer/VectorTile',
  ],
  ...['source/ImageTile', 'source/Vector', 'source/VectorTile', 'source/XYZ'],
].map((module) => `ol/${module}.js`);

/** Milliseconds. Files run side by side: a test that waits for its turn at the processor has not failed. */
export const timeouts = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };

/** How often a failed test of a browser is tried again: never by `npm test`, once by `.ci/run`, which lists it. */
const retry = Number(env.COFLIGHT_RETRIES ?? 0);

const { COFLIGHT_PAGES, COFLIGHT_FIREFOX = '', COFLIGHT_WEBKIT = '' } = env;

/** The engine of the tests in pages. `npm run test:engines` names others than Chromium. */
export const pages =
  COFLIGHT_PAGES === 'firefox' || COFLIGHT_PAGES === 'webkit'
    ? {
        provider: driven(COFLIGHT_PAGES, COFLIGHT_PAGES === 'firefox' ? COFLIGHT_FIREFOX : COFLIGHT_WEBKIT),
        instances: [{ browser: COFLIGHT_PAGES as never }],
        // Pixels. The frame of the tests fits into the window. Else a test that scrolls to an element also scrolls the
        // window, and in later files nothing comes into view.
        viewport: { width: 414, height: 560 },
      }
    : {
        provider: playwright({
          launchOptions: { executablePath: browserPath(), args: [...chromiumFlags, ...webglFlags] },
        }),
        instances: [{ browser: 'chromium' as const }],
      };

/** Files that take long and are small. A fresh checkout knows no times, and Vitest begins with the largest files. */
const long = [
  ...['e2e/demo.access', 'e2e/demo.static', 'e2e/demo.race', 'e2e/report', 'e2e/demo.lost', 'e2e/demo.guide'],
  ...['package/size', 'runtimes/workerd', 'e2e/service-worker.maps', 'e2e/adapters.maps', 'e2e/demo.studio'],
].map((file) => `/test/${file}.test.ts`);

/** Begins with what takes long, so that no core waits for the last file. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => long.some((file) => moduleId.endsWith(file));
    return (await super.sort(files)).toSorted((one, other) => Number(isLong(other)) - Number(isLong(one)));
  }
}

/** After the others: beside a file that builds or moves what they load. */
const later = { sequence: { groupOrder: 1 } } as const;

/** With `COFLIGHT_BUILT`, `npm run test:nodes` tests the core and the wrapped fetch of the built library. */
const built = /^.*\/src\/(?:index|core\/flights|core\/coalesce|fetch\/create-fetch|fetch\/explain)\.ts$/;
const alias = env.COFLIGHT_BUILT
  ? [{ find: built, replacement: fileURLToPath(new URL('dist/index.js', import.meta.url)) }]
  : [];

const node = { environment: 'node', globalSetup: 'test/support/server.setup.ts', ...timeouts } as const;

export default defineConfig({
  test: {
    // Most files wait for a browser or a server most of the time.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    // When a test of a browser has failed, nobody waits for what it still asked of its pages. These questions end with
    // the browser, and a second try of the test must not fail of them.
    onUnhandledError: ({ name }) => name !== 'ProtocolError' && name !== 'TargetCloseError',
    reporters: [
      'default',
      './test/support/flaky-tests.ts',
      ...(env.GITHUB_ACTIONS ? (['github-actions'] as const) : []),
    ],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      reporter: ['json'],
      reportOnFailure: true,
      reportsDirectory: 'build/coverage',
    },
    projects: [
      {
        resolve: { alias },
        test: {
          ...node,
          ...later,
          name: 'node',
          include: [
            'test/{adapters,bench,command,core,demo,faults,fetch,http,inspector,load,options,preload,protocol,react,register,report,scripts,security,service-worker,tabs,wording}/**/*.test.ts',
          ],
          exclude: ['test/security/**/*.built.test.ts'],
        },
      },
      {
        test: {
          environment: 'node',
          name: 'package',
          include: ['test/package/**/*.test.ts', 'test/security/**/*.built.test.ts', 'test/readme.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...node,
          name: 'runtimes',
          include: ['test/runtimes/**/*.test.ts'],
          globalSetup: ['test/runtimes/packages.setup.ts', 'test/support/server.setup.ts'],
        },
      },
      {
        test: {
          ...node,
          ...later,
          name: 'memory',
          include: ['test/memory/**/*.test.ts'],
          execArgv: ['--expose-gc'],
        },
      },
      {
        // Found in the middle of a run, they would reload the page that runs. MapLibre's module finds its worker by
        // its own address.
        optimizeDeps: {
          include: [
            'axe-core',
            'leaflet',
            'leaflet-2',
            'react',
            'react-dom',
            'react-dom/client',
            ...openLayers,
          ],
          exclude: ['maplibre-gl'],
        },
        test: {
          name: 'browser',
          globalSetup: 'test/support/server.setup.ts',
          setupFiles: COFLIGHT_PAGES === 'webkit' ? ['test/support/release.setup.ts'] : [],
          ...timeouts,
          retry,
          include: ['test/{browser,fetch}/**/*.test.ts', 'test/security/key.test.ts'],
          exclude: ['test/**/*.node.test.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            ...pages,
          },
        },
      },
      {
        test: {
          ...node,
          name: 'e2e',
          globalSetup: [node.globalSetup, 'test/support/demo.setup.ts'],
          // What they test is in browsers and other processes. A new process for each file would load Puppeteer each time.
          isolate: false,
          retry,
          include: ['test/e2e/**/*.test.ts'],
          exclude: ['test/e2e/**/*.alone.test.ts'],
          // The longest race takes a minute on two busy cores, and a machine may be ten times slower.
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        // These build or move files that other tests of browsers and of packages load.
        test: {
          ...node,
          ...later,
          name: 'alone',
          retry,
          include: ['test/e2e/**/*.alone.test.ts'],
        },
      },
    ],
  },
});
